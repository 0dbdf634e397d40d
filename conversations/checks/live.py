"""The channel layer: whether all tabs of a session can hear what happens in it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from channels import DEFAULT_CHANNEL_LAYER
from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Warning, register
from django.db import connections

from conversations.models import Session

NO_LAYER: Final = "ezgraph.live.E001"
LOSSY_LAYER: Final = "ezgraph.live.W001"
ONE_PROCESS: Final = "ezgraph.live.I001"
ONE_MACHINE: Final = "ezgraph.live.I002"
SQLITE_FOR_SEVERAL: Final = "ezgraph.live.W002"

IN_MEMORY: Final = "channels.layers.InMemoryChannelLayer"
LOSSY: Final = frozenset({"channels_redis.core.RedisChannelLayer"})
PUB_SUB: Final = "channels_redis.pubsub.RedisPubSubChannelLayer"


@register()
def check_channel_layer(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Report a channel layer that is missing, or that drops what it is given."""
    backend = _backend()
    if backend is None:
        return [
            Error(
                "There is no channel layer: chat pages cannot connect.",
                hint=f"Set CHANNEL_LAYERS, for one process to {IN_MEMORY}, for several to {PUB_SUB}.",
                id=NO_LAYER,
            )
        ]
    if backend in LOSSY:
        return [
            Warning(
                f"{backend} drops events that come in a burst: tabs would often show a reply late.",
                hint=f"Use {PUB_SUB}.",
                id=LOSSY_LAYER,
            )
        ]
    return []


@register(deploy=True)
def check_layer_for_several_processes(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Say that only one process may serve, where the database would allow several."""
    if _backend() != IN_MEMORY or connections[Session.objects.db].vendor == "sqlite":
        return []
    return [
        Info(
            "The channel layer is in memory: if several processes serve this database, a tab hears only"
            " what happens in its own, and each counts limits by itself.",
            hint="Set REDIS_URL as soon as there is more than one.",
            id=ONE_PROCESS,
        )
    ]


@register(deploy=True)
def check_database_for_several_processes(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Report SQLite where Redis tells of several processes, else say that it is for one machine."""
    if connections[Session.objects.db].vendor != "sqlite":
        return []
    if _backend() == PUB_SUB:
        return [
            Warning(
                "Several processes, as Redis is for, write to one SQLite file: each waits for the others.",
                hint="Set DATABASE_URL to a database of PostgreSQL.",
                id=SQLITE_FOR_SEVERAL,
            )
        ]
    return [
        Info(
            "The database is a SQLite file: the site is served by one process of one machine, and is away"
            " while that is restarted.",
            hint="Set DATABASE_URL and REDIS_URL as soon as there is more than one.",
            id=ONE_MACHINE,
        )
    ]


def _backend() -> str | None:
    layers: Mapping[str, Any] = getattr(settings, "CHANNEL_LAYERS", {})
    backend: str | None = layers.get(DEFAULT_CHANNEL_LAYER, {}).get("BACKEND")
    return backend
