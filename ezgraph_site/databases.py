"""How this site talks to SQLite and PostgreSQL."""

from pathlib import Path
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

SQLITE: Final = "django.db.backends.sqlite3"

SQLITE_SCHEME: Final = "sqlite"
POSTGRESQL_SCHEMES: Final = frozenset({"postgres", "postgresql", "pgsql"})

EXAMPLES: Final = "postgres://user:password@host/name or sqlite:////folder/file.sqlite3"

SQLITE_FILE: Final = "db.sqlite3"
"""In the data folder, where no URL names another database."""

SQLITE_BUSY_SECONDS: Final = 20
"""How long a writer waits for another process before "database is locked"."""

SQLITE_PRAGMAS: Final = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"

LOCK_SECONDS: Final = 5
"""How long a statement on PostgreSQL waits for a row that somebody holds, before it is given up."""

IDLE_SECONDS: Final = 30
"""How long a transaction on PostgreSQL may wait for its process: one that is stopped or cut off would
hold its rows for hours."""

UNHEARD_SECONDS: Final = 30
"""How long PostgreSQL's machine may leave what it was sent unacknowledged: one that the network lost would
keep a thread for a quarter of an hour."""

POOL_SPARE_CONNECTIONS: Final = 4
"""For synchronous requests (the admin), beside those of the database executor's threads."""

POOL_WAIT_SECONDS: Final = 3
"""After which a request is refused, so that the next one in its thread is not kept waiting as long."""

POOL_RECONNECT_SECONDS: Final = 2
"""The longest pause between two attempts to reach a server that was away, so that it is noticed soon."""


def database(url: str, data_dir: Path, threads: int, *, behind_proxy: bool = False) -> dict[str, Any]:
    """Django's settings of the one database: `url`, or a SQLite file in `data_dir` where it is empty.

    `threads` is the size of the database executor, which the PostgreSQL pool has to satisfy.
    `behind_proxy` tells that a connection is lent for one transaction: it keeps nothing. Raises
    `ImproperlyConfigured`, which never shows the URL, as it may hold a password.
    """
    if not url:
        return _sqlite({"ENGINE": SQLITE, "NAME": str(data_dir / SQLITE_FILE)}, data_dir)
    scheme = _checked(url).scheme
    try:
        config: dict[str, Any] = {**dj_database_url.parse(url)}
    except ValueError:
        raise _refused("cannot be read") from None
    if scheme == SQLITE_SCHEME:
        if config["NAME"] == ":memory:":
            raise _refused("must name a file: the site's threads would not share a database in memory")
        return _sqlite(config, data_dir)
    if not (config["NAME"] or config.get("OPTIONS", {}).get("service")):
        raise _refused("must name a database after the host")
    return _postgresql(config, threads, behind_proxy=behind_proxy)


def _checked(url: str) -> SplitResult:
    """The parts of the URL of a database that this site can use, its port checked."""
    try:
        parts = urlsplit(url)
        if parts.scheme == SQLITE_SCHEME:
            return parts
        _ = parts.port  # raises ValueError where it is no number
    except ValueError:
        raise _refused(
            "cannot be read. Special characters of user and password have to be percent-encoded"
        ) from None
    if parts.scheme not in POSTGRESQL_SCHEMES:
        raise _refused("must name a database of PostgreSQL or SQLite")
    # Behind the host, an @ is the end of a password that had one of these characters.
    if "@" in parts.path + parts.query + parts.fragment:
        raise _refused("has a / ? or # in its user or password: percent-encode it")
    return parts


def _refused(why: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"DATABASE_URL {why}. Write it such as {EXAMPLES}.")


def _sqlite(config: dict[str, Any], data_dir: Path) -> dict[str, Any]:
    return {
        **config,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            **config.get("OPTIONS", {}),
            "timeout": SQLITE_BUSY_SECONDS,
            "transaction_mode": "IMMEDIATE",
            "init_command": SQLITE_PRAGMAS,
        },
        # A file, because the threads of the database executor share it with the test.
        "TEST": {"NAME": str(data_dir / "test.sqlite3")},
    }


def _postgresql(config: dict[str, Any], threads: int, *, behind_proxy: bool) -> dict[str, Any]:
    pool = {
        "min_size": 1,
        "max_size": threads + POOL_SPARE_CONNECTIONS,
        "timeout": POOL_WAIT_SECONDS,
        "reconnect_timeout": POOL_RECONNECT_SECONDS,
    }
    unheard = {"tcp_user_timeout": UNHEARD_SECONDS * 1000, "keepalives_idle": UNHEARD_SECONDS}
    options: dict[str, Any] = {**unheard, **config.get("OPTIONS", {}), "pool": pool}
    if not behind_proxy:
        # Given to the server when a connection begins. What the URL says comes later and wins.
        limits = f"-c lock_timeout={LOCK_SECONDS}s -c idle_in_transaction_session_timeout={IDLE_SECONDS}s"
        options["options"] = f"{limits} {options.get('options', '')}".strip()
    return {
        **config,
        # Django's pool keeps the connections; each user hands its own back at once.
        "CONN_MAX_AGE": 0,
        # A connection that died with a restarted server is replaced before a turn sees it.
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": behind_proxy,
        "OPTIONS": options,
    }
