"""The check of answers: whoever decides by them can trust their kinds, labels and numbers."""

from collections.abc import Sequence

from providers.errors import MESSAGE_LENGTH, ErrorCode, ProviderError
from providers.ports import (
    DecideRequest,
    DecideResult,
)
from providers.questions import AnswersInvalid, check_answers
from providers.resilience.layer import Layer


class AnswerCheck(Layer):
    """A provider whose answers fit their questions; those that do not are a `bad_decision`."""

    async def decide(self, request: DecideRequest) -> DecideResult:
        """Ask the provider and check its answers."""
        return _checked(request, await self._provider.decide(request))

    async def decide_many(self, requests: Sequence[DecideRequest]) -> list[DecideResult]:
        """Ask the provider and check the answers of each request; one that fails spoils no other."""
        results = await self._provider.decide_many(requests)
        return [_checked(request, result) for request, result in zip(requests, results, strict=True)]


def _checked(request: DecideRequest, result: DecideResult) -> DecideResult:
    if isinstance(result, ProviderError):
        return result
    try:
        answers = check_answers(request.questions, result.answers)
    except AnswersInvalid as invalid:
        return ProviderError(
            code=ErrorCode.BAD_DECISION,
            message=f"The answers do not fit the questions: {invalid}"[:MESSAGE_LENGTH],
            request_id=result.request_id,
            provider=result.provider,
            model=result.model,
            usage=result.usage,
            cost=result.cost,
        )
    return result.model_copy(update={"answers": answers})
