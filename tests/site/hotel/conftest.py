"""A session of the hotel graph with scripted models, on the day that the specified conversation is about."""

from collections.abc import AsyncIterator

import pytest_asyncio
from pytest_django import Settings

from conversations.testing import GraphHarness, ScriptedChat, ScriptedDecisions
from ezgraph_site.graphs.hotel.graph import DecisionHotelGraph
from tests.site.hotel.conversing import Hotel
from tests.site.hotel.samples import TODAY


@pytest_asyncio.fixture
async def hotel(settings: Settings) -> AsyncIterator[Hotel]:
    settings.EZGRAPH_BUSINESS_DATE = TODAY
    model, decisions = ScriptedChat(), ScriptedDecisions([])
    async with GraphHarness(DecisionHotelGraph, model, decisions=decisions) as chat:
        yield Hotel(chat, model, decisions)
