"""How the provider tests ask typed questions, and what a model may say to them."""

import json
from collections.abc import Mapping
from typing import Any

from providers.errors import ErrorCode, ProviderError
from providers.ports import DecideReply, DecideRequest, DecideResult
from providers.questions import Choice, Noul, Question, Score

INTENT = Choice({"book": "wants to book", "cancel": None}, instructions="What does the customer want?")
MOOD = Score(["angry", "neutral", "happy"])
CLEAR = Noul("Is the request clear?")

QUESTIONS: Mapping[str, Question] = {"intent": INTENT, "mood": MOOD, "clear": CLEAR}

SAID = {
    "intent": {"choice": "cancel", "confidence": 0.75},
    "mood": {"score": 0.4, "confidence": 0.5},
    "clear": {"probability": 0.9},
}
"""What a model may say to `QUESTIONS`."""


def deciding(
    state: Any = "I want to cancel", questions: Mapping[str, Question] = QUESTIONS, **values: Any
) -> DecideRequest:
    return DecideRequest(state=state, questions=dict(questions), **values)


def said(**changes: Any) -> str:
    """What a model says, as JSON text; the changes replace answers."""
    return json.dumps({**SAID, **changes})


def decided(result: DecideResult) -> DecideReply:
    assert isinstance(result, DecideReply), result
    return result


def code_of(result: DecideResult) -> ErrorCode:
    assert isinstance(result, ProviderError), result
    return result.code
