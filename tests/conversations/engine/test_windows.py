"""Which part of a history a model gets, and that no more than that is read from the database."""

from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversations.authoring import ConversationNode, Graph, direct_to, go, stay
from conversations.engine import store
from conversations.engine.conversation.window import window_of
from conversations.testing import GraphHarness, ScriptedChat, call, calls, says
from providers.ports import ChatMessage, ChatRole, ToolCall
from tests.conversations.engine.stages import ActNode


def human(text: str = "Hi") -> list[ChatMessage]:
    return [ChatMessage(role=ChatRole.HUMAN, text=text)]


def answer(text: str = "Hello.") -> list[ChatMessage]:
    return [ChatMessage(role=ChatRole.AI, text=text)]


def tools(count: int) -> list[ChatMessage]:
    made = tuple(ToolCall(id=f"call_{number}", name="act", arguments={}) for number in range(count))
    results = [ChatMessage(role=ChatRole.TOOL, text="OK", tool_call_id=one.id) for one in made]
    return [ChatMessage(role=ChatRole.AI, tool_calls=made), *results]


PIECES = st.one_of(st.builds(human), st.builds(answer), st.builds(tools, st.integers(1, 4)))
HISTORIES = st.lists(PIECES, max_size=25).map(lambda pieces: [one for piece in pieces for one in piece])


def has_human(messages: list[ChatMessage]) -> bool:
    return any(message.role is ChatRole.HUMAN for message in messages)


SIZES = st.integers(1, 12)


@given(HISTORIES, SIZES)
def test_a_window_starts_at_a_human_message(history: list[ChatMessage], size: int):
    window = window_of(history, size)
    if has_human(history):
        assert window[0].role is ChatRole.HUMAN


@given(HISTORIES, SIZES)
def test_a_window_is_never_longer_than_its_size(history: list[ChatMessage], size: int):
    assert len(window_of(human() + history, size)) <= size


@given(HISTORIES, SIZES)
def test_a_window_never_parts_a_tool_call_from_its_result(history: list[ChatMessage], size: int):
    window = window_of(human() + history, size)
    asked = [one.id for message in window for one in message.tool_calls]
    answered = [message.tool_call_id for message in window if message.tool_call_id]
    assert asked == answered


@given(HISTORIES, SIZES)
def test_a_window_with_a_human_message_in_it_is_the_newest_part_from_there_on(
    history: list[ChatMessage], size: int
):
    newest = history[max(0, len(history) - size) :]
    if has_human(newest):
        first = next(index for index, message in enumerate(newest) if message.role is ChatRole.HUMAN)
        assert window_of(history, size) == newest[first:]


@given(HISTORIES, SIZES, st.lists(st.builds(tools, st.integers(1, 6)), max_size=6))
def test_a_run_never_forgets_what_it_did_itself(
    history: list[ChatMessage], size: int, rounds: list[list[ChatMessage]]
):
    run = [message for one in rounds for message in one]
    window = window_of(human() + history + run, size, len(run))
    assert window[len(window) - len(run) :] == run
    assert window[0].role is ChatRole.HUMAN


@given(HISTORIES)
def test_without_a_size_everything_is_sent_that_follows_a_human_message(history: list[ChatMessage]):
    assert window_of(human() + history, None) == human() + history


class LongNode(ActNode):
    acts = {"stay": lambda context, state: stay("Go on.")}


class LongGraph(Graph):
    name = "long"
    nodes: ClassVar[list[type[ConversationNode]]] = [LongNode]
    start = LongNode
    history_window: ClassVar[int | None] = 4


class WholeGraph(LongGraph):
    name = "whole"
    history_window = None


def sent(model: ScriptedChat) -> list[str]:
    return [message.text for message in model.request.messages[1:]]


@pytest.mark.django_db(transaction=True)
async def test_a_model_gets_the_newest_messages_of_its_space():
    model = ScriptedChat([says(f"Answer {number}.") for number in range(5)])
    async with GraphHarness(LongGraph, model) as chat:
        for number in range(5):
            await chat.send(f"Question {number}")
        assert sent(model) == ["Question 3", "Answer 3.", "Question 4"]


@pytest.mark.django_db(transaction=True)
async def test_none_sends_all():
    model = ScriptedChat([says("Yes.") for _ in range(30)])
    async with GraphHarness(WholeGraph, model) as chat:
        for number in range(30):
            await chat.send(f"Question {number}")
        assert len(sent(model)) == 59


@pytest.mark.django_db(transaction=True)
async def test_a_run_with_more_tool_messages_than_the_window_keeps_its_question():
    batch = [calls(*[call("act", what="stay") for _ in range(3)]) for _ in range(3)]
    model = ScriptedChat([says("Hello."), *batch, says("Done.")])
    async with GraphHarness(LongGraph, model) as chat:
        await chat.send("Hi")
        await chat.send("Work")
        assert sent(model)[0] == "Work"
        assert len(sent(model)) == 13


@pytest.mark.django_db(transaction=True)
async def test_a_space_that_hears_no_customer_costs_no_more_the_older_it_gets():
    class RouterNode(ActNode):
        space = "router"
        acts = {"back": lambda context, state: direct_to(DeskNode, "Next?")}

    class DeskNode(ActNode):
        acts = {"route": lambda context, state: go(RouterNode)}

    class DeskGraph(Graph):
        name = "desk"
        nodes = [DeskNode, RouterNode]
        start = DeskNode
        history_window = 6

    route, back = calls(call("act", what="route")), calls(call("act", what="back"))
    model = ScriptedChat([reply for _ in range(8) for reply in (route, back)])
    async with GraphHarness(DeskGraph, model) as chat:
        for number in range(8):
            assert (await chat.send(f"Question {number}")).success
        roles = [message.role for message in model.request.messages[1:]]
        assert roles == ["human", "ai", "tool", "ai", "tool"]
        assert model.request.messages[1].text == "Start"


@pytest.mark.django_db(transaction=True)
async def test_no_more_rows_are_read_than_the_window_holds(monkeypatch):
    read: list[int] = []
    open_turn = store.open_turn

    def counting(*args: Any, **kwargs: Any) -> Any:
        opened = open_turn(*args, **kwargs)
        read.append(len(opened.history))
        return opened

    monkeypatch.setattr(store, "open_turn", counting)
    model = ScriptedChat([says("Yes.") for _ in range(10)])
    async with GraphHarness(LongGraph, model) as chat:
        for number in range(10):
            await chat.send(f"Question {number}")
        assert max(read) == 4
