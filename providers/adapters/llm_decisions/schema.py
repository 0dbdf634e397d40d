"""The one strict JSON Schema of all answers to the questions of a request."""

import re
from collections.abc import Mapping
from typing import Any, Final, assert_never

from providers.questions import Choice, Noul, Question, Score

_KEY: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}", re.ASCII)
"""What every vendor takes as the name of a property; Anthropic refuses all others."""

_PROBABILITY: Final[Mapping[str, Any]] = {"type": "number", "minimum": 0, "maximum": 1}


def answer_schema(questions: Mapping[str, Question]) -> dict[str, Any]:
    """Return the JSON Schema of the answers: an object with a property for each question, by its key.

    Every property is required and no other allowed, on each level, as strict modes demand.
    """
    keys = keys_of(questions)
    return _strict_object({keys[name]: _answer(question) for name, question in questions.items()})


def keys_of(questions: Mapping[str, Question]) -> dict[str, str]:
    """Return the key of each question's answer: its name, or its number where no vendor takes that."""
    return {
        name: name if _KEY.fullmatch(name) else _numbered(number, questions)
        for number, name in enumerate(questions, start=1)
    }


def _numbered(number: int, questions: Mapping[str, Question]) -> str:
    key = f"question_{number}"
    while key in questions:
        key += "_"
    return key


def _answer(question: Question) -> dict[str, Any]:
    match question:
        case Choice():
            choice = {"type": "string", "enum": list(question.labels)}
            return _strict_object({"choice": choice, "confidence": _PROBABILITY})
        case Score():
            score = {"type": "number", "minimum": 0, "maximum": len(question.criteria) - 1}
            return _strict_object({"score": score, "confidence": _PROBABILITY})
        case Noul():
            return _strict_object({"probability": _PROBABILITY})
        case _:
            assert_never(question)


def _strict_object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }
