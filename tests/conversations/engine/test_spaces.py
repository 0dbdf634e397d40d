"""History spaces: what stages share, what they do not see of each other, and the seed of an empty one."""

import pytest

from conversations.authoring import Graph, direct_to, go
from conversations.testing import GraphHarness, ScriptedChat, call, calls, says
from tests.conversations.engine.stages import ActNode, TalkNode

pytestmark = pytest.mark.django_db(transaction=True)


class FirstNode(ActNode):
    acts = {
        "go": lambda context, state: go(SecondNode),
        "hand over": lambda context, state: direct_to(SecondNode, "And now?"),
    }


class SecondNode(ActNode):
    acts = {"back": lambda context, state: go(FirstNode)}


class SideNode(TalkNode):
    space = "side"


class SharedGraph(Graph):
    name = "shared"
    nodes = [FirstNode, SecondNode, SideNode]
    start = FirstNode


class ApartGraph(SharedGraph):
    name = "apart"
    history_spaces = {"first": [FirstNode], "second": [SecondNode]}


class UnseededGraph(ApartGraph):
    name = "unseeded"
    empty_history_seed = None


class GreetingGraph(ApartGraph):
    name = "greeting"
    empty_history_seed = "Begin, please."


def act(what: str):
    return calls(call("act", what=what))


def sent(model: ScriptedChat) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in model.request.messages[1:]]


async def test_stages_of_one_space_see_each_other_s_messages():
    model = ScriptedChat([act("go"), says("Second here.")])
    async with GraphHarness(SharedGraph, model) as chat:
        await chat.send("Hi")
        assert sent(model) == [("human", "Hi"), ("ai", ""), ("tool", "OK")]
        assert {message.space for message in await chat.messages()} == {"default"}


async def test_stages_of_different_spaces_do_not():
    model = ScriptedChat([act("go"), says("Second here."), says("Yes?")])
    async with GraphHarness(ApartGraph, model) as chat:
        await chat.send("My secret")
        assert sent(model) == [("human", "Start")]
        await chat.send("Hello second")
        assert sent(model) == [("human", "Start"), ("ai", "Second here."), ("human", "Hello second")]


async def test_a_stage_that_is_entered_again_finds_its_own_history():
    model = ScriptedChat([act("go"), says("Second."), act("back"), says("First again.")])
    async with GraphHarness(ApartGraph, model) as chat:
        await chat.send("One")
        await chat.send("Two")
        assert sent(model) == [("human", "One"), ("ai", ""), ("tool", "OK")]


async def test_an_empty_space_is_seeded_with_an_internal_message_once():
    model = ScriptedChat([act("go"), says("Second."), says("Yes?")])
    async with GraphHarness(GreetingGraph, model) as chat:
        await chat.send("Hi")
        assert sent(model) == [("human", "Begin, please.")]
        assert model.request.messages[1].internal
        await chat.send("Well?")
        seeds = [m for m in await chat.messages(space="second") if m.text == "Begin, please."]
        assert [(m.internal, m.number) for m in seeds] == [(True, None)]


async def test_without_a_seed_the_model_gets_the_prompt_alone():
    model = ScriptedChat([act("go"), says("Second.")])
    async with GraphHarness(UnseededGraph, model) as chat:
        await chat.send("Hi")
        assert sent(model) == []
        assert [m.text for m in await chat.messages(space="second")] == ["Second."]


async def test_a_stage_sees_its_own_question_though_a_model_s_first_message_is_a_human_one():
    model = ScriptedChat([act("hand over"), says("Noted."), says("Yes?")])
    async with GraphHarness(ApartGraph, model) as chat:
        await chat.send("Hi")
        await chat.send("This")
        assert sent(model) == [("human", "Start"), ("ai", "And now?"), ("human", "This")]
        assert model.request.messages[1].internal
        assert [m.text for m in await chat.messages(space="second")] == ["And now?", "This", "Noted."]
        await chat.send("Well?")
        assert sent(model)[:2] == [("human", "Start"), ("ai", "And now?")]


async def test_without_a_seed_the_model_s_first_message_is_the_customer_s():
    model = ScriptedChat([act("hand over"), says("Noted.")])
    async with GraphHarness(UnseededGraph, model) as chat:
        await chat.send("Hi")
        await chat.send("This")
        assert sent(model) == [("human", "This")]


async def test_a_node_s_own_space_holds_where_the_graph_maps_none():
    class SideGraph(Graph):
        name = "side"
        nodes = [SideNode]
        start = SideNode

    async with GraphHarness(SideGraph, ScriptedChat([says("Hello.")])) as chat:
        await chat.send("Hi")
        assert {message.space for message in await chat.messages()} == {"side"}
