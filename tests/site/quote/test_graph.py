from datetime import UTC, datetime, timedelta

import pytest

from conversations.authoring import Restore, RestoredSession, faults_of
from ezgraph_site.graphs.quote.graph import QuoteGraph


def restored(idle: timedelta, status: str = "active") -> RestoredSession:
    return RestoredSession(
        id="one", cursor="QuoteNode", status=status, created_at=datetime(2026, 6, 15, tzinfo=UTC), idle=idle
    )


def test_it_registers_without_a_fault():
    assert faults_of(QuoteGraph) == []


def test_its_stages_talk_in_their_spaces():
    graph = QuoteGraph()
    assert [graph.space_of(node.node_id()) for node in QuoteGraph.nodes] == [
        "quote-intake",
        "quote-intake",
        "quote-incidents",
        "quote-intake",
        "quote-present",
        "quote-terminal",
    ]


@pytest.mark.parametrize("status", ["active", "completed"])
async def test_a_session_that_was_silent_for_half_an_hour_starts_afresh(status: str):
    graph = QuoteGraph()
    assert await graph.on_restore(restored(timedelta(minutes=30), status)) is Restore.START_AFRESH


async def test_a_session_that_was_silent_for_less_goes_on():
    just_before = timedelta(minutes=30) - timedelta(seconds=1)
    assert await QuoteGraph().on_restore(restored(just_before)) is Restore.KEEP


async def test_the_silence_is_a_setting(settings):
    settings.EZGRAPH_QUOTE_IDLE_MINUTES = 5
    assert await QuoteGraph().on_restore(restored(timedelta(minutes=5))) is Restore.START_AFRESH
