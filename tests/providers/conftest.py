"""What every test of the providers begins with."""

from collections.abc import Iterator

import pytest

from providers.resilience.stores import process_store


@pytest.fixture(autouse=True)
def fresh_circuits() -> Iterator[None]:
    """Circuits and buckets as if nobody had been asked before."""
    process_store.cache_clear()
    yield
    process_store.cache_clear()
