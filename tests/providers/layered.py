"""Deciders that do what a test tells them, and chains of several providers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from providers.boundary import answers_together
from providers.building import in_layers
from providers.errors import Attempt, ErrorCode, ProviderError
from providers.options import ProviderOptions
from providers.ports import (
    DECIDE,
    DecideReply,
    DecideRequest,
    DecideResult,
    Provider,
    Usage,
)
from providers.questions import Choice, ConfidenceSource
from providers.resilience.chain import Chain, Link

YES_OR_NO = Choice({"yes": None, "no": None})
FITTING: Mapping[str, Any] = {"q": {"choice": "yes", "probabilities": {"yes": 1.0, "no": 0.0}}}

Answer: TypeAlias = Callable[[DecideRequest], DecideResult]


def question(state: str = "state", **values: Any) -> DecideRequest:
    """A request with one question, `q`: yes or no."""
    return DecideRequest(state=state, questions={"q": YES_OR_NO}, **values)


def answers(request: DecideRequest) -> DecideReply:
    """Say yes."""
    return DecideReply(
        answers=dict(FITTING),
        confidence_source=ConfidenceSource.DERIVED,
        model="decider-1",
        usage=Usage(input_tokens=10, output_tokens=2),
    )


def error(code: ErrorCode, **values: Any) -> ProviderError:
    return ProviderError(code=code, message=f"It is {code}.", **values)


def failing(code: ErrorCode = ErrorCode.UNAVAILABLE, **values: Any) -> Answer:
    return lambda request: error(code, **values)


class Decider:
    """Answers each request by itself; `asked` are their states."""

    capabilities = frozenset({DECIDE})

    def __init__(self, name: str = "decider", answer: Answer = answers) -> None:
        self.name = name
        self.asked: list[Any] = []
        self.requests: list[DecideRequest] = []
        self._answer = answer

    async def decide(self, request: DecideRequest) -> DecideResult:
        self.asked.append(request.state)
        self.requests.append(request)
        return self._answer(request)


class BatchDecider(Decider):
    """One that also answers several together; `batches` are their states."""

    def __init__(self, name: str = "decider", answer: Answer = answers, together: Answer = answers) -> None:
        super().__init__(name, answer)
        self.batches: list[list[Any]] = []
        self._together = together

    async def decide_many(self, requests: Sequence[DecideRequest]) -> list[DecideResult]:
        self.batches.append([request.state for request in requests])
        return [self._together(request) for request in requests]


def chain_of(*providers: Provider | ProviderError, types: Sequence[str] = (), **options: Any) -> Chain:
    """A chain of these, each in its layers; `options` are those of the first."""
    links = []
    for position, provider in enumerate(providers):
        type = types[position] if types else "scripted"
        if isinstance(provider, ProviderError):
            links.append(Link(provider.provider, type, provider))
            continue
        own = ProviderOptions(name=provider.name, **({} if position else options))
        links.append(Link(provider.name, type, in_layers(provider, own), batches=answers_together(provider)))
    return Chain(links)


def who_and_what(attempts: Sequence[Attempt]) -> list[tuple[str, str]]:
    """Who was asked in vain, and the code of what each said."""
    return [(attempt.provider, attempt.code) for attempt in attempts]
