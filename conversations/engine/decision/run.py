"""One run of a decision node: ask, check, route; where that fails, fall back."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from pydantic import JsonValue, ValidationError

from conversations import clock
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
from conversations.engine.decision.asked import prompted, questions_of, size_of, state_of
from conversations.engine.decision.record import record_of
from conversations.engine.decision.repeats import tell_of_repeats
from conversations.engine.errors import Cause, TurnFault, fault_of
from conversations.engine.invoking import expect_transition, invoke
from conversations.engine.ledger import Ledger
from conversations.models.states import DecisionOutcome
from providers.errors import CONFIGURATION, ErrorCode, ProviderError
from providers.ports import DECIDE, DecideReply, DecideRequest, DecideResult
from providers.questions import Question
from providers.registry import resolve
from providers.usage import Usage

_KINDS: Final[Mapping[ErrorCode, FailureKind]] = {
    ErrorCode.TIMEOUT: FailureKind.TIMEOUT,
    ErrorCode.BAD_DECISION: FailureKind.VALIDATION,
    ErrorCode.CANCELLED: FailureKind.CANCELLED,
}


@dataclass
class DecisionRun:
    """A decision node's run. `levels` are the decision options below the node, lowest first."""

    graph: Graph
    node: DecisionNode
    levels: "tuple[DecisionOptions, ...]"
    context: DecisionContext
    state: GraphState
    ledger: Ledger
    sleep: Sleep = asyncio.sleep
    _started: float = field(default=0.0, init=False)
    _at: datetime = field(init=False)
    _prompt: str = field(default="", init=False)
    _bytes: int = field(default=0, init=False)
    _capture: dict[str, Any] | None = field(default=None, init=False)

    async def run(self) -> Transition:
        """Decide. Raises TurnFault; what was decided is in the ledger either way."""
        ready = await self._handler("before_decision", self.node.before_decision, self.context, self.state)
        if ready is not None:
            return expect_transition(f"{self.context.node}.before_decision", ready)
        config = self._config()
        self._started, self._at = clock.elapsed(), clock.now()
        questions, told = self._asked(config)
        result = await self._ask(config, questions, told)
        if isinstance(result, ProviderError):
            return await self._fall_back(config, result)
        return await self._decide(config, questions, result)

    def _config(self) -> DecisionConfig:
        try:
            return merge_decision_options([*self.levels, self.node.get_decision_config()])
        except Exception as error:
            raise TurnFault(
                Cause.CONFIGURATION, f"{self.context.node}: its decision config: {error!r}"
            ) from error

    def _asked(self, config: DecisionConfig) -> tuple[dict[str, Question], dict[str, JsonValue]]:
        try:
            questions = questions_of(self.node, self.state)
            told = state_of(self.node, self.state, self.context.request, self.context.prior_requests)
            self._prompt = self.node.get_prompt(self.state)
            tell_of_repeats(self.context.node, self._prompt, told)
            return questions, told
        except (DecisionValidationError, ValidationError) as error:
            self._record(config, None, DecisionOutcome.FAILED, FailureKind.CONFIGURATION)
            raise TurnFault(Cause.CONFIGURATION, f"{self.context.node}: {error}") from error
        except Exception as error:
            self._record(config, None, DecisionOutcome.HANDLER_FAILED, None)
            raise TurnFault(Cause.HANDLER_FAILED, f"{self.context.node}: {error!r}") from error

    def _keep_what_is_asked(self, questions: Mapping[str, Question], told: dict[str, JsonValue]) -> None:
        asked = {"questions": {name: q.model_dump() for name, q in questions.items()}, "state": told}
        self._bytes = size_of(asked)
        self._capture = asked if self.graph.capture_decisions else None

    async def _ask(
        self, config: DecisionConfig, questions: dict[str, Question], told: dict[str, JsonValue]
    ) -> DecideResult:
        provider = await resolve(config.provider)
        if isinstance(provider, ProviderError):
            return provider
        if DECIDE not in provider.capabilities:
            return ProviderError(
                code=ErrorCode.CAPABILITY_MISSING, message="It cannot decide.", provider=config.provider
            )
        sent = {name: prompted(question, self._prompt) for name, question in questions.items()}
        self._keep_what_is_asked(sent, told)
        request = DecideRequest(
            state=told,
            questions=sent,
            model=config.model,
            session=self.context.session,
            timeout=config.timeout,
        )
        attempts, calls_before = (
            Attempts(config, self.context.node, self.ledger, self.sleep),
            len(self.ledger.calls),
        )
        try:
            result: DecideResult = await attempts.ask(lambda: provider.decide(request))
        except asyncio.CancelledError:
            self._record(config, None, DecisionOutcome.FAILED, FailureKind.CANCELLED)
            raise
        spent = [
            Usage(input_tokens=call.input_tokens, output_tokens=call.output_tokens)
            for call in self.ledger.calls[calls_before:]
        ]
        self.context.decided = Decided(
            provider=result.provider or config.provider,
            model=result.model,
            duration=clock.elapsed() - self._started,
            attempts=attempts.count,
            usage=sum(spent, Usage()),
            request_id=result.request_id or "",
            source=result.confidence_source if isinstance(result, DecideReply) else None,
        )
        return result

    async def _decide(
        self, config: DecisionConfig, questions: dict[str, Question], reply: DecideReply
    ) -> Transition:
        answers = Answers(questions, reply.answers)
        try:
            returned = await invoke(self.node.on_decision, answers, self.context, self.state)
            transition = expect_transition(f"{self.context.node}.on_decision", returned)
        except Exception as error:
            self._record(config, reply, DecisionOutcome.HANDLER_FAILED, None)
            raise _handler_fault(f"{self.context.node}.on_decision", error) from error
        self._record(config, reply, DecisionOutcome.SUCCESS, None)
        return transition

    async def _fall_back(self, config: DecisionConfig, error: ProviderError) -> Transition:
        failure = failure_kind(error)
        if failure not in (FailureKind.CONFIGURATION, FailureKind.CANCELLED):
            context = DecisionErrorContext.of(self.context, failure, error)
            for place, handler in (
                (f"{self.context.node}.on_decision_error", self.node.on_decision_error),
                (f"{self.graph.name}.on_decision_error", self.graph.on_decision_error),
            ):
                try:
                    returned = await invoke(handler, context)
                    if returned is None:
                        continue
                    transition = expect_transition(place, returned)
                except Exception as fault:
                    self._record(config, error, DecisionOutcome.FALLBACK_FAILED, failure)
                    raise _handler_fault(place, fault) from fault
                self._record(config, error, DecisionOutcome.FALLBACK, failure)
                return transition
        self._record(config, error, DecisionOutcome.FAILED, failure)
        raise fault_of(error)

    async def _handler(self, name: str, handler: Any, *args: Any) -> Any:
        try:
            return await invoke(handler, *args)
        except Exception as error:
            raise _handler_fault(f"{self.context.node}.{name}", error) from error

    def _record(
        self,
        config: DecisionConfig,
        result: DecideResult | None,
        outcome: DecisionOutcome,
        failure: FailureKind | None,
    ) -> None:
        self.ledger.decisions.append(
            record_of(
                self.context,
                config,
                result,
                outcome=outcome,
                failure=failure,
                request_bytes=self._bytes,
                capture=self._capture,
                at=self._at,
            )
        )


def failure_kind(error: ProviderError) -> FailureKind:
    """How a decision failed. A chain's fault is one of configuration only where all its entries' are."""
    codes = {attempt.code for attempt in error.attempts} | {error.code}
    if codes <= CONFIGURATION:
        return FailureKind.CONFIGURATION
    return _KINDS.get(error.code, FailureKind.PROVIDER)


def _handler_fault(place: str, error: Exception) -> TurnFault:
    if isinstance(error, TurnFault):
        return error
    if isinstance(error, AuthoringError):
        return TurnFault(Cause.HANDLER_FAILED, f"{place}: {error}")
    return TurnFault(Cause.HANDLER_FAILED, f"{place} raised {error!r}")
