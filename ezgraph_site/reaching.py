"""Whether the servers and files that the settings name can be used, asked once before the site starts."""

from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, Error, connections
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from ezgraph_site.databases import SQLITE, SQLITE_FILE

PATIENCE_SECONDS: Final = 3
"""How long a server may take to answer."""


def refuse_unusable_database() -> None:
    """Raise `ImproperlyConfigured` where the database cannot be reached and written.

    The message names the setting and never shows a password.
    """
    probe = connections[DEFAULT_DB_ALIAS].copy()
    options = probe.settings_dict["OPTIONS"]
    # The pool would try for ten seconds, with a warning for each attempt.
    if options.pop("pool", None):
        options.setdefault("connect_timeout", PATIENCE_SECONDS)
    try:
        with probe.cursor() as cursor:
            if probe.vendor == "sqlite":
                cursor.execute("BEGIN IMMEDIATE")
                cursor.execute("ROLLBACK")
    except Error as error:
        raise ImproperlyConfigured(f"{_database_in_words()} cannot be used: {_first_line(error)}.") from error
    finally:
        probe.close()


def unreachable_redis() -> str | None:
    """Why the Redis of the settings cannot be reached, in one line; None where it can, or none is set."""
    if not settings.REDIS_URL:
        return None
    redis = None
    try:
        redis = Redis.from_url(
            settings.REDIS_URL,
            socket_connect_timeout=PATIENCE_SECONDS,
            socket_timeout=PATIENCE_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )
        redis.ping()
    except (RedisError, OSError, TypeError, ValueError) as error:  # the last two: options of the URL
        return _first_line(error)
    finally:
        if redis is not None:
            redis.close()
    return None


def _database_in_words() -> str:
    config = settings.DATABASES[DEFAULT_DB_ALIAS]
    if config["ENGINE"] != SQLITE:
        place = f" at {config['HOST']}" if config["HOST"] else ""
        return f"DATABASE_URL: the PostgreSQL database {config['NAME']!r}{place}"
    path = Path(config["NAME"])
    setting = "EZGRAPH_DATA_DIR" if path == settings.EZGRAPH_DATA_DIR / SQLITE_FILE else "DATABASE_URL"
    return f"{setting}: {path}, {'a folder' if path.is_dir() else 'the SQLite file'},"


def _first_line(error: Exception) -> str:
    text = str(error).strip()
    return text.splitlines()[0].rstrip(".") if text else type(error).__name__
