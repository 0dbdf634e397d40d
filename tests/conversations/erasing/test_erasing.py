"""After an erasure nothing of what the customer said or is known by is in any row, and nothing comes back."""

import logging
from collections.abc import AsyncIterator
from uuid import UUID

import pytest

from conversations.engine import NewSession, TurnRequest, engine, store
from conversations.engine.errors import SessionCompleted, SessionUnknown, TurnCancelled
from conversations.engine.events import SessionRated
from conversations.engine.turns.running import wait_for_all
from conversations.models import Decision, DecisionAnswer, Message, ModelCall, Review, Session, Step, Turn
from conversations.testing import (
    GraphHarness,
    ScriptedChat,
    ScriptedDecisions,
    answers,
    call,
    calls,
    fails,
    hangs,
)
from providers.database import in_database
from tests.conversations.erasing.marked import MARKER, MarkedGraph, columns_with_marker, dump, mark

pytestmark = pytest.mark.django_db(transaction=True)

HOLDING = {
    "Session.external_id",
    "Session.external_user",
    "Session.external_name",
    "Session.external_email",
    "Session.config",
    "Turn.client_id",
    "Turn.text",
    "Turn.config",
    "Turn.cause_detail",
    "Step.channels",
    "Message.text",
    "Message.tool_calls",
    "Message.suggestions",
    "Channel.state",
    "ModelCall.message",
    "Decision.failures",
    "DecisionCapture.questions",
    "DecisionCapture.state",
    "Review.note",
    "Rating.comment",
    "ReplayItem.answers",
}
"""Columns in which the marker is before the erasure: the tests look at each."""


@pytest.fixture
async def chat(caplog: pytest.LogCaptureFixture) -> AsyncIterator[GraphHarness]:
    """Turns of which one was judged, one failed, one is being judged and one waits."""
    caplog.set_level(logging.DEBUG)
    model = ScriptedChat(
        [
            calls(call("keep", note=MARKER), text=f"I keep {MARKER}"),
            fails(),
            calls(call("keep", note=MARKER)),
        ]
    )
    deciders = ScriptedDecisions([answers(topic="billing"), hangs()])
    async with GraphHarness(MarkedGraph, model, decisions=deciders, config={"about": MARKER}) as chat:
        await chat.send(f"I am {MARKER}")
        await in_database(Session.objects.filter(pk=chat.session_id).update, cursor="TalkNode")
        await chat.send(f"Still {MARKER}", config={"about": MARKER})
        running = await chat.start(f"And {MARKER}")
        await deciders.waiting.wait()
        await chat.start(f"Wait, {MARKER}", config={"about": MARKER})
        await in_database(mark, chat.session_id)
        yield chat
        with pytest.raises(TurnCancelled):
            await running.result()
        await wait_for_all()
        # Neither the turn that ran nor what was logged of all this brings it back.
        assert MARKER not in await in_database(dump)
        assert MARKER not in caplog.text


async def test_no_row_of_any_table_holds_the_marker_afterwards(chat: GraphHarness):
    assert await in_database(columns_with_marker, chat.session_id) == HOLDING

    await engine.erase(chat.session_id)
    assert MARKER not in await in_database(dump)


async def test_a_turn_that_runs_writes_nothing_more(chat: GraphHarness):
    await engine.erase(chat.session_id)

    assert [turn.status for turn in await chat.turns()] == ["completed", "failed", "cancelled", "cancelled"]


async def test_what_was_done_stays_on_record_without_content(chat: GraphHarness):
    models = (Turn, Step, Message, Decision, DecisionAnswer, ModelCall, Review)

    def counts() -> list[int]:
        return [model._default_manager.count() for model in models]

    before = await in_database(counts)
    await engine.erase(chat.session_id)
    assert await in_database(counts) == before
    (decision,) = await chat.decisions_on_record()
    assert [(one.question, one.label, one.probability) for one in decision.answers.all()] == [
        ("topic", "billing", 0.97)
    ]
    assert [one["code"] for one in decision.failures] == ["unavailable"]


async def test_the_session_is_over_and_tokens_of_it_are_void(chat: GraphHarness):
    before = await chat.session()
    await engine.erase(chat.session_id)

    after = await chat.session()
    assert (after.status, after.lease_owner, after.external_user) == ("ended", "", "")
    assert after.token_epoch > before.token_epoch
    assert after.erased_at is not None
    assert await in_database(store.holder_of, chat.session_id) is None
    with pytest.raises(SessionCompleted):
        await engine.start(TurnRequest(session=chat.session_id, message="Hello?"))
    with pytest.raises(SessionCompleted):
        await engine.retry(chat.session_id, 2)


async def test_what_was_forked_from_it_is_erased_with_it(chat: GraphHarness):
    fork = await engine.fork(chat.session_id, 1, 1)
    of_fork = await engine.fork(fork.id, 1, 1)

    assert await engine.erase(chat.session_id) == [chat.session_id, fork.id, of_fork.id]
    assert MARKER not in await in_database(dump)


async def test_a_fork_of_it_afterwards_has_no_content_either(chat: GraphHarness):
    await engine.erase(chat.session_id)
    await engine.fork(chat.session_id, 1, 1)

    assert MARKER not in await in_database(dump)


async def test_nobody_rates_it_with_new_words(chat: GraphHarness):
    await engine.erase(chat.session_id)

    with pytest.raises(SessionUnknown):
        await engine.rate(chat.session_id, SessionRated(value=-1, comment=MARKER))


async def test_a_reviewer_s_page_from_before_is_out_of_date(chat: GraphHarness):
    before = await Review.objects.aget()
    await engine.erase(chat.session_id)

    assert (await Review.objects.aget()).version > before.version


async def test_others_keep_what_they_said(chat: GraphHarness):
    other, _ = await engine.create_session(NewSession(graph="marked", external_user="Somebody else"))
    await engine.erase(chat.session_id)

    assert (await Session.objects.aget(pk=other.id)).external_user == "Somebody else"


async def test_a_session_that_there_never_was_cannot_be_erased(chat: GraphHarness):
    await engine.erase(chat.session_id)

    with pytest.raises(SessionUnknown):
        await engine.erase(UUID(int=0))
