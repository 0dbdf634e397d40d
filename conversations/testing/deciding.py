"""A decision provider that is given its answers in order and records what it was asked."""

import asyncio
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from conversations.testing.scripted import Held, ScriptExhausted
from providers.errors import ErrorCode, ProviderError
from providers.ports import DECIDE, DecideReply, DecideRequest, DecideResult, Usage
from providers.questions import (
    AnswersInvalid,
    Choice,
    ConfidenceSource,
    Noul,
    Question,
    Score,
    check_answers,
    spread,
)

Given: TypeAlias = str | float | Mapping[str, Any]
"""An answer: a label, a score or a probability of yes; or all fields of one."""

USAGE: Final = Usage(input_tokens=20, output_tokens=2)
"""What each answer costs, unless a script says otherwise."""


class ScriptMismatch(AssertionError):
    """A script's answers do not fit the questions that were asked, and it does not say that this is meant."""


@dataclass(frozen=True)
class Answered:
    """Answers by question, as a provider would give them; they `must_fit` unless they are to be refused."""

    answers: Mapping[str, Given]
    probability: float
    source: ConfidenceSource
    usage: Usage
    must_fit: bool = True


DecisionScript: TypeAlias = Answered | ProviderError | Held


def answers(
    *,
    probability: float = 0.97,
    source: ConfidenceSource = ConfidenceSource.CALIBRATED,
    usage: Usage | None = None,
    **given: Given,
) -> Answered:
    """Answers by question: a label for a choice, a number for a score or a noul.

    `probability` is that of each given label or level; the rest share what is left. Answers that do not
    fit the questions are a slip of the pen and fail the test; `unfit_answers` is for those that are meant.
    """
    return Answered(given, probability, source, usage or USAGE)


def unfit_answers(*, probability: float = 0.97, **given: Given) -> Answered:
    """Answers as a provider in disorder gives them, to other questions or with other labels.

    The framework refuses them, and the node's `on_decision_error` goes on.
    """
    return Answered(given, probability, ConfidenceSource.CALIBRATED, USAGE, must_fit=False)


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
    _mismatch: str = ""

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
        if reply.must_fit:
            self._mismatch = self._mismatch or _mismatch(request.questions, given)
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
        """Raise ScriptExhausted where more was asked than the script foresees, else ScriptMismatch.

        A provider's exceptions end at the port, so that the turn itself merely goes on with a fallback.
        """
        if self._exhausted:
            raise ScriptExhausted(f"{self.name} was asked {len(self.requests)} times.")
        if self._mismatch:
            raise ScriptMismatch(f"{self.name} {self._mismatch}")


def _mismatch(questions: Mapping[str, Question], given: Mapping[str, Any]) -> str:
    """What does not fit, "" where all does."""
    if questions.keys() != given.keys():
        return f"was asked {_listed(questions)}, but the script answers {_listed(given)}."
    try:
        check_answers(questions, given)
    except AnswersInvalid as invalid:
        return f"gave answers that do not fit: {invalid}"
    return ""


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "nothing"


def _whole(question: Question | None, given: Given, probability: float) -> Any:
    if isinstance(given, Mapping):
        return dict(given)
    match question:
        case Choice() if isinstance(given, str):
            likeliest = given if given in question.criteria else question.labels[0]
            return {"choice": given, "probabilities": spread(question.labels, likeliest, probability)}
        case Score() if not isinstance(given, str) and math.isfinite(given):
            levels = [str(level) for level in range(len(question.criteria))]
            nearest = levels[max(0, min(len(levels) - 1, round(given)))]
            shares = spread(levels, nearest, probability)
            return {"score": given, "legend": list(question.criteria), "probabilities": list(shares.values())}
        case Noul() if not isinstance(given, str):
            return {"noul": given}
    # What does not fit its question is given as it is, for the check to refuse.
    return {"choice" if isinstance(given, str) else "noul": given}
