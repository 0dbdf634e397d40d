"""What holds after every turn, whatever the model and the graph did in it."""

import asyncio
import random
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import pytest
from pydantic import BaseModel

from conversations.authoring import Graph, GraphState, TurnContext, direct, direct_to, go, reject, stay, tool
from conversations.engine import NewSession, TurnRequest, engine, store
from conversations.engine.usage import add_up
from conversations.models import Message, Turn, TurnStatus
from conversations.testing import GraphHarness, ScriptedChat, call, calls, fails, says, serve_graphs
from conversations.testing.scripted import Reply
from providers.database import in_database
from providers.errors import ErrorCode
from providers.ports import ChatRequest, ChatResult, ChatRole, ToolCall
from providers.registry import override_provider
from tests.conversations.engine.stages import Act, ActNode, TalkNode, saving

pytestmark = pytest.mark.django_db(transaction=True)

TURNS = 40

SCRIPT_LENGTH = 120
"""More replies than any turn of this graph asks for: 25 steps of 4 rounds."""


class CountState(BaseModel):
    count: int = 0


def failing(*_: Any) -> Any:
    raise LookupError("A handler is broken.")


ACTS: dict[str, Act] = {
    "stay": lambda context, state: stay("Go on."),
    "reject": lambda context, state: reject("No."),
    "save": saving(stay("Saved."), count=1),
    "first": lambda context, state: go(FirstNode),
    "second": lambda context, state: go("SecondNode").with_message(state.request or "Nothing"),
    "direct": lambda context, state: direct("Exactly."),
    "hand over": lambda context, state: direct_to(SecondNode, "And?").with_state(count=2),
    "raise": failing,
}


class FirstNode(ActNode):
    State = CountState
    acts = ACTS


class SecondNode(ActNode):
    State = CountState
    acts = ACTS


class ChaosGraph(Graph):
    name = "chaos"
    nodes = [FirstNode, SecondNode]
    start = FirstNode
    history_spaces = {"second": [SecondNode]}
    history_window = 6
    max_agent_rounds = 4


def any_call(chance: random.Random) -> ToolCall:
    return chance.choice(
        [
            call("act", what=chance.choice(list(ACTS))),
            call("act", what="stay", count="many"),
            call("act", "{not json"),
            call("unknown"),
        ]
    )


def any_reply(chance: random.Random) -> Reply:
    kind = chance.random()
    if kind < 0.3:
        return says(f"Reply {chance.randrange(1000)}.")
    if kind < 0.85:
        return calls(
            *[any_call(chance) for _ in range(chance.randint(1, 3))], text=chance.choice(["", "Hm."])
        )
    if kind < 0.95:
        return says("")
    return fails(chance.choice(list(ErrorCode)))


def assert_numbered_without_gaps(numbers: Iterable[int | None]) -> None:
    found = list(numbers)
    assert found == list(range(1, len(found) + 1))


def assert_tool_calls_are_answered(messages: list[Message]) -> None:
    """In every space each call's answer follows it at once, in order."""
    spaces: dict[str, list[Message]] = defaultdict(list)
    for message in messages:
        spaces[message.space].append(message)
    for space in spaces.values():
        open_calls: list[str] = []
        for message in space:
            if message.role == "tool":
                assert message.tool_call_id == open_calls.pop(0)
            else:
                assert open_calls == []
                open_calls = [one["id"] for one in message.tool_calls]
        assert open_calls == []


async def assert_all_is_well(chat: GraphHarness) -> None:
    session, messages, turns = await chat.session(), await chat.messages(), await chat.turns()
    assert (session.lease_owner, session.lease_expires_at) == ("", None)
    assert session.cursor in {"FirstNode", "SecondNode"}
    assert_numbered_without_gaps(message.seq for message in messages)
    assert_numbered_without_gaps(message.number for message in messages if message.number is not None)
    assert (session.last_seq, session.last_turn) == (len(messages), len(turns))
    assert_tool_calls_are_answered(messages)
    assert session.usage == add_up(*[turn.usage for turn in turns])
    for turn in turns:
        assert_closed(turn)


def assert_closed(turn: Turn) -> None:
    assert turn.status in (TurnStatus.COMPLETED, TurnStatus.FAILED)
    assert bool(turn.cause) is (turn.status == TurnStatus.FAILED)
    assert turn.ended_at is not None


class EchoChat(ScriptedChat):
    """Saves what the customer said, then says it back."""

    async def chat(self, request: ChatRequest) -> ChatResult:
        newest = request.messages[-1]
        if newest.role is ChatRole.TOOL:
            return says(f"You said {request.messages[-3].text}.")
        return calls(call("note", text=newest.text))


class NoteInput(BaseModel):
    text: str


class NoteNode(TalkNode):
    class State(BaseModel):
        notes: list[str] = []

    @tool("note", description="Note what was said.")
    def note(self, input: NoteInput, context: TurnContext, state: GraphState) -> Any:
        context.save_state(notes=[*state.of(NoteNode).notes, input.text])
        return stay("Noted.")


class NoteGraph(Graph):
    name = "note"
    nodes = [NoteNode]
    start = NoteNode


async def test_many_sessions_at_once_stay_apart():
    async def converse(name: int) -> None:
        session, _ = await engine.create_session(NewSession("note"))
        for number in range(3):
            said = f"{name}/{number}"
            result = await engine.run(TurnRequest(session.id, said))
            assert (result.turn, result.message) == (number + 1, f"You said {said}.")
        stored = await in_database(store.read_session, session.id)
        assert stored.channels == {"NoteNode": {"notes": [f"{name}/{number}" for number in range(3)]}}
        assert (stored.lease, stored.last_seq, stored.last_number) == ("", 12, 6)

    with serve_graphs(NoteGraph), override_provider("embedded", EchoChat()):
        await asyncio.gather(*[converse(name) for name in range(25)])


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_happens_in_its_turns_a_session_stays_whole(seed: int):
    chance = random.Random(seed)
    model = ScriptedChat()
    causes: set[str] = set()
    async with GraphHarness(ChaosGraph, model) as chat:
        for number in range(TURNS):
            model.replies[:] = [any_reply(chance) for _ in range(SCRIPT_LENGTH)]
            result = await chat.send(f"Message {number}", stream=chance.random() < 0.5)
            while not result.success and chance.random() < 0.3:
                result = await chat.retry(result.turn)
            causes.add(result.cause)
        await assert_all_is_well(chat)
        assert_numbered_without_gaps([turn.number for turn in await chat.turns()])
        sent = [request.messages for request in model.requests]
        assert all(messages[1].role == "human" for messages in sent)
    assert len(causes) > 3
