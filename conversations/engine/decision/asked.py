"""What a decision node asks: its questions with its prompt, and the facts that they are about."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import JsonValue, ValidationError

from conversations.authoring.errors import DecisionValidationError
from conversations.authoring.nodes import DecisionNode
from conversations.authoring.state import GraphState
from conversations.engine.decision.plain import plain_json
from conversations.text import holds_forbidden
from providers.ports import ChatMessage, ChatRole
from providers.questions import Choice, Noul, Question, Score
from providers.validation import field_problems

MOST_REQUESTS: Final = 5
"""The newest customer message, and up to four before it."""

LONGEST_QUESTION_NAME: Final = 200
"""Characters; the answers are on record under these names."""

RESERVED: Final = ("request", "priorRequests", "prior_requests")
"""Facts of the framework, and what an author could take for one of them."""

_KINDS: Final = (Choice, Score, Noul)


def requests_in(history: Sequence[ChatMessage]) -> tuple[str, tuple[str, ...]]:
    """The newest customer message of a space, "" without one, and up to four before it, oldest first."""
    *prior, newest = _said_in(history)[-MOST_REQUESTS:] or [""]
    return newest, tuple(prior)


def holds_all_requests(history: Sequence[ChatMessage], window: int | None) -> bool:
    """Whether a history, cut to a window, holds all customer messages that a decision is told."""
    return window is None or len(history) < window or len(_said_in(history)) >= MOST_REQUESTS


def _said_in(history: Sequence[ChatMessage]) -> list[str]:
    return [message.text for message in history if message.role is ChatRole.HUMAN and not message.internal]


def questions_of(node: DecisionNode, state: GraphState) -> dict[str, Question]:
    """The node's questions as they are defined, copied.

    Raises DecisionValidationError where they cannot be asked; whatever else the author's code raises.
    """
    defined: object = _defined_by(node, state)
    if not isinstance(defined, Mapping):
        raise DecisionValidationError("questions: are no object of questions by name")
    if not defined:
        raise DecisionValidationError("questions: there has to be at least one")
    return {_name(name): _sound(f"questions.{name}", question) for name, question in defined.items()}


def _defined_by(node: DecisionNode, state: GraphState) -> object:
    try:
        return node.define_questions(state)
    except ValidationError as error:
        # A question says what is wrong with it where it is made; other models are the author's own.
        if error.title not in {kind.__name__ for kind in _KINDS}:
            raise
        raise DecisionValidationError(_faults(f"questions: {error.title}", error)) from error


def _name(name: object) -> str:
    if not isinstance(name, str) or not name.strip():
        raise DecisionValidationError(f"questions: the name {name!r} is no text, or empty")
    if len(name) > LONGEST_QUESTION_NAME or holds_forbidden(name):
        raise DecisionValidationError(
            f"questions: a name has over {LONGEST_QUESTION_NAME} characters, or one that is not allowed"
        )
    return name


def _sound(path: str, question: object) -> Question:
    """A copy of a question that was checked again: a dict within it may have been changed since."""
    if not isinstance(question, _KINDS):
        raise DecisionValidationError(f"{path}: {type(question).__name__} is no Choice, Score or Noul")
    fields = plain_json(path, dict(question))
    try:
        return type(question).model_validate(fields)
    except ValidationError as error:
        raise DecisionValidationError(_faults(path, error)) from error


def _faults(path: str, error: ValidationError) -> str:
    return "; ".join(
        f"{path}.{problem.field}: {problem.message}" if problem.field else f"{path}: {problem.message}"
        for problem in field_problems(error)
    )


def prompt_of(node: DecisionNode, state: GraphState) -> str:
    """The node's prompt. Raises DecisionValidationError where it is no text."""
    prompt: object = node.get_prompt(state)
    if not isinstance(prompt, str):
        raise DecisionValidationError(f"prompt: {type(prompt).__name__} is no text")
    return prompt


def prompted(question: Question, prompt: str) -> Question:
    """A question with the node's prompt first in its instructions."""
    if not prompt.strip():
        return question
    own = question.instructions
    rest: list[JsonValue] = [] if own is None else own if isinstance(own, list) else [own]
    return question.model_copy(update={"instructions": [prompt, *rest]})


def facts_of(node: DecisionNode, state: GraphState) -> dict[str, JsonValue]:
    """The node's facts, copied. Raises DecisionValidationError."""
    facts: object = node.get_decision_facts(state)
    if not isinstance(facts, Mapping):
        raise DecisionValidationError(f"facts: {type(facts).__name__} is no object")
    for name in RESERVED:
        if name in facts:
            raise DecisionValidationError(f"facts.{name}: the framework fills this itself")
    copied = plain_json("facts", facts)
    assert isinstance(copied, dict)
    return copied


def told(facts: Mapping[str, JsonValue], request: str, prior_requests: Sequence[str]) -> dict[str, JsonValue]:
    """The state that is sent: the facts with the customer's words."""
    return {**facts, "request": request, "priorRequests": list(prior_requests)}


def size_of(value: Any) -> int:
    """Bytes of a value as compact JSON."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(errors="replace"))
