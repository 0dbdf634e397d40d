"""Asking again: what is retried, how often, after which pause, and what stays the same."""

import datetime
from typing import Any, Final
from unittest.mock import patch

import pytest

from conversations.authoring import DecisionContext, DecisionNode, DecisionOptions, GraphState
from conversations.authoring.builders import Direct
from conversations.engine.decision import DecisionRun
from conversations.engine.errors import TurnFault
from conversations.engine.ledger import Ledger
from conversations.engine.records import DecisionRecord
from conversations.testing import GraphHarness, ScriptedDecisions, answers, fails, unfit_answers
from providers import clock
from providers.errors import RETRYABLE, ErrorCode
from providers.options import ProviderOptions
from providers.ports import Usage
from providers.registry import override_provider
from tests.conversations.decisions.asking import Asking, asking

pytestmark = pytest.mark.django_db(transaction=True)

SOUND: Final = answers(topic="billing", anger=1, urgent=0.2)


class Ran:
    """One run of a decision node with the pauses that it took."""

    def __init__(self, ask: Asking) -> None:
        self.pauses: list[float] = []
        self.ledger = Ledger()
        self.text = ""
        graph = ask.graph()
        node = graph.node("AskNode")
        assert isinstance(node, DecisionNode)
        state = GraphState(
            graph=graph,
            channels={},
            cursor="AskNode",
            config=None,
            input_consumed=False,
            request="Hi",
            external_user="",
            external_user_verified=False,
            today=datetime.date(2026, 1, 1),
            now=datetime.datetime(2026, 1, 1, 9, 30, tzinfo=datetime.UTC),
        )
        self.context = DecisionContext(
            graph=graph,
            state=state,
            session="session",
            turn=1,
            step=1,
            node="AskNode",
            request="Hi",
            prior_requests=(),
            thresholds={},
            overrides={},
        )
        levels = (DecisionOptions(provider="typesafe"),)
        self._run = DecisionRun(graph, node, levels, self.context, state, self.ledger, sleep=self._sleep)

    @property
    def record(self) -> DecisionRecord:
        (record,) = self.ledger.decisions
        return record

    async def to_its_end(self) -> "Ran":
        try:
            transition = await self._run.run()
            assert isinstance(transition, Direct)
            self.text = transition.text
        except TurnFault as fault:
            self.text = fault.detail
        return self

    def elapsed(self) -> float:
        """The providers' clock: the circuit of one that asked for a pause opens after it."""
        return sum(self.pauses)

    async def _sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)


async def ran(*replies: Any, retries: int = 0, **members: Any) -> tuple[Ran, ScriptedDecisions]:
    ask = asking(get_decision_config=lambda self: {"max_retries": retries}, **members)
    script, run = ScriptedDecisions(list(replies)), Ran(ask)
    with override_provider("typesafe", script), patch.object(clock, "elapsed", run.elapsed):
        await run.to_its_end()
    script.check()
    return run, script


RETRIED: Final = sorted(RETRYABLE - {ErrorCode.CIRCUIT_OPEN})


@pytest.mark.parametrize("code", RETRIED)
async def test_what_may_pass_is_tried_again_after_a_quarter_of_a_second(code: ErrorCode):
    run, script = await ran(fails(code), fails(code), SOUND, retries=2)

    assert run.text == "Decided."
    assert (run.pauses, len(script.requests)) == ([0.25, 0.25], 3)
    assert (run.record.attempts, run.record.outcome) == (3, "success")
    assert [failure["code"] for failure in run.record.failures] == [code, code]


@pytest.mark.parametrize("code", sorted(set(ErrorCode) - set(RETRIED)))
async def test_what_will_not_pass_is_not_tried_again(code: ErrorCode):
    run, script = await ran(fails(code), retries=5)

    assert (run.pauses, len(script.requests), run.record.attempts) == ([], 1, 1)


async def test_nothing_is_tried_again_unless_somebody_says_so():
    run, script = await ran(fails())

    assert (run.pauses, len(script.requests)) == ([], 1)


async def test_answers_that_do_not_fit_are_not_asked_for_again():
    run, script = await ran(unfit_answers(topic="sales", anger=1, urgent=0.2), retries=5)

    assert (run.text, len(script.requests)) == ("Rescued from validation.", 1)


@pytest.mark.parametrize("seconds", [0.0, 0.1, 4.0, 5.0])
async def test_a_pause_that_the_vendor_asks_for_is_kept(seconds: float):
    run, _ = await ran(fails(ErrorCode.RATE_LIMITED, retry_after=seconds), SOUND, retries=1)

    assert (run.text, run.pauses) == ("Decided.", [seconds])


@pytest.mark.parametrize("seconds", [5.01, 60.0])
async def test_who_asks_for_a_long_pause_is_not_asked_again(seconds: float):
    run, script = await ran(fails(ErrorCode.RATE_LIMITED, retry_after=seconds), retries=5)

    assert (run.pauses, len(script.requests)) == ([], 1)
    assert run.text == "Rescued from provider."


async def test_the_last_attempt_s_failure_is_the_decision_s():
    run, _ = await ran(fails(ErrorCode.NETWORK), fails(ErrorCode.TIMEOUT), retries=1)

    assert run.text == "Rescued from timeout."
    assert (run.record.outcome, run.record.failure, run.record.attempts) == ("fallback", "timeout", 2)
    assert [failure["code"] for failure in run.record.failures] == ["network", "timeout"]


async def test_state_questions_and_prompt_are_taken_once_for_all_attempts():
    asked: list[str] = []
    facts = {"count": 0}

    def counted(name: str, value: Any) -> Any:
        def method(*_: Any) -> Any:
            asked.append(name)
            facts["count"] += 1
            return value

        return method

    run, script = await ran(
        fails(),
        fails(),
        SOUND,
        retries=2,
        get_prompt=counted("prompt", "You route."),
        get_decision_facts=counted("facts", facts),
    )

    assert run.text == "Decided."
    assert sorted(asked) == ["facts", "prompt"]
    assert [request.state for request in script.requests] == [
        {"count": 2, "request": "Hi", "priorRequests": []}
    ] * 3


async def test_tokens_of_every_response_count_those_of_failed_ones_too():
    spent = fails(ErrorCode.BAD_RESPONSE).model_copy(update={"usage": Usage(input_tokens=7, output_tokens=3)})
    run, _ = await ran(spent, fails(), SOUND, retries=2)

    assert (run.record.input_tokens, run.record.output_tokens) == (27, 5)
    assert run.context.decided.usage == Usage(input_tokens=27, output_tokens=5)
    assert [call.code for call in run.ledger.calls] == ["bad_response", "unavailable", ""]
    assert sum(one["input_tokens"] for one in run.ledger.usage) == 27


@pytest.mark.parametrize(
    ("provider_ms", "node", "handed_down"),
    [(5000, 7, 5.0), (5000, 3, 3.0), (None, {}, 30.0), (None, 45, 30.0), (60_000, {}, 30.0)],
)
async def test_the_shorter_limit_is_handed_down(provider_ms: int | None, node: Any, handed_down: float):
    script = ScriptedDecisions([SOUND])
    options = ProviderOptions(name="typesafe", timeout_ms=provider_ms) if provider_ms else None
    ask = asking(get_decision_config=lambda self: {"timeout": node} if node else {})
    with override_provider("typesafe", script, options):
        assert (await Ran(ask).to_its_end()).text == "Decided."

    assert script.request.timeout == handed_down


@pytest.mark.django_db(transaction=True)
async def test_attempts_through_the_engine_are_calls_of_one_row():
    script = ScriptedDecisions([fails(retry_after=0.0), SOUND])
    ask = asking(get_decision_config=lambda self: {"max_retries": 1})
    async with GraphHarness(ask.graph, decisions=script) as chat:
        assert (await chat.send("Hi")).message == "Decided."
        (row,) = await chat.decisions_on_record()
        calls = await chat.model_calls()

    assert (row.attempts, [call.code for call in calls]) == (2, ["unavailable", ""])
