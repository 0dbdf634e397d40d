"""`terminate_session`: offered last, only where there is a node for it; one goodbye, then the end."""

import pytest

from conversations.authoring import Graph, TerminateSessionNode
from conversations.engine.errors import SessionCompleted
from conversations.models import SessionStatus
from conversations.testing import GraphHarness, ScriptedChat, call, calls, fails, says
from tests.conversations.engine.stages import ActNode

pytestmark = pytest.mark.django_db(transaction=True)


class DeskNode(ActNode):
    pass


class DeskGraph(Graph):
    name = "desk"
    nodes = [DeskNode, TerminateSessionNode]
    start = DeskNode


class EndlessGraph(DeskGraph):
    name = "endless"
    nodes = [DeskNode]


LEAVE = calls(call("terminate_session"))


def offered(model: ScriptedChat) -> list[str]:
    return [spec.name for spec in model.request.tools]


async def test_it_is_offered_last():
    model = ScriptedChat([says("Hello.")])
    async with GraphHarness(DeskGraph, model) as chat:
        await chat.send("Hi")
        assert offered(model) == ["act", "terminate_session"]


async def test_it_is_not_offered_without_a_node_for_it():
    model = ScriptedChat([says("Hello.")])
    async with GraphHarness(EndlessGraph, model) as chat:
        await chat.send("Hi")
        assert offered(model) == ["act"]


async def test_one_goodbye_in_its_own_space_completes_the_session():
    model = ScriptedChat([LEAVE, says("Goodbye, Ada!")])
    async with GraphHarness(DeskGraph, model) as chat:
        result = await chat.send("I have to go")
        assert (result.message, result.completed) == ("Goodbye, Ada!", True)
        assert offered(model) == []
        assert (await chat.session()).status == SessionStatus.COMPLETED
        assert [(m.role, m.text, m.internal) for m in await chat.messages(space="terminate")] == [
            ("human", "Start", True),
            ("ai", "Goodbye, Ada!", False),
        ]
        assert [step.outcome for step in await chat.steps()] == ["go", "finish"]
        with pytest.raises(SessionCompleted):
            await chat.send("Wait!")


async def test_the_goodbye_uses_the_graph_s_chat_model():
    class NamedGraph(DeskGraph):
        name = "named"
        chat = {"model": "small"}

    model = ScriptedChat([LEAVE, says("Goodbye!")])
    async with GraphHarness(NamedGraph, model) as chat:
        await chat.send("Bye")
        assert model.request.model == "small"


async def test_a_goodbye_that_fails_can_be_said_again():
    model = ScriptedChat([LEAVE, fails(), says("Goodbye!")])
    async with GraphHarness(DeskGraph, model) as chat:
        assert not (await chat.send("Bye")).success
        assert (await chat.session()).status == SessionStatus.ACTIVE
        assert (await chat.retry(1)).completed


async def test_a_goodbye_that_calls_a_tool_gets_no_further_with_it():
    model = ScriptedChat([LEAVE, LEAVE, says("Goodbye!")])
    async with GraphHarness(DeskGraph, model) as chat:
        result = await chat.send("Bye")
        assert (result.message, result.completed) == ("Goodbye!", True)
