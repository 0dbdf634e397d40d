"""One run of a decision node: ask, check, route; where that fails, fall back."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from conversations import announcements, clock
from conversations.authoring.builders import Transition
from conversations.authoring.config import DecisionConfig, DecisionOptions, merge_decision_options
from conversations.authoring.decisions import (
    Answers,
    Decided,
    DecisionContext,
    DecisionErrorContext,
    FailureKind,
)
from conversations.authoring.errors import AuthoringError, DecisionValidationError
from conversations.authoring.graph import Graph
from conversations.authoring.nodes import DecisionNode
from conversations.authoring.state import GraphState
from conversations.engine.attempts import Attempts, Sleep
from conversations.engine.decision.asked import (
    facts_of,
    prompt_of,
    prompted,
    questions_of,
    told,
)
from conversations.engine.decision.batch import Decide, decide_alone
from conversations.engine.decision.record import Account
from conversations.engine.decision.repeats import tell_of_repeats
from conversations.engine.errors import Cause, TurnFault, fault_of, is_misconfigured
from conversations.engine.invoking import expect_transition, invoke
from conversations.engine.ledger import Ledger
from conversations.engine.records import CallRecord
from conversations.engine.turns.running import is_being_stopped
from conversations.models.states import DecisionOutcome
from providers.announcing import observed
from providers.errors import ErrorCode, ProviderError
from providers.ports import DECIDE, AnyProvider, DecideReply, DecideRequest, DecideResult
from providers.questions import Question
from providers.registry import resolve
from providers.usage import Usage

_KINDS: Final[Mapping[ErrorCode, FailureKind]] = {
    ErrorCode.TIMEOUT: FailureKind.TIMEOUT,
    ErrorCode.BAD_DECISION: FailureKind.VALIDATION,
    ErrorCode.CANCELLED: FailureKind.CANCELLED,
}

_WITHOUT_FALLBACK: Final = (FailureKind.CONFIGURATION, FailureKind.CANCELLED)
"""Failures that no `on_decision_error` is asked about."""


@dataclass
class DecisionRun:
    """A decision node's run. `levels` are the decision options below the node, lowest first.

    `decide` sends a request to a provider.
    """

    graph: Graph
    node: DecisionNode
    levels: tuple[DecisionOptions, ...]
    context: DecisionContext
    state: GraphState
    ledger: Ledger
    decide: Decide = decide_alone
    sleep: Sleep = asyncio.sleep
    _account: Account = field(init=False)
    _work: announcements.Decision = field(init=False)

    def __post_init__(self) -> None:
        self._account = Account(self.context)
        self._work = announcements.Decision(graph=self.graph.name, node=self.context.node)

    async def run(self) -> Transition:
        """Decide. Raises TurnFault; what was decided is in the ledger either way.

        Nothing was where `before_decision` knew how to go on.
        """
        with observed(self._work):
            return await self._run()

    async def _run(self) -> Transition:
        with self._recorded_where_it_ends(DecisionOutcome.HANDLER_FAILED):
            ready = await self._handled(
                self._place("before_decision"), self.node.before_decision, self.context, self.state
            )
            if ready is not None:
                return ready
            config = self._config()
            questions, request = self._asked(config)
        with self._recorded_where_it_ends(DecisionOutcome.FAILED, FailureKind.PROVIDER):
            result = await self._ask(config, request)
        if isinstance(result, ProviderError):
            return await self._fall_back(result)
        return await self._decide(questions, result)

    def _config(self) -> DecisionConfig:
        try:
            config = merge_decision_options([*self.levels, self.node.get_decision_config()])
        except Exception as error:
            raise TurnFault(
                Cause.CONFIGURATION, f"{self.context.node}: its decision config: {error!r}"
            ) from error
        self._account.configured(config)
        return config

    def _asked(self, config: DecisionConfig) -> tuple[dict[str, Question], DecideRequest]:
        """The questions as they are defined, and the request that asks them."""
        node = self.context.node
        try:
            questions = questions_of(self.node, self.state)
            prompt = prompt_of(self.node, self.state)
            facts = facts_of(self.node, self.state)
        except DecisionValidationError as error:
            raise TurnFault(Cause.CONFIGURATION, f"{node}: {error}") from error
        except Exception as error:
            raise TurnFault(Cause.HANDLER_FAILED, f"{node}: {error!r}") from error
        tell_of_repeats(f"{self.graph.name}.{self._place('get_prompt')}", prompt, facts)
        request = DecideRequest(
            state=told(facts, self.context.request, self.context.prior_requests),
            questions={name: prompted(question, prompt) for name, question in questions.items()},
            model=config.model,
            session=self.context.session,
            timeout=config.timeout,
        )
        return questions, request

    async def _ask(self, config: DecisionConfig, request: DecideRequest) -> DecideResult:
        provider = await deciding_provider(config.provider)
        if isinstance(provider, ProviderError):
            self._account.heard(provider)
            return provider
        self._account.asked(request, capture=self.graph.capture_decisions)
        attempts = Attempts(config, self.context.node, self.ledger, self.sleep)
        calls_before, started = len(self.ledger.calls), clock.elapsed()

        async def attempt() -> DecideResult:
            result = await self.decide(provider, request)
            self._account.heard(result)
            return result

        try:
            result = await attempts.ask(attempt)
            self.context.decided = _decided(result, config)
            return result
        finally:
            decided = self.context.decided
            decided.duration, decided.attempts = clock.elapsed() - started, attempts.count
            decided.usage = sum(map(_usage, self.ledger.calls[calls_before:]), Usage())

    async def _decide(self, questions: dict[str, Question], reply: DecideReply) -> Transition:
        place = self._place("on_decision")
        with self._recorded_where_it_ends(DecisionOutcome.HANDLER_FAILED):
            self._account.answered(reply)
            answers = Answers(questions, reply.answers)
            returned = await self._handled(place, self.node.on_decision, answers, self.context, self.state)
            transition = expect_transition(place, returned)
        self._record(DecisionOutcome.SUCCESS)
        return transition

    async def _fall_back(self, error: ProviderError) -> Transition:
        failure = failure_kind(error)
        transition = None
        if failure not in _WITHOUT_FALLBACK:
            with self._recorded_where_it_ends(DecisionOutcome.FALLBACK_FAILED, failure):
                transition = await self._decided_without_answers(failure, error)
        if transition is None:
            self._record(DecisionOutcome.FAILED, failure)
            raise fault_of(error)
        self._record(DecisionOutcome.FALLBACK, failure)
        return transition

    async def _decided_without_answers(self, failure: FailureKind, error: ProviderError) -> Transition | None:
        context = DecisionErrorContext.of(self.context, failure, error)
        transition = await self._handled(
            self._place("on_decision_error"), self.node.on_decision_error, context
        )
        if transition is None:
            transition = await self._handled(
                f"{self.graph.name}.on_decision_error", self.graph.on_decision_error, context
            )
        return transition

    def _place(self, method: str) -> str:
        return f"{self.context.node}.{method}"

    async def _handled(self, place: str, handler: Any, *args: Any) -> Transition | None:
        """What an author's handler returned; None where it leaves that to others. Raises TurnFault."""
        try:
            returned = await invoke(handler, *args)
        except AuthoringError as error:
            raise TurnFault(Cause.HANDLER_FAILED, f"{place}: {error}") from error
        except Exception as error:
            raise TurnFault(Cause.HANDLER_FAILED, f"{place} raised {error!r}") from error
        return None if returned is None else expect_transition(place, returned)

    @contextmanager
    def _recorded_where_it_ends(
        self, outcome: DecisionOutcome, failure: FailureKind | None = None
    ) -> Iterator[None]:
        """Record the run where the block raises; what it raises goes on."""
        try:
            yield
        except BaseException as error:
            if isinstance(error, asyncio.CancelledError) and is_being_stopped():
                self._record(DecisionOutcome.FAILED, FailureKind.CANCELLED)
            elif isinstance(error, TurnFault) and error.cause is Cause.CONFIGURATION:
                self._record(DecisionOutcome.FAILED, FailureKind.CONFIGURATION)
            else:
                self._record(outcome, failure)
            raise

    def _record(self, outcome: DecisionOutcome, failure: FailureKind | None = None) -> None:
        self._work.outcome, self._work.fault = outcome, failure or ""
        self.ledger.decisions.append(self._account.closed(outcome, failure))


async def deciding_provider(name: str) -> AnyProvider | ProviderError:
    """The provider of this name, or why it cannot decide."""
    provider = await resolve(name)
    if isinstance(provider, ProviderError) or DECIDE in provider.capabilities:
        return provider
    return ProviderError(code=ErrorCode.CAPABILITY_MISSING, message="It cannot decide.", provider=name)


def _decided(result: DecideResult, config: DecisionConfig) -> Decided:
    return Decided(
        provider=result.provider or config.provider,
        model=result.model,
        request_id=result.request_id or "",
        source=result.confidence_source if isinstance(result, DecideReply) else None,
    )


def _usage(call: CallRecord) -> Usage:
    return Usage(
        input_tokens=call.input_tokens,
        output_tokens=call.output_tokens,
        cached_input_tokens=call.cached_input_tokens,
    )


def failure_kind(error: ProviderError) -> FailureKind:
    """How a decision failed."""
    if is_misconfigured(error):
        return FailureKind.CONFIGURATION
    return _KINDS.get(error.code, FailureKind.PROVIDER)
