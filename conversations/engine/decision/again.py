"""A captured decision asked again: of any provider, without its node and without any consequence."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Final

from pydantic import JsonValue, TypeAdapter, ValidationError

from conversations import clock
from conversations.authoring.config import DecisionConfig
from conversations.engine.attempts import LONGEST_NAME, LONGEST_PROVIDER, Attempts
from conversations.engine.decision.record import answer_record
from conversations.engine.decision.run import deciding_provider
from conversations.engine.ledger import Ledger
from conversations.engine.records import AnswerRecord, CallRecord
from conversations.engine.usage import plausible_cost
from conversations.text import cleaned
from providers.errors import ErrorCode, ProviderError
from providers.ports import DecideReply, DecideRequest
from providers.questions import Question

_QUESTIONS: Final[TypeAdapter[dict[str, Question]]] = TypeAdapter(dict[str, Question])


@dataclass(frozen=True)
class AskedAgain:
    """What came of it: the answers as a decision's are kept, or else the error.

    `provider` and `model` answered, `source` is where figures come from. `cost` is of all calls in US
    dollars, None where one of them has no price.
    """

    answers: tuple[AnswerRecord, ...] = ()
    error: ProviderError | None = None
    provider: str = ""
    model: str = ""
    source: str = ""
    duration_ms: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: Decimal | None = None


async def ask_again(questions: Any, state: JsonValue, config: DecisionConfig, node: str) -> AskedAgain:
    """Ask what a capture holds through all layers of the provider, and check the answers as a node's are.

    Budgets of single sessions are not touched: the customer does not pay for it. Raises nothing but
    cancellation and the database's errors.
    """
    provider = await deciding_provider(config.provider)
    if isinstance(provider, ProviderError):
        return AskedAgain(error=provider)
    try:
        asked = _QUESTIONS.validate_python(questions)
        request = DecideRequest(state=state, questions=asked, model=config.model, timeout=config.timeout)
    except ValidationError:
        return AskedAgain(
            error=ProviderError(
                code=ErrorCode.INVALID_REQUEST,
                message="What was captured are no questions any more.",
                provider=config.provider,
            )
        )
    ledger, started = Ledger(), clock.elapsed()
    result = await Attempts(config, node, ledger).ask(lambda: provider.decide(request))
    told = AskedAgain(
        provider=cleaned(result.provider or config.provider)[:LONGEST_PROVIDER],
        model=cleaned(result.model)[:LONGEST_NAME],
        duration_ms=round((clock.elapsed() - started) * 1000),
        input_tokens=sum(call.input_tokens for call in ledger.calls),
        output_tokens=sum(call.output_tokens for call in ledger.calls),
        cost=_cost(ledger.calls),
    )
    if isinstance(result, ProviderError):
        return replace(told, error=result)
    return replace(told, answers=_answers(result), source=result.confidence_source.value)


def _answers(reply: DecideReply) -> tuple[AnswerRecord, ...]:
    """The answers, without thresholds: those that held are of the node's own run."""
    without: Mapping[str, float] = {}
    return tuple(answer_record(name, answer, without) for name, answer in reply.answers.items())


def _cost(calls: list[CallRecord]) -> Decimal | None:
    costs = [call.cost for call in calls]
    return None if None in costs else plausible_cost(sum(filter(None, costs), Decimal(0)))
