"""Captured decisions to replay, and providers that answer them."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from django.contrib.auth import get_user_model

from conversations.background.replay_rows import Order, start
from conversations.models import Decision, Replay
from providers.errors import ProviderError
from providers.ports import DECIDE, DecideReply, DecideRequest, DecideResult, Usage
from providers.questions import ConfidenceSource, spread
from tests.conversations.admin.quality.labelled import Labelled, put_on_record

LABELS: Final = ("billing", "other")
CAPTURE: Final[dict[str, dict[str, Any]]] = {
    "questions": {"topic": {"kind": "choice", "criteria": {"billing": "Invoices.", "other": None}}},
    "state": {"known": "a fact", "request": "Hello", "priorRequests": []},
}


@dataclass
class Judge:
    """Answers every request with `answer`, or as a function of how many came before; keeps what it saw."""

    answer: str | Callable[[int], DecideResult] = "other"
    name: str = "judge"
    requests: list[DecideRequest] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    gate: asyncio.Event | None = None
    asked: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def capabilities(self) -> frozenset[str]:
        return frozenset({DECIDE})

    async def decide(self, request: DecideRequest) -> DecideResult:
        self.requests.append(request)
        number = len(self.requests) - 1
        self.at_once += 1
        self.most_at_once = max(self.at_once, self.most_at_once)
        self.asked.set()
        try:
            if self.gate is not None:
                await self.gate.wait()
        finally:
            self.at_once -= 1
        return says(self.answer) if isinstance(self.answer, str) else self.answer(number)


def says(label: str) -> DecideReply:
    return DecideReply(
        answers={"topic": {"choice": label, "probabilities": spread(LABELS, label, 0.8)}},
        confidence_source=ConfidenceSource.CALIBRATED,
        usage=Usage(input_tokens=7, output_tokens=1),
        model="judge-1",
    )


def captured(count: int = 3, said: str = "Hello", **members: Any) -> list[Decision]:
    """Decisions with their captures, each answered with billing."""
    capture = {**CAPTURE, "state": {**CAPTURE["state"], "request": said}}
    return put_on_record([Labelled("billing", capture=capture, **members)] * count)


def ordered(**members: Any) -> Replay:
    """A replay of them all, in the queue."""
    user, _ = get_user_model().objects.get_or_create(username="sam")
    return start(Order(**{"graph": "triage", "node": "TriageNode", "provider": "judge", **members}), user)


def fails(error: ProviderError, after: int = 0, answer: str = "other") -> Callable[[int], DecideResult]:
    """Answers so many times, then only with an error."""
    return lambda number: says(answer) if number < after else error
