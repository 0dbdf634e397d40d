"""How a decision can end, and what the one row about it says each time."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

import pytest
from django.db import DatabaseError
from pydantic import BaseModel

from conversations.authoring import (
    Builder,
    DecisionErrorContext,
    DecisionNode,
    direct,
    fan_out,
    finish,
    go,
    join,
    stay,
)
from conversations.engine import engine
from conversations.engine.decision import run as decision_run
from conversations.engine.errors import SAFE_SENTENCE, Cause
from conversations.engine.turns.running import wait_for_all
from conversations.models import Decision, Turn
from conversations.testing import GraphHarness, ScriptedDecisions, answers, fails, hangs
from providers.database import in_database
from providers.errors import CONFIGURATION, ErrorCode
from tests.conversations.decisions.asking import DECIDED, QUESTIONS, Asking, asking

pytestmark = pytest.mark.django_db(transaction=True)

SOUND: Final = answers(topic="billing", anger=1, urgent=0.2)

HURRIED: Final = 1.0
"""Seconds of a turn that hangs: enough to get as far as that, also on a busy machine."""


def raising(error: BaseException) -> Callable[..., Any]:
    def handler(*_: Any) -> Any:
        raise error

    return handler


def returning(value: Any) -> Callable[..., Any]:
    return lambda *_: value


async def hanging(*_: Any) -> Any:
    await asyncio.Future()


async def ended(
    ask: Asking,
    *replies: Any,
    script: ScriptedDecisions | None = None,
    deciders: tuple[str, ...] | None = None,
) -> tuple[str, Decision, Turn]:
    """What the customer got of one turn, its only row and the turn."""
    decisions = script or ScriptedDecisions(list(replies))
    async with GraphHarness(ask.graph, decisions=decisions, deciders=deciders) as chat:
        result = await chat.send("Hi")
        turn = await in_database(Turn.objects.get, session=chat.session_id)
        (row,) = await chat.decisions_on_record()
    return result.message, row, turn


def outcome(row: Decision) -> tuple[str, str]:
    return row.outcome, row.failure


async def test_answers_that_the_node_routes_by_are_a_success():
    message, row, turn = await ended(asking(), SOUND)

    assert (message, outcome(row)) == (DECIDED, ("success", ""))
    assert (row.graph, row.node, row.turn_id) == ("ask", "AskNode", turn.pk)
    assert row.step_id is not None


@pytest.mark.parametrize("code", sorted(set(ErrorCode) - CONFIGURATION - {ErrorCode.CANCELLED}))
async def test_the_node_decides_where_nobody_answered(code: ErrorCode):
    kinds = {ErrorCode.TIMEOUT: "timeout", ErrorCode.BAD_DECISION: "validation"}
    ask = asking()
    message, row, _ = await ended(ask, fails(code))

    (context,) = ask.failures
    assert message == f"Rescued from {context.failure}."
    assert outcome(row) == ("fallback", kinds.get(code, "provider"))
    assert (context.error.code, context.decided.attempts) == (code, 1)
    assert [failure["code"] for failure in row.failures] == [code]


@pytest.mark.parametrize("code", sorted(CONFIGURATION))
async def test_nobody_decides_in_place_of_a_faulty_configuration(code: ErrorCode):
    ask = asking()
    message, row, turn = await ended(ask, fails(code))

    assert (message, ask.failures) == (SAFE_SENTENCE, [])
    assert outcome(row) == ("failed", "configuration")
    assert turn.cause == Cause.CONFIGURATION


async def test_nobody_decides_in_place_of_a_provider_that_says_it_was_cancelled():
    ask = asking()
    message, row, _ = await ended(ask, fails(ErrorCode.CANCELLED))

    assert (message, ask.failures) == (SAFE_SENTENCE, [])
    assert outcome(row) == ("failed", "cancelled")


def with_graph_s(ask: Asking, handler: Callable[..., Any]) -> Asking:
    """The same with an on_decision_error of the graph."""
    ask.graph.on_decision_error = handler  # type: ignore[method-assign]
    return ask


async def test_the_graph_decides_where_the_node_does_not():
    ask = with_graph_s(asking(rescued=False), returning(direct("The graph knows.")))
    message, row, _ = await ended(ask, fails())

    assert (message, outcome(row)) == ("The graph knows.", ("fallback", "provider"))
    assert len(ask.failures) == 1


async def test_the_graph_is_not_asked_where_the_node_decides():
    message, row, _ = await ended(with_graph_s(asking(), raising(LookupError())), fails())

    assert (message, outcome(row)) == ("Rescued from provider.", ("fallback", "provider"))


async def test_the_turn_fails_where_neither_decides():
    message, row, turn = await ended(asking(rescued=False), fails())

    assert (message, outcome(row)) == (SAFE_SENTENCE, ("failed", "provider"))
    assert (turn.cause, row.step_id) == (Cause.PROVIDER_FAILED, None)


MISTAKES: Final[dict[str, Callable[..., Any]]] = {
    "raises": raising(LookupError("no such customer")),
    "stops an iteration": raising(StopIteration()),
    "is cancelled elsewhere": raising(asyncio.CancelledError()),
    "runs out of time": raising(TimeoutError()),
    "stays": returning(stay("No.")),
    "returns a text": returning("DeskNode"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
async def test_a_mistake_in_on_decision_is_on_record_with_the_answers(mistake: str):
    ask = asking(on_decision=MISTAKES[mistake])
    message, row, turn = await ended(ask, SOUND)

    assert (message, outcome(row)) == (SAFE_SENTENCE, ("handler_failed", ""))
    assert (turn.cause, ask.failures) == (Cause.HANDLER_FAILED, [])
    assert {answer.question for answer in row.answers.all()} == {"topic", "anger", "urgent"}
    assert (row.answered_by, row.input_tokens) == ("scripted-decisions", 20)


async def test_an_on_decision_without_a_builder_is_a_mistake():
    _, row, turn = await ended(asking(on_decision=returning(None)), SOUND)

    assert outcome(row) == ("handler_failed", "")
    assert "AskNode.on_decision returned None" in turn.cause_detail


@pytest.mark.parametrize("mistake", MISTAKES)
async def test_a_mistake_in_the_node_s_fallback_is_on_record(mistake: str):
    message, row, turn = await ended(asking(on_decision_error=MISTAKES[mistake]), fails())

    assert (message, outcome(row)) == (SAFE_SENTENCE, ("fallback_failed", "provider"))
    assert turn.cause == Cause.HANDLER_FAILED


@pytest.mark.parametrize("mistake", MISTAKES)
async def test_a_mistake_in_the_graph_s_fallback_is_on_record(mistake: str):
    ask = with_graph_s(asking(rescued=False), MISTAKES[mistake])
    _, row, turn = await ended(ask, fails(ErrorCode.TIMEOUT))

    assert outcome(row) == ("fallback_failed", "timeout")
    assert turn.cause == Cause.HANDLER_FAILED


@pytest.mark.parametrize(
    "method", ["before_decision", "define_questions", "get_prompt", "get_decision_facts"]
)
async def test_a_mistake_before_anybody_is_asked_is_on_record(method: str):
    script = ScriptedDecisions([])
    members: dict[str, Any] = {method: raising(LookupError("no such customer"))}
    ask = asking(**members)
    message, row, turn = await ended(ask, script=script)

    assert (message, outcome(row)) == (SAFE_SENTENCE, ("handler_failed", ""))
    assert (turn.cause, script.requests, ask.failures) == (Cause.HANDLER_FAILED, [], [])
    assert "LookupError" in turn.cause_detail
    assert (row.attempts, row.answered_by) == (0, "")


async def test_what_a_handler_does_to_the_answers_does_not_change_the_record():
    def changing(self: DecisionNode, answers: Any, context: Any, state: Any) -> Any:
        answers.choice("topic").probabilities.clear()
        return direct("Changed.")

    message, row, _ = await ended(asking(on_decision=changing), SOUND)
    kept = {answer.question: answer for answer in row.answers.all()}

    assert (message, outcome(row)) == ("Changed.", ("success", ""))
    assert kept["topic"].probabilities == pytest.approx({"billing": 0.97, "other": 0.03})


async def test_a_turn_that_runs_out_of_time_at_the_provider_has_its_row():
    ask = asking()
    ask.graph.turn_timeout = HURRIED
    message, row, turn = await ended(ask, hangs())

    assert (message, ask.failures) == (SAFE_SENTENCE, [])
    assert outcome(row) == ("failed", "cancelled")
    assert (turn.cause, row.attempts) == (Cause.TURN_TIMEOUT, 1)
    assert row.duration_ms > 0
    assert row.request_bytes > 0


async def test_a_turn_that_runs_out_of_time_in_its_handler_has_its_row():
    ask = asking(on_decision=hanging)
    ask.graph.turn_timeout = HURRIED
    _, row, turn = await ended(ask, SOUND)

    assert outcome(row) == ("failed", "cancelled")
    assert turn.cause == Cause.TURN_TIMEOUT
    assert (row.answered_by, len(row.answers.all())) == ("scripted-decisions", 3)


async def test_a_provider_that_answers_too_late_is_a_timeout_for_the_node():
    ask = asking(get_decision_config=lambda self: {"timeout": 0.05})
    message, row, _ = await ended(ask, hangs())

    assert (message, outcome(row)) == ("Rescued from timeout.", ("fallback", "timeout"))
    assert row.failures[0]["code"] == "timeout"


async def test_nobody_is_asked_to_decide_in_a_turn_that_is_cancelled():
    ask, script = asking(), ScriptedDecisions([hangs()])
    async with GraphHarness(ask.graph, decisions=script) as chat:
        running = await chat.start("Hi")
        await script.waiting.wait()
        turn = await engine.cancel(chat.session_id, running.number)
        await wait_for_all()
        (row,) = await chat.decisions_on_record()
        (call,) = await chat.model_calls()

    assert (turn.status, ask.seen, ask.failures) == ("cancelled", [], [])
    assert (outcome(row), row.step_id) == (("failed", "cancelled"), None)
    assert (call.code, call.step_id) == ("cancelled", None)


REFUSED = {
    "an unknown target": go("Nowhere"),
    "an unknown field of its target": go("AskNode").with_state(nothing=1),
    "a join of nothing": join(),
    "unknown nodes at once": fan_out(["Nowhere", "Elsewhere"], then="AskNode"),
}


@pytest.mark.parametrize("builder", REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize(
    ("reply", "handler", "recorded"),
    [(SOUND, "on_decision", "handler_failed"), (fails(), "on_decision_error", "fallback_failed")],
)
async def test_a_builder_that_cannot_be_followed_is_the_handler_s_failure(
    builder: Builder, reply: Any, handler: str, recorded: str
):
    members: dict[str, Any] = {handler: returning(builder)}
    ask = asking(**members)
    _, row, turn = await ended(ask, reply)

    assert row.outcome == recorded
    assert turn.cause == Cause.HANDLER_FAILED


async def test_an_end_of_a_json_graph_that_is_no_object_is_the_handler_s_failure():
    ask = asking(on_decision=returning(finish("Goodbye.")))
    ask.graph.response_mode = "json"
    _, row, turn = await ended(ask, SOUND)

    assert outcome(row) == ("handler_failed", "")
    assert turn.cause == Cause.REPLY_NOT_JSON


async def test_a_database_that_cannot_say_who_is_asked_leaves_a_row(monkeypatch: pytest.MonkeyPatch):
    async def unreadable(name: str) -> Any:
        raise DatabaseError("gone")

    monkeypatch.setattr(decision_run, "resolve", unreadable)
    ask = asking()
    _, row, turn = await ended(ask, script=ScriptedDecisions([]))

    assert (outcome(row), ask.failures) == (("failed", "provider"), [])
    assert turn.cause == Cause.STORAGE_FAILED


async def test_a_provider_that_nobody_configured_is_a_fault_of_configuration():
    ask = asking(get_decision_config=lambda self: {"provider": "nobody"})
    _, row, turn = await ended(ask, deciders=("typesafe",))

    assert outcome(row) == ("failed", "configuration")
    assert (row.provider, row.failures[0]["code"]) == ("nobody", "config_invalid")
    assert turn.cause == Cause.CONFIGURATION


async def test_the_node_reads_in_both_contexts_who_was_asked_and_what_it_took():
    told: list[Any] = []

    def decide(self: DecisionNode, answers: Any, context: Any, state: Any) -> Any:
        told.append(context.decided)
        return direct(DECIDED)

    def rescue(self: DecisionNode, context: DecisionErrorContext) -> Any:
        told.append(context.decided)
        return direct(context.error.message)

    ask = asking(on_decision=decide, on_decision_error=rescue)
    await ended(ask, SOUND)
    await ended(ask, fails())
    answered, failed = told

    assert (answered.provider, answered.model) == ("scripted-decisions", "scripted-model")
    assert (answered.attempts, answered.usage.input_tokens, answered.source) == (1, 20, "calibrated")
    assert answered.duration >= 0
    assert (failed.provider, failed.attempts, failed.source) == ("scripted-decisions", 1, None)


@pytest.mark.parametrize("before", [direct("I know."), None])
async def test_a_node_that_knows_beforehand_asks_nobody_and_leaves_no_row(before: Any):
    script = ScriptedDecisions([SOUND])
    questions: Any = QUESTIONS if before is None else {}
    ask = asking(questions, before_decision=returning(before))
    async with GraphHarness(ask.graph, decisions=script) as chat:
        result = await chat.send("Hi")
        rows, calls = await chat.decisions_on_record(), await chat.model_calls()

    asked = 0 if before else 1
    assert result.message == ("I know." if before else DECIDED)
    assert (len(script.requests), len(rows), len(calls)) == (asked, asked, asked)


async def test_before_the_decision_the_node_knows_the_customer_s_words():
    told: list[Any] = []

    def before(self: DecisionNode, context: Any, state: Any) -> Any:
        told.append((context.request, context.prior_requests))
        return direct("I know.")

    async with GraphHarness(asking(before_decision=before).graph) as chat:
        await chat.send("One")
        await chat.send("Two")

    assert told == [("One", ()), ("Two", ("One",))]


async def test_what_the_fallback_saves_is_kept():
    class State(BaseModel):
        outages: int = 0

    def rescue(self: DecisionNode, context: DecisionErrorContext) -> Any:
        context.save_state(outages=1)
        return direct("Later.")

    ask = asking(State=State, on_decision_error=rescue)
    async with GraphHarness(ask.graph, decisions=ScriptedDecisions([fails()])) as chat:
        await chat.send("Hi")
        assert (await chat.channel("AskNode")).outages == 1


async def test_a_retry_of_the_turn_leaves_a_second_row():
    script = ScriptedDecisions([fails(), SOUND])
    async with GraphHarness(asking(rescued=False).graph, decisions=script) as chat:
        failed = await chat.send("Hi")
        result = await chat.retry(failed.turn)
        rows = await chat.decisions_on_record()

    assert result.message == DECIDED
    assert [outcome(row) for row in rows] == [("failed", "provider"), ("success", "")]
    assert [row.step_id is None for row in rows] == [True, False]
