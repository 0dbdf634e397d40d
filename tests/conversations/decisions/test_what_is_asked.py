"""What a provider is told: facts, the customer's words, the prompt before every question; and which one."""

from typing import Any, ClassVar

import pytest

from conversations.authoring import (
    Answers,
    Choice,
    DecisionContext,
    DecisionNode,
    DecisionOptions,
    Graph,
    GraphState,
    Node,
    Noul,
    Restore,
    RestoredSession,
    Score,
    TurnContext,
    direct,
    direct_to,
    go,
)
from conversations.models import GraphSettings
from conversations.testing import GraphHarness, ScriptedDecisions, answers
from providers.database import in_database
from providers.questions import Question
from tests.conversations.decisions.asking import asking
from tests.conversations.decisions.contract_server import SystemOneServer

pytestmark = pytest.mark.django_db(transaction=True)

YES = answers(sure=0.9)

NOTHING_TOLD = Noul(true="It burns.")


class SureNode(DecisionNode):
    def define_questions(self, state: GraphState) -> dict[str, Noul]:
        return {"sure": Noul("Is it sure?")}

    async def on_decision(self, answers: Answers, context: DecisionContext, state: GraphState) -> Any:
        return direct("Sure.")


class EntryNode(Node):
    async def run(self, context: TurnContext, state: GraphState) -> Any:
        match state.request:
            case "internal":
                return go(SureNode).with_message("Written by the author.", internal=True)
            case "forward":
                return go(SureNode).with_message("What was forwarded.")
            case "ask":
                return direct_to(SureNode, "Are you sure?")
        return go(SureNode)


class SharedGraph(Graph):
    name = "shared"
    nodes = [EntryNode, SureNode]
    start = EntryNode


class ApartGraph(Graph):
    name = "apart"
    nodes = [EntryNode, SureNode]
    start = EntryNode
    history_spaces = {"entry": [EntryNode], "sure": [SureNode]}


async def told(graph: type[Graph], *messages: str) -> dict[str, Any]:
    """The state of the newest decision after these messages."""
    script = ScriptedDecisions([YES] * len(messages))
    async with GraphHarness(graph, decisions=script) as chat:
        for message in messages:
            assert (await chat.send(message)).success
    assert isinstance(script.request.state, dict)
    return script.request.state


async def test_internal_messages_are_neither_request_nor_prior():
    assert await told(SharedGraph, "internal") == {"request": "internal", "priorRequests": []}


async def test_the_assistant_s_words_are_neither():
    state = await told(SharedGraph, "ask", "Yes, I am.", "Very much.")
    assert state == {"request": "Very much.", "priorRequests": ["ask", "Yes, I am."]}


async def test_messages_of_other_spaces_are_neither():
    assert await told(ApartGraph, "Hello") == {"request": "", "priorRequests": []}


async def test_what_is_forwarded_into_the_space_is_a_request_there():
    assert await told(ApartGraph, "forward") == {"request": "What was forwarded.", "priorRequests": []}


async def test_four_earlier_requests_go_along_oldest_first():
    assert await told(SharedGraph, *"123456") == {"request": "6", "priorRequests": ["2", "3", "4", "5"]}


@pytest.mark.parametrize("window", [1, 2, 5, 9, None])
async def test_four_earlier_requests_go_along_though_a_model_would_see_fewer(window: int | None):
    class NarrowGraph(SharedGraph):
        history_window = window

    assert await told(NarrowGraph, *"123456") == {"request": "6", "priorRequests": ["2", "3", "4", "5"]}
    state = await told(NarrowGraph, "1", "internal", "3")
    assert state == {"request": "3", "priorRequests": ["1", "internal"]}


async def test_a_narrow_window_brings_back_nothing_from_before_a_fresh_start():
    class IdleGraph(SharedGraph):
        history_window = 1

        def on_restore(self, session: RestoredSession) -> Restore:
            return Restore.START_AFRESH

    assert await told(IdleGraph, "1", "2", "3") == {"request": "3", "priorRequests": []}


async def test_the_prompt_is_first_in_the_instructions_of_every_question(server: SystemOneServer):
    questions: dict[str, Question] = {
        "text": Choice({"a": None}, instructions="Which?"),
        "list": Score(["no", "yes"], instructions=["First.", {"second": True}]),
        "object": Noul({"ask": "Is it?"}),
        "nothing": NOTHING_TOLD,
    }
    ask = asking(questions, get_prompt=lambda self, state: "You route.")
    async with GraphHarness(ask.graph) as chat:
        await chat.send("Hi")

    asked = {name: question["instructions"] for name, question in server.bodies[0]["questions"].items()}
    assert asked == {
        "text": ["You route.", "Which?"],
        "list": ["You route.", "First.", {"second": True}],
        "object": ["You route.", {"ask": "Is it?"}],
        "nothing": ["You route."],
    }
    assert ask.seen[0].of(NOTHING_TOLD).noul == 0.9


@pytest.mark.parametrize("prompt", ["", " \n"])
async def test_a_blank_prompt_changes_no_question(prompt: str, server: SystemOneServer):
    async with GraphHarness(asking(get_prompt=lambda self, state: prompt).graph) as chat:
        await chat.send("Hi")

    asked = server.bodies[0]["questions"]
    assert (asked["urgent"]["instructions"], "instructions" in asked["topic"]) == ("Is it urgent?", False)


async def test_a_request_has_the_fields_of_the_contract_and_its_size_is_on_record(server: SystemOneServer):
    async with GraphHarness(asking().graph) as chat:
        await chat.send("Grüße")
        (row,) = await chat.decisions_on_record()

    assert server.bodies[0].keys() == {"state", "model", "questions"}
    assert server.bodies[0]["state"] == {"request": "Grüße", "priorRequests": []}
    assert 200 < row.request_bytes < 600
    assert (row.input_tokens, row.output_tokens) == (120, 7)


def levelled(of_graph: DecisionOptions, of_node: DecisionOptions) -> type[Graph]:
    class LevelledNode(SureNode):
        def get_decision_config(self) -> DecisionOptions:
            return of_node

    class LevelledGraph(Graph):
        name = "levelled"
        nodes = [LevelledNode]
        start = LevelledNode
        decision: ClassVar[DecisionOptions] = of_graph

    return LevelledGraph


PROVIDERS = ("typesafe", "from-graph", "from-staff", "from-node")


async def asked(of_graph: Any, of_node: Any, **staff: Any) -> tuple[str, str | None, float | None]:
    """The provider that was asked, for which model, and the time-out."""
    if staff:
        await in_database(GraphSettings.objects.create, graph="levelled", **staff)
    script = ScriptedDecisions([YES], name="")
    graph = levelled(of_graph, of_node)
    async with GraphHarness(graph, decisions=script, deciders=PROVIDERS) as chat:
        assert (await chat.send("Hi")).success
        (row,) = await chat.decisions_on_record()
    assert (row.asked_model or None) == script.request.model
    return row.provider, script.request.model, script.request.timeout


async def test_the_framework_s_provider_model_and_time_hold_where_nobody_says_more():
    assert await asked({}, {}) == ("typesafe", "jev-latest", 30)


async def test_the_setting_names_another_provider_and_drops_the_model(settings):
    settings.EZGRAPH_DECISION_PROVIDER = "from-graph"
    assert await asked({}, {}) == ("from-graph", None, 30)


async def test_the_graph_stands_above_the_framework():
    options = {"provider": "from-graph", "model": "m", "timeout": 7}
    assert await asked(options, {}) == ("from-graph", "m", 7)


async def test_staff_stand_above_the_graph():
    graph = {"provider": "from-graph", "model": "m", "timeout": 7}
    assert await asked(graph, {}, decision_provider="from-staff") == ("from-staff", None, 7)


async def test_staff_may_set_the_model_alone():
    assert await asked({"model": "m"}, {}, decision_model="larger") == ("typesafe", "larger", 30)


async def test_the_node_stands_above_staff():
    staff = {"decision_provider": "from-staff", "decision_model": "larger"}
    assert await asked({}, {"provider": "from-node"}, **staff) == ("from-node", None, 30)


async def test_a_node_that_names_no_provider_keeps_staff_s_with_its_model():
    staff = {"decision_provider": "from-staff", "decision_model": "larger"}
    assert await asked({}, {"timeout": 3}, **staff) == ("from-staff", "larger", 3)
