"""The harness: a session of one graph on the real engine and database, with everything to look at."""

from datetime import date, datetime, timedelta, timezone
from typing import Any

import pytest

from conversations import clock
from conversations.authoring import Graph, GraphConfigurationError, GraphState, Node, TurnContext, direct
from conversations.engine import graphs
from conversations.engine.events import TurnCompleted
from conversations.models import Session
from conversations.testing import (
    GraphHarness,
    ScriptedChat,
    ScriptedDecisions,
    ScriptExhausted,
    ScriptMismatch,
    answers,
    call,
    calls,
    fails,
    says,
    serve_graphs,
    unfit_answers,
)
from providers.database import in_database
from providers.registry import registry
from tests.conversations.authoring.faulty_decisions import RouteNode
from tests.conversations.authoring.faulty_graphs import NoStartGraph
from tests.conversations.authoring.sound_graph import TalkNode
from tests.conversations.graphs import NameNode, WishGraph

pytestmark = pytest.mark.django_db(transaction=True)


class RoutingGraph(Graph):
    """A decision, then a talk; both ask the same provider."""

    name = "routing"
    nodes = [RouteNode, TalkNode]
    start = RouteNode
    decision = {"provider": "embedded"}


def wish() -> ScriptedChat:
    return ScriptedChat([calls(call("save_name", name="Ada")), says("A wish?")])


async def test_it_drives_a_turn_and_shows_what_became_of_it():
    async with GraphHarness(WishGraph, wish(), external_user="ada") as chat:
        result = await chat.send("I am Ada")
        assert result.message == "A wish?"
        assert await chat.cursor() == "WishNode"
        assert (await chat.channel(NameNode)).name == "Ada"
        assert (await chat.channel("NameNode")) == await chat.channel(NameNode)
        assert await chat.transcript() == [("human", "I am Ada"), ("ai", "A wish?")]
        assert [message.role for message in await chat.messages()] == ["human", "ai", "tool", "ai"]
        assert [message.role for message in await chat.messages(visible=False)] == ["ai", "tool"]
        assert await chat.messages(space="elsewhere") == []
        assert [step.node for step in await chat.steps()] == ["NameNode", "WishNode"]
        assert await chat.steps(turn=2) == []
        assert [turn.number for turn in await chat.turns()] == [1]
        assert len(await chat.model_calls()) == 2
        assert isinstance(chat.events[-1], TurnCompleted)
        assert (await chat.session()).external_user == "ada"


async def test_the_model_is_asked_what_the_test_can_read():
    model = wish()
    async with GraphHarness(WishGraph, model) as chat:
        await chat.send("I am Ada")
        assert model.requests[0].messages[-1].text == "I am Ada"
        assert model.requests[0].tools[0].name == "save_name"


async def test_a_script_that_is_too_short_fails_the_test_and_not_only_the_turn():
    async with GraphHarness(WishGraph, ScriptedChat()) as chat:
        with pytest.raises(ScriptExhausted):
            await chat.send("Hi")


async def test_a_retry_is_checked_alike():
    async with GraphHarness(WishGraph, ScriptedChat([fails()])) as chat:
        await chat.send("Hi")
        with pytest.raises(ScriptExhausted):
            await chat.retry(1)


async def test_it_starts_another_session_on_request():
    async with GraphHarness(WishGraph, ScriptedChat([says("One."), says("Two.")])) as chat:
        await chat.send("Hi")
        first = chat.session_id
        await chat.restart()
        assert chat.session_id != first
        assert await chat.messages() == []
        assert (await chat.send("Hi")).turn == 1


async def test_a_node_s_channel_reads_as_its_defaults_before_anything_is_saved():
    async with GraphHarness(WishGraph, ScriptedChat()) as chat:
        assert await chat.channel(NameNode) == NameNode.State()


async def test_it_serves_its_graph_and_nothing_else_while_it_is_open():
    before = dict(registry.overrides)
    async with GraphHarness(WishGraph, ScriptedChat()):
        assert list(graphs.served()) == ["wish"]
        assert "embedded" in registry.overrides
    assert registry.overrides == before


async def test_its_scripts_stand_in_for_the_providers_that_the_nodes_ask_also_where_one_does_both():
    script = ScriptedDecisions([answers(topic="billing")])
    async with GraphHarness(RoutingGraph, ScriptedChat([says("Hello.")]), decisions=script) as chat:
        assert (await chat.send("Hi")).message == "Hello."
    assert len(script.requests) == 1


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"topc": "billing"}, "was asked topic, but the script answers topc."),
        ({}, "was asked topic, but the script answers nothing."),
        ({"topic": "biling"}, "gave answers that do not fit: topic.choice: is not one of"),
        ({"topic": 0.4}, "gave answers that do not fit: topic"),
    ],
    ids=["another question", "none", "another label", "another kind"],
)
async def test_a_slip_in_a_script_s_answers_is_no_fallback(given: dict[str, Any], words: str):
    script = ScriptedDecisions([answers(**given)])
    async with GraphHarness(RoutingGraph, decisions=script) as chat:
        with pytest.raises(ScriptMismatch, match=f"scripted-decisions {words}"):
            await chat.send("Hi")


async def test_answers_that_are_meant_not_to_fit_are_the_turn_s():
    script = ScriptedDecisions([unfit_answers(topc="billing")])
    async with GraphHarness(RoutingGraph, decisions=script) as chat:
        assert not (await chat.send("Hi")).success


async def test_it_tells_why_a_turn_failed_with_the_line(caplog: pytest.LogCaptureFixture):
    class BrokenNode(TalkNode):
        def get_prompt(self, state: GraphState) -> str:
            raise LookupError("no such offer")

    class BrokenGraph(Graph):
        name = "broken"
        nodes = [BrokenNode]
        start = BrokenNode

    async with GraphHarness(BrokenGraph, ScriptedChat()) as chat:
        assert not (await chat.send("Hi")).success
    told = " ".join(caplog.messages)
    assert "HANDLER_FAILED: BrokenNode.get_prompt raised LookupError('no such offer')" in told
    assert "test_harness.py, line " in told


class ClockNode(Node):
    """Tells what it is told of the time."""

    def run(self, context: TurnContext, state: GraphState) -> Any:
        return direct(f"{state.today} {state.now:%Y-%m-%d %H:%M %Z}")


class ClockGraph(Graph):
    name = "clock"
    nodes = [ClockNode]
    start = ClockNode


@pytest.mark.parametrize(
    "now",
    [
        datetime(2027, 3, 1, 9, 30),
        datetime(2027, 3, 1, 10, 30, tzinfo=timezone(timedelta(hours=1))),
    ],
    ids=["of the site", "of another zone"],
)
async def test_it_stops_the_site_s_time(now: datetime):
    async with GraphHarness(ClockGraph, now=now) as chat:
        assert (await chat.send("What time is it?")).message == "2027-03-01 2027-03-01 09:30 UTC"


async def test_the_time_is_of_the_date_that_the_site_takes_for_today():
    async with GraphHarness(ClockGraph, today=date(2027, 3, 1)) as chat:
        assert (await chat.send("What day is it?")).message.startswith("2027-03-01 2027-03-01 ")


async def test_it_stops_the_site_s_date():
    async with GraphHarness(WishGraph, ScriptedChat([says("Hello.")]), today=date(2027, 3, 1)) as chat:
        await chat.send("Hi")
        assert chat.model is not None
        assert chat.model.request.today == date(2027, 3, 1)
    assert clock.today() != date(2027, 3, 1)


async def test_it_waits_for_what_still_runs_before_it_closes():
    async with GraphHarness(WishGraph, wish()) as chat:
        await chat.start("I am Ada")
        session = chat.session_id
    row = await in_database(Session.objects.get, pk=session)
    assert (row.cursor, row.lease_owner) == ("WishNode", "")


def test_a_faulty_graph_is_not_served():
    with pytest.raises(GraphConfigurationError, match="start"), serve_graphs(NoStartGraph):
        pass
