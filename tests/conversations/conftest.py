"""A served graph with a scripted model, for the ways in."""

from collections.abc import AsyncIterator

import pytest_asyncio

from conversations.engine.turns.running import start_again, stop_gracefully
from conversations.testing import ScriptedChat, serve_graphs
from providers.registry import override_provider
from tests.conversations.graphs import WishGraph


@pytest_asyncio.fixture
async def model() -> AsyncIterator[ScriptedChat]:
    """The scripted model of the graph `wish`, which is the only one served.

    Turns that still run at the end are stopped, before the database is emptied beside their last write.
    """
    scripted = ScriptedChat()
    with serve_graphs(WishGraph), override_provider("embedded", scripted):
        yield scripted
        await stop_gracefully(0)
        start_again()
