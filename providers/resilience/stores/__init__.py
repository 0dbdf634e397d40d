"""Where the state of circuits and buckets lives: in the process, or in Redis for several of them."""

from functools import cache

from providers.resilience.stores.memory import MemoryStore
from providers.resilience.stores.port import Store

__all__ = ["MemoryStore", "Store", "process_store"]


@cache
def process_store() -> Store:
    """Return the store of this process, as the settings say."""
    return MemoryStore()
