"""Scripts of the hotel graph's models, and a session that uses up exactly what it was given."""

from typing import Any

from conversations.engine.values import TurnResult
from conversations.testing import GraphHarness, ScriptedChat, ScriptedDecisions, answers, call, calls, fails

OUTAGE = (fails(), fails(), fails())
"""As often as a decision of this graph is tried."""


def routed(destination: Any, delivery: str = "none", **rest: Any) -> Any:
    return answers(destination=destination, request_delivery=delivery, **rest)


def reviewed(outcome: str, faithful: float = 0.9) -> Any:
    return answers(outcome=outcome, faithful=faithful)


def judged(
    grounded: float = 0.95, completeness: float = 1.9, clarity: float = 1.8, confidence: float | None = 0.9
) -> Any:
    return answers(
        grounded=grounded,
        completeness=scored(completeness, confidence),
        clarity=scored(clarity, confidence),
    )


def scored(score: float, confidence: float | None) -> dict[str, Any]:
    """A score from 0 to 2 with all its fields."""
    return {
        "score": score,
        "legend": ["low", "middle", "high"],
        "probabilities": [0.0, 2 - score, score - 1],
        "confidence": confidence,
    }


def stay(start: str, end: str) -> Any:
    return calls(call("capture_date_range", start=start, end=end))


def at_most(dollars: int) -> Any:
    return calls(call("capture_budget", max=dollars))


def draft(text: str) -> Any:
    return calls(call("publish_hotel_draft", draft=text))


def revise() -> Any:
    return calls(call("revise_search"))


class Hotel:
    """One session with both scripts at hand."""

    def __init__(self, chat: GraphHarness, model: ScriptedChat, decisions: ScriptedDecisions) -> None:
        self.chat = chat
        self.model = model
        self.decisions = decisions

    async def turn(
        self, text: str, *, chat: tuple[Any, ...] = (), decides: tuple[Any, ...] = (), cursor: str
    ) -> TurnResult:
        """Say something, with all that the models will answer; nothing of it may be left over."""
        self.model.then(*chat)
        self.decisions.replies = [*self.decisions.replies, *decides]
        result = await self.chat.send(text)
        assert result.success, result.cause
        assert await self.chat.cursor() == cursor
        assert not self.model.replies
        assert len(self.decisions.requests) == len(self.decisions.replies)
        return result
