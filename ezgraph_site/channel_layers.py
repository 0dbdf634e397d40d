"""How the site's processes tell each other what happened: in memory, or over Redis."""

import hashlib
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import SplitResult, parse_qs, urlsplit

from django.core.exceptions import ImproperlyConfigured

IN_MEMORY: Final = "channels.layers.InMemoryChannelLayer"
MOST_UNHEARD: Final = 1000
"""Messages that wait for a tab of this process before more are lost; over Redis there is no such bound."""

NAME_CHARACTERS: Final = 16
"""Of a database's name, hashed: what tells two of them apart and may stand in any channel's name."""

REDIS: Final = "channels_redis.pubsub.RedisPubSubChannelLayer"


def channel_layers(url: str, database: Mapping[str, Any]) -> dict[str, Any]:
    """Django's setting CHANNEL_LAYERS for the Redis at `url`, or for one process where it is empty.

    Processes hear each other that use the same number of Redis and the same `database`, by its name. A site
    beside them hears nothing, such as a copy that was restored, which has the same sessions. Raises
    `ImproperlyConfigured`, which never shows the URL, as it may hold a password.
    """
    if not url:
        return {"default": {"BACKEND": IN_MEMORY, "CONFIG": {"capacity": MOST_UNHEARD}}}
    if not _names_redis(url):
        raise ImproperlyConfigured("REDIS_URL must be a URL such as redis://host:6379/0.")
    return {"default": {"BACKEND": REDIS, "CONFIG": {"hosts": [url], "prefix": _prefix(url, database)}}}


def _prefix(url: str, database: Mapping[str, Any]) -> str:
    """What the names of this site's channels begin with: Redis sends messages whatever its number.

    The database's host and user are left out: they may be exchanged while processes run.
    """
    parts = urlsplit(url)
    asked = parse_qs(parts.query).get("db", [""])[0]  # it counts more than the path, which may be a socket's
    number = asked or (parts.path.strip("/") if parts.scheme != "unix" else "") or "0"
    name = str(database["NAME"] or database["OPTIONS"]["service"])
    return f"ezgraph.{number}.{hashlib.sha256(name.encode()).hexdigest()[:NAME_CHARACTERS]}."


def _names_redis(url: str) -> bool:
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises ValueError where it is no number
    except ValueError:
        return False
    if parts.scheme == "unix":
        return bool(parts.path)
    return parts.scheme in ("redis", "rediss") and bool(parts.hostname) and _names_database(parts)


def _names_database(parts: SplitResult) -> bool:
    """Whether the path is the number of a database, or nothing; a # would cut a password short."""
    database = parts.path.strip("/")
    return (not database or database.isdecimal()) and not parts.fragment
