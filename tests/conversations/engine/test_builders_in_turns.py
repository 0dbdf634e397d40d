"""Each builder: its reply, the cursor after, what runs now, and which space hears what."""

import pytest
from pydantic import BaseModel

from conversations.authoring import Graph, GraphState, direct, direct_to, finish, go, reject, stay
from conversations.engine.errors import SessionCompleted
from conversations.models import SessionStatus
from conversations.testing import GraphHarness, ScriptedChat, call, calls, says
from tests.conversations.engine.stages import Act, ActNode, PlainNode, TalkNode

pytestmark = pytest.mark.django_db(transaction=True)

ACTS: dict[str, Act] = {
    "go": lambda context, state: go(ThereNode),
    "go by id": lambda context, state: go("ThereNode"),
    "go with": lambda context, state: go(ThereNode).with_state(seed="corn").with_message("Please go on."),
    "direct": lambda context, state: direct(" Exactly this. "),
    "direct_to": lambda context, state: direct_to(ThereNode, "Which one?"),
    "direct_to with": lambda context, state: (
        direct_to(ThereNode, "Which one?").with_state(seed="rye").with_message("It is about rye.")
    ),
    "finish": lambda context, state: finish("Goodbye."),
    "stay": lambda context, state: stay("Not yet."),
    "reject": lambda context, state: reject("Too young."),
}


class HereNode(ActNode):
    acts = ACTS


class PlainHereNode(PlainNode):
    acts = ACTS


class ThereNode(TalkNode):
    class State(BaseModel):
        seed: str = ""


class TwoSpacesGraph(Graph):
    name = "two-spaces"
    nodes = [HereNode, ThereNode]
    start = HereNode
    history_spaces = {"here": [HereNode], "there": [ThereNode]}


class PlainGraph(Graph):
    name = "plain"
    nodes = [PlainHereNode, ThereNode]
    start = PlainHereNode
    history_spaces = {"here": [PlainHereNode], "there": [ThereNode]}


async def texts(chat: GraphHarness, space: str) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in await chat.messages(space=space)]


def acting(what: str, *more) -> ScriptedChat:
    return ScriptedChat([calls(call("act", what=what)), *more])


@pytest.mark.parametrize("what", ["stay", "reject"])
async def test_a_stay_keeps_the_node_and_feeds_the_model(what: str):
    model = acting(what, says("Hm."))
    async with GraphHarness(TwoSpacesGraph, model) as chat:
        result = await chat.send("Hi")
        assert result.message == "Hm."
        assert await chat.cursor() == "HereNode"
        assert len(await chat.steps()) == 1
        feedback = model.request.messages[-1].text
        assert feedback in ("Not yet.", '{"accepted":false,"error":"Too young."}')


@pytest.mark.parametrize("what", ["go", "go by id"])
async def test_go_runs_the_target_in_the_same_turn(what: str):
    model = acting(what, says("Welcome there."))
    async with GraphHarness(TwoSpacesGraph, model) as chat:
        result = await chat.send("Hi")
        assert (result.turn, result.message) == (1, "Welcome there.")
        assert await chat.cursor() == "ThereNode"
        assert [step.node for step in await chat.steps()] == ["HereNode", "ThereNode"]
        assert (await chat.turns())[0].input_consumed
        assert await texts(chat, "here") == [("human", "Hi"), ("ai", ""), ("tool", "OK")]
        assert await texts(chat, "there") == [("human", "Start"), ("ai", "Welcome there.")]


async def test_go_seeds_the_target_s_channel_and_space():
    model = acting("go with", says("Welcome."))
    async with GraphHarness(TwoSpacesGraph, model) as chat:
        await chat.send("Hi")
        assert (await chat.channel(ThereNode)).seed == "corn"
        assert await texts(chat, "there") == [("human", "Please go on."), ("ai", "Welcome.")]
        assert [text for _, text in await chat.transcript()] == ["Hi", "Welcome."]


async def test_direct_answers_exactly_and_asks_no_model_again():
    model = acting("direct")
    async with GraphHarness(TwoSpacesGraph, model) as chat:
        result = await chat.send("Hi")
        assert result.message == " Exactly this. "
        assert await chat.cursor() == "HereNode"
        assert len(model.requests) == 1
        assert (await texts(chat, "here"))[-2:] == [("tool", "OK"), ("ai", " Exactly this. ")]
        assert not result.completed


async def test_direct_to_hands_over_and_lets_the_target_see_its_own_question():
    model = acting("direct_to")
    async with GraphHarness(TwoSpacesGraph, model) as chat:
        result = await chat.send("Hi")
        assert result.message == "Which one?"
        assert await chat.cursor() == "ThereNode"
        assert len(model.requests) == 1
        assert await texts(chat, "there") == [("ai", "Which one?")]
        model.then(says("The red one, then."))
        await chat.send("The red one")
        assert await texts(chat, "there") == [
            ("ai", "Which one?"),
            ("human", "The red one"),
            ("ai", "The red one, then."),
        ]


async def test_direct_to_seeds_before_its_question():
    async with GraphHarness(TwoSpacesGraph, acting("direct_to with")) as chat:
        await chat.send("Hi")
        assert (await chat.channel(ThereNode)).seed == "rye"
        assert await texts(chat, "there") == [("human", "It is about rye."), ("ai", "Which one?")]
        assert await chat.transcript() == [("human", "Hi"), ("ai", "Which one?")]


async def test_finish_answers_exactly_and_completes_the_session():
    async with GraphHarness(TwoSpacesGraph, acting("finish")) as chat:
        result = await chat.send("Hi")
        assert (result.message, result.completed) == ("Goodbye.", True)
        assert (await chat.session()).status == SessionStatus.COMPLETED
        assert (await texts(chat, "here"))[-1] == ("ai", "Goodbye.")
        with pytest.raises(SessionCompleted):
            await chat.send("Still there?")


@pytest.mark.parametrize(
    ("what", "reply", "cursor", "outcomes"),
    [
        ("go", "Welcome.", "ThereNode", ["go", "direct"]),
        ("direct", " Exactly this. ", "PlainHereNode", ["direct"]),
        ("direct_to", "Which one?", "ThereNode", ["direct_to"]),
        ("finish", "Goodbye.", "end", ["finish"]),
    ],
)
async def test_plain_nodes_use_the_same_builders(what: str, reply: str, cursor: str, outcomes: list[str]):
    async with GraphHarness(PlainGraph, ScriptedChat([says("Welcome.")])) as chat:
        result = await chat.send(what)
        assert (result.message, await chat.cursor()) == (reply, cursor)
        assert [step.outcome for step in await chat.steps()] == outcomes


async def test_visible_messages_are_numbered_over_all_spaces_and_stored_once():
    model = acting("direct_to", says("And you?"))
    async with GraphHarness(TwoSpacesGraph, model) as chat:
        await chat.send("Hi")
        await chat.send("Hello there")
        visible = await chat.messages(visible=True)
        assert [message.number for message in visible] == [1, 2, 3, 4]
        assert [message.space for message in visible] == ["here", "there", "there", "there"]
        everything = await chat.messages()
        assert [message.seq for message in everything] == list(range(1, len(everything) + 1))


async def test_a_target_that_reads_its_seed_sees_it_in_the_same_turn():
    seen: list[str] = []

    class ReadingNode(TalkNode):
        id = "ThereNode"

        class State(BaseModel):
            seed: str = ""

        def get_prompt(self, state: GraphState) -> str:
            seen.append(state.of("ThereNode").seed)
            return "Read."

    class ReadingGraph(Graph):
        name = "reading"
        nodes = [HereNode, ReadingNode]
        start = HereNode

    async with GraphHarness(ReadingGraph, acting("go with", says("Welcome."))) as chat:
        await chat.send("Hi")
        assert seen == ["corn"]
