"""The servers that decisions are asked of, and the rows that name them."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from providers.registry import registry
from providers.resilience.stores import process_store
from tests.conversations.decisions.asking import save_typesafe
from tests.conversations.decisions.contract_server import SystemOneServer, system_one_server


@pytest.fixture
def fresh_providers() -> Iterator[None]:
    """Providers and circuits as if nobody had been asked before, and so again afterwards."""
    process_store.cache_clear()
    registry.forget()
    yield
    process_store.cache_clear()
    registry.forget()


@pytest_asyncio.fixture
async def server(transactional_db: None, fresh_providers: None) -> AsyncIterator[SystemOneServer]:
    """A server that the row `typesafe`, the framework's own provider, asks."""
    async with system_one_server() as served:
        await save_typesafe("typesafe", served.url)
        yield served


@pytest_asyncio.fixture
async def chained(
    transactional_db: None, fresh_providers: None
) -> AsyncIterator[tuple[SystemOneServer, SystemOneServer]]:
    """The servers of the rows `typesafe` and `spare`, which is the other's fallback."""
    async with system_one_server() as first, system_one_server() as second:
        await save_typesafe("spare", second.url)
        await save_typesafe("typesafe", first.url, fallback=["spare"])
        yield first, second
