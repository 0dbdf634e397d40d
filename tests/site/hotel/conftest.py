"""A session of the hotel graph with scripted models, on the day that the specified conversation is about."""

from collections.abc import AsyncIterator

import pytest_asyncio
from pytest_django import Settings

from conversations.models import GraphSettings
from conversations.testing import GraphHarness, ScriptedChat, ScriptedDecisions
from ezgraph_site.graphs.hotel.graph import DecisionHotelGraph
from providers.database import in_database
from tests.site.hotel.conversing import Hotel
from tests.site.hotel.samples import TODAY


@pytest_asyncio.fixture
async def hotel(settings: Settings) -> AsyncIterator[Hotel]:
    settings.EZGRAPH_BUSINESS_DATE = TODAY
    # A fresh database names the embedded provider; here the graph's own is asked.
    await in_database(GraphSettings.objects.filter(graph="hotel").delete)
    model, decisions = ScriptedChat(), ScriptedDecisions([])
    async with GraphHarness(DecisionHotelGraph, model, decisions=decisions) as chat:
        yield Hotel(chat, model, decisions)
