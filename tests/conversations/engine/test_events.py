"""A turn's events: their order, deltas only for what becomes the reply, a message after its commit."""

import asyncio
from typing import Any

import pytest
from pydantic import BaseModel

from conversations import live
from conversations.authoring import Graph, direct, go, stay
from conversations.engine import store
from conversations.engine.errors import SessionConflict
from conversations.engine.events import (
    SESSION_EVENT,
    Delta,
    DeltaReset,
    StepStarted,
    TurnCompleted,
    TurnFailed,
    VisibleMessage,
)
from conversations.engine.turns.running import wait_for_all
from conversations.models import Message, Session
from conversations.testing import GraphHarness, ScriptedChat, call, calls, fails, held, says
from providers.database import in_database
from providers.errors import ErrorCode, ProviderError
from providers.ports import ChatReply, TextDelta
from tests.conversations.engine.stages import ActNode, TalkGraph, TalkNode

pytestmark = pytest.mark.django_db(transaction=True)


class FirstNode(ActNode):
    acts = {
        "stay": lambda context, state: stay("Go on."),
        "go": lambda context, state: go(SecondNode),
        "direct": lambda context, state: direct("Exactly this."),
    }


class SecondNode(TalkNode):
    pass


class EventGraph(Graph):
    name = "event"
    nodes = [FirstNode, SecondNode]
    start = FirstNode


def kinds(chat: GraphHarness) -> list[str]:
    return [event.kind for event in chat.events]


def shown(chat: GraphHarness) -> str:
    """What a reader who follows the deltas has on the screen before the final message."""
    text = ""
    for event in chat.events:
        if isinstance(event, DeltaReset):
            text = ""
        elif isinstance(event, Delta):
            text += event.text
    return text


async def test_a_turn_tells_its_steps_in_order():
    model = ScriptedChat([calls(call("act", what="go")), says("Hello there.")])
    async with GraphHarness(EventGraph, model) as chat:
        result = await chat.send("Hi", client_id="a")
        assert kinds(chat) == [
            "turn_started",
            "message",
            "step_started",
            "step_started",
            "message",
            "turn_completed",
        ]
        assert {event.turn for event in chat.events} == {1}
        steps = [event.node for event in chat.events if isinstance(event, StepStarted)]
        assert steps == ["FirstNode", "SecondNode"]
        question, reply = (event for event in chat.events if isinstance(event, VisibleMessage))
        assert (question.n, question.role, question.text, question.client_id) == (1, "customer", "Hi", "a")
        assert (reply.n, reply.role, reply.text, reply.client_id) == (2, "assistant", "Hello there.", None)
        end = chat.events[-1]
        assert isinstance(end, TurnCompleted)
        assert (end.completed, end.usage) == (False, [dict(one) for one in result.usage])


async def test_a_failed_turn_tells_the_safe_sentence_last():
    async with GraphHarness(EventGraph, ScriptedChat([fails()])) as chat:
        result = await chat.send("Hi")
        end = chat.events[-1]
        assert isinstance(end, TurnFailed)
        assert (end.message, end.code, end.retryable) == (result.message, "TURN_FAILED", True)
        assert kinds(chat).count("message") == 1


async def test_without_a_stream_there_are_no_deltas():
    async with GraphHarness(EventGraph, ScriptedChat([says("Hello there.")])) as chat:
        await chat.send("Hi")
        assert "delta" not in kinds(chat)


async def test_deltas_add_up_to_the_reply():
    async with GraphHarness(EventGraph, ScriptedChat([says("Hello there.")])) as chat:
        await chat.send("Hi", stream=True)
        assert shown(chat) == "Hello there."
        assert "delta_reset" not in kinds(chat)


async def test_text_of_a_round_that_calls_tools_is_withdrawn_before_the_next_round():
    first = calls(call("act", what="stay"), text="One moment")
    second = calls(call("act", what="stay"), text="Still looking")
    async with GraphHarness(EventGraph, ScriptedChat([first, second, says("Found.")])) as chat:
        await chat.send("Hi", stream=True)
        assert shown(chat) == "Found."
        assert kinds(chat).count("delta_reset") == 2


async def test_text_beside_a_call_that_answers_exactly_is_withdrawn():
    reply = calls(call("act", what="direct"), text="I think")
    async with GraphHarness(EventGraph, ScriptedChat([reply])) as chat:
        await chat.send("Hi", stream=True)
        assert shown(chat) == ""
        assert [e.text for e in chat.events if isinstance(e, VisibleMessage)] == ["Hi", "Exactly this."]


async def test_blank_text_of_a_round_that_says_nothing_is_withdrawn():
    async with GraphHarness(EventGraph, ScriptedChat([says("  \n"), says("Hello.")])) as chat:
        await chat.send("Hi", stream=True)
        assert shown(chat) == "Hello."


async def test_text_of_a_step_that_is_dropped_is_withdrawn():
    class BreakingChat(ScriptedChat):
        async def chat_stream(self, request):
            self.requests.append(request)
            yield TextDelta(text="Hel")
            yield ProviderError(code=ErrorCode.NETWORK, message="Cut.")

    async with GraphHarness(EventGraph, BreakingChat()) as chat:
        await chat.send("Hi", stream=True)
        assert shown(chat) == ""
        assert kinds(chat)[-2:] == ["delta_reset", "turn_failed"]


async def test_tools_alone_need_no_reset():
    async with GraphHarness(EventGraph, ScriptedChat([calls(call("act", what="go")), says("Hi.")])) as chat:
        await chat.send("Hi", stream=True)
        assert "delta_reset" not in kinds(chat)


async def test_the_final_message_is_the_exact_text_whatever_the_deltas_said():
    class SloppyChat(ScriptedChat):
        async def chat_stream(self, request):
            self.requests.append(request)
            yield TextDelta(text="  Hello")
            yield ChatReply(text="  Hello \n")

    async with GraphHarness(EventGraph, SloppyChat()) as chat:
        result = await chat.send("Hi", stream=True)
        final = [event for event in chat.events if isinstance(event, VisibleMessage)][-1]
        assert final.text == result.message == (await chat.transcript())[-1][1] == "Hello"


async def test_a_message_is_told_only_once_it_is_stored():
    async with GraphHarness(EventGraph, ScriptedChat([says("Hello.")])) as chat:
        running = await chat.start("Hi")
        async for event in running.follow():
            if isinstance(event, VisibleMessage):
                row = await in_database(Message.objects.get, session=chat.session_id, number=event.n)
                assert (row.text, row.created_at) == (event.text, event.at)


async def test_a_message_that_cannot_be_stored_is_never_told(monkeypatch):
    def refuse(*args: Any) -> Any:
        raise OSError("The disk is full.")

    monkeypatch.setattr(store, "commit_step", refuse)
    async with GraphHarness(EventGraph, ScriptedChat([says("Hello.")])) as chat:
        result = await chat.send("Hi", stream=True)
        assert not result.success
        assert kinds(chat)[-2:] == ["delta_reset", "turn_failed"]
        assert kinds(chat).count("message") == 1
        assert (await chat.session()).lease_owner == ""


async def test_a_turn_that_cannot_even_be_closed_is_interrupted_and_frees_the_session(monkeypatch):
    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise OSError("The disk is full.")

    monkeypatch.setattr(store, "commit_step", refuse)
    monkeypatch.setattr(store, "close_failed_turn", refuse)
    async with GraphHarness(EventGraph, ScriptedChat([says("Hello.")])) as chat:
        running = await chat.start("Hi")
        with pytest.raises(OSError, match="disk"):
            await running.result()
        assert (await chat.turns())[0].status == "interrupted"
        assert (await chat.session()).lease_owner == ""


async def test_steps_whose_commit_went_unconfirmed_are_not_run_again_and_their_reply_is_told(monkeypatch):
    commit_step = store.commit_step

    def commit_and_lose_the_answer(*args: Any) -> Any:
        commit_step(*args)
        raise OSError("The connection is gone.")

    monkeypatch.setattr(store, "commit_step", commit_and_lose_the_answer)
    model = ScriptedChat([calls(call("act", what="go")), says("Hello.")])
    async with GraphHarness(EventGraph, model) as chat:
        running = await chat.start("Hi", client_id="a")
        with pytest.raises(SessionConflict):
            await running.result()
        assert (await chat.session()).lease_owner == ""
        for _ in range(2):
            result = await chat.send("Hi", client_id="a")
            assert (result.turn, result.message) == (1, "Hello.")
            assert [event.kind for event in chat.events if event.kind != "step_started"][-2:] == [
                "message",
                "turn_completed",
            ]
        assert await chat.transcript() == [("human", "Hi"), ("ai", "Hello.")]


@pytest.mark.parametrize(("meanwhile", "told"), [({"revision": 99}, True), ({"lease_owner": "other"}, False)])
async def test_every_tab_hears_of_a_turn_that_could_not_be_closed_unless_it_runs_elsewhere(
    monkeypatch, meanwhile, told
):
    heard: list[dict[str, Any]] = []

    async def publish(session: Any, *events: BaseModel, run: str) -> None:
        heard.extend(event.model_dump() for event in events)

    monkeypatch.setattr(live, "publish", publish)
    release = asyncio.Event()
    async with GraphHarness(TalkGraph, ScriptedChat([held(release, says("Hello."))])) as chat:
        await chat.start("Hi")
        await in_database(Session.objects.filter(pk=chat.session_id).update, **meanwhile)
        release.set()
        await wait_for_all()
        last = SESSION_EVENT.validate_python(heard[-1])
        assert isinstance(last, TurnFailed) == told
        if isinstance(last, TurnFailed):
            assert (last.code, last.retryable) == ("SESSION_CONFLICT", True)


async def test_every_tab_hears_the_same_events(monkeypatch):
    heard: list[dict[str, Any]] = []
    ended = asyncio.Event()

    async def publish(session: Any, *events: BaseModel, run: str) -> None:
        heard.extend(event.model_dump() for event in events)
        if heard[-1]["kind"] == "turn_completed":
            ended.set()

    monkeypatch.setattr(live, "publish", publish)
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello there.")])) as chat:
        await chat.send("Hi", stream=True)
        await asyncio.wait_for(ended.wait(), 5)
        assert [SESSION_EVENT.validate_python(event) for event in heard] == chat.events
