"""How the site's processes tell each other what happened: in memory, or over Redis."""

from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ImproperlyConfigured

IN_MEMORY: Final = "channels.layers.InMemoryChannelLayer"
MOST_UNHEARD: Final = 1000
"""Messages that wait for a tab of this process before more are lost; over Redis there is no such bound."""

REDIS: Final = "channels_redis.pubsub.RedisPubSubChannelLayer"


def channel_layers(url: str) -> dict[str, Any]:
    """Django's setting CHANNEL_LAYERS for the Redis at `url`, or for one process where it is empty.

    Raises `ImproperlyConfigured`, which never shows the URL, as it may hold a password.
    """
    if not url:
        return {"default": {"BACKEND": IN_MEMORY, "CONFIG": {"capacity": MOST_UNHEARD}}}
    if not _names_redis(url):
        raise ImproperlyConfigured("REDIS_URL must be a URL such as redis://host:6379/0.")
    return {"default": {"BACKEND": REDIS, "CONFIG": {"hosts": [url]}}}


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
