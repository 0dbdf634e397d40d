"""Typed questions as the JSON body of POST /v1/systemone."""

from collections.abc import Mapping
from typing import Any, assert_never

from providers.questions import Choice, Noul, Question, Score
from providers.wire.bodies import json_body


def request_body(state: Any, model: str, questions: Mapping[str, Question]) -> bytes:
    """Return the body that asks `model` the questions about `state`.

    The hosted service refuses every other field at the top. Raises `ProviderFault` of code
    `invalid_request` for what JSON cannot express.
    """
    asked = {name: _question(question) for name, question in questions.items()}
    return json_body({"state": _structure(state), "model": model, "questions": asked})


def _question(question: Question) -> dict[str, Any]:
    body: dict[str, Any] = {"type": question.kind}
    if question.instructions is not None:
        body["instructions"] = _structure(question.instructions)
    match question:
        case Choice():
            body["criteria"] = {label: _described(text) for label, text in question.criteria.items()}
        case Score():
            body["criteria"] = [_structure(level) for level in question.criteria]
        case Noul():
            sides = {"true": question.true, "false": question.false}
            described = {side: _structure(text) for side, text in sides.items() if text is not None}
            if described:
                body["criteria"] = described
        case _:
            assert_never(question)
    return body


def _described(text: Any) -> Any:
    return None if text is None else _structure(text)


def _structure(value: Any) -> Any:
    """Give `value` as text, object or list: a bare number, boolean or null is refused, and goes as text."""
    return value if isinstance(value, str | dict | list) else json_body(value).decode()
