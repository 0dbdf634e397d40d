"""Where the state of circuits and buckets lives: in the process, or in Redis for several of them."""

from functools import cache

from django.conf import settings

from providers.resilience.stores.memory import MemoryStore
from providers.resilience.stores.port import Store
from providers.resilience.stores.redis import RedisStore
from providers.resilience.stores.shared import SharedStore

__all__ = ["MemoryStore", "RedisStore", "SharedStore", "Store", "process_store"]


@cache
def process_store() -> Store:
    """Return the store of this process: shared through the Redis of `REDIS_URL`, where that is set."""
    own = MemoryStore()
    return SharedStore(RedisStore(settings.REDIS_URL), own) if settings.REDIS_URL else own
