"""A decision provider that is given its answers in order and records what it was asked."""

import asyncio
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from conversations.testing.scripted import Held, ScriptExhausted
from providers.errors import ErrorCode, ProviderError
from providers.ports import DECIDE, DecideReply, DecideRequest, DecideResult, Usage
from providers.questions import Choice, ConfidenceSource, Noul, Question, Score, spread

Given: TypeAlias = str | float | Mapping[str, Any]
"""An answer: a label, a score or a probability of yes; or all fields of one, however wrong."""


@dataclass(frozen=True)
class Answered:
    """Answers by question, as a provider would give them."""

    answers: Mapping[str, Given]
    probability: float
    source: ConfidenceSource
    usage: Usage


DecisionScript: TypeAlias = Answered | ProviderError | Held


def answers(
    *,
    probability: float = 0.97,
    source: ConfidenceSource = ConfidenceSource.CALIBRATED,
    usage: Usage | None = None,
    **given: Given,
) -> Answered:
    """Answers by question: a label for a choice, a number for a score or a noul.

    `probability` is that of each given label or level; the rest share what is left.
    """
    return Answered(given, probability, source, usage or Usage(input_tokens=20, output_tokens=2))


@dataclass
class ScriptedDecisions:
    """Gives `replies` in order. `requests` holds everything that it was asked, oldest first.

    `waiting` is set while a reply is held back.
    """

    replies: Sequence[DecisionScript]
    name: str = "scripted-decisions"
    requests: list[DecideRequest] = field(default_factory=list)
    waiting: asyncio.Event = field(default_factory=asyncio.Event)
    _exhausted: bool = False

    @property
    def capabilities(self) -> frozenset[str]:
        """Decisions."""
        return frozenset({DECIDE})

    @property
    def request(self) -> DecideRequest:
        """The newest request."""
        return self.requests[-1]

    async def decide(self, request: DecideRequest) -> DecideResult:
        """Give the next reply."""
        self.requests.append(request)
        if len(self.requests) > len(self.replies):
            self._exhausted = True
            return ProviderError(code=ErrorCode.UNAVAILABLE, message="The script is at its end.")
        reply = self.replies[len(self.requests) - 1]
        if isinstance(reply, Held):
            return await self._released(reply)
        if isinstance(reply, ProviderError):
            return reply
        given = {
            name: _whole(request.questions.get(name), one, reply.probability)
            for name, one in reply.answers.items()
        }
        return DecideReply(
            answers=given, confidence_source=reply.source, usage=reply.usage, model="scripted-model"
        )

    async def _released(self, held: Held) -> ProviderError:
        self.waiting.set()
        await held.event.wait()
        self.waiting.clear()
        if not isinstance(held.reply, ProviderError):
            raise TypeError("Of a decision only an error can be held back.")
        return held.reply

    def check(self) -> None:
        """Raise ScriptExhausted where more was asked than the script foresees."""
        if self._exhausted:
            raise ScriptExhausted(f"{self.name} was asked {len(self.requests)} times.")


def _whole(question: Question | None, given: Given, probability: float) -> Any:
    if isinstance(given, Mapping):
        return dict(given)
    match question:
        case Choice() if isinstance(given, str) and given in question.criteria:
            return {"choice": given, "probabilities": spread(question.labels, given, probability)}
        case Score() if not isinstance(given, str) and math.isfinite(given):
            levels = [str(level) for level in range(len(question.criteria))]
            nearest = levels[max(0, min(len(levels) - 1, round(given)))]
            shares = spread(levels, nearest, probability)
            return {"score": given, "legend": list(question.criteria), "probabilities": list(shares.values())}
        case Noul() if not isinstance(given, str):
            return {"noul": given}
    # What does not fit its question is given as it is, for the check to refuse.
    return {"choice" if isinstance(given, str) else "noul": given}
