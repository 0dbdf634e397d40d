"""Reading a provider's stream so that its connection is freed whenever the reader stops."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from providers.ports import ChatStreamItem


@asynccontextmanager
async def closing(items: AsyncIterator[ChatStreamItem]) -> AsyncIterator[AsyncIterator[ChatStreamItem]]:
    """Close `items` on the way out where they can be closed, as async generators can."""
    try:
        yield items
    finally:
        close = getattr(items, "aclose", None)
        if close is not None:
            await close()
