"""What a decision node asks: its questions with its prompt, and the state that they are about."""

import copy
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pydantic import JsonValue, ValidationError

from conversations.authoring.errors import DecisionValidationError
from conversations.authoring.nodes import DecisionNode
from conversations.authoring.state import GraphState
from providers.ports import ChatMessage, ChatRole
from providers.questions import Choice, Noul, Question, Score
from providers.validation import fault_texts

MOST_PRIOR_REQUESTS: Final = 4

RESERVED: Final = ("request", "priorRequests", "prior_requests")
"""Facts of the framework, and what an author could take for one of them."""


def requests_in(history: Sequence[ChatMessage]) -> tuple[str, tuple[str, ...]]:
    """The newest customer message of a space, "" without one, and up to four before it, oldest first."""
    said = [m.text for m in history if m.role is ChatRole.HUMAN and not m.internal]
    if not said:
        return "", ()
    return said[-1], tuple(said[-1 - MOST_PRIOR_REQUESTS : -1])


def questions_of(node: DecisionNode, state: GraphState) -> dict[str, Question]:
    """The node's questions as they are defined.

    Raises DecisionValidationError where they cannot be asked; whatever the author's code raises.
    """
    place = f"{node.node_id()}.questions"
    try:
        defined: object = copy.deepcopy(node.define_questions(state))
    except ValidationError as error:
        raise DecisionValidationError(f"{place}: {'; '.join(fault_texts(error))}") from error
    if not isinstance(defined, Mapping) or not defined:
        raise DecisionValidationError(f"{place}: there has to be at least one, by name")
    questions: dict[str, Question] = {}
    for name, question in defined.items():
        if not isinstance(name, str) or not name.strip():
            raise DecisionValidationError(f"{place}: a name is not a text, or empty")
        if not isinstance(question, Choice | Score | Noul):
            raise DecisionValidationError(f"{place}.{name}: is no Choice, Score or Noul")
        _refuse_unfit(f"{place}.{name}", question.model_dump())
        questions[name] = question
    return questions


def state_of(
    node: DecisionNode, state: GraphState, request: str, prior_requests: Sequence[str]
) -> dict[str, JsonValue]:
    """The facts of the node with the customer's words. Raises DecisionValidationError."""
    facts: object = node.get_decision_facts(state)
    if not isinstance(facts, Mapping):
        raise DecisionValidationError(f"{node.node_id()}.facts: are no object")
    reserved = [name for name in RESERVED if name in facts]
    if reserved:
        raise DecisionValidationError(f"facts.{reserved[0]}: the framework fills this itself")
    _refuse_unfit("facts", facts)
    return copy.deepcopy({**facts, "request": request, "priorRequests": list(prior_requests)})


def prompted(question: Question, prompt: str) -> Question:
    """A question with the node's prompt first in its instructions."""
    if not prompt.strip():
        return question
    own = question.instructions
    rest: list[JsonValue] = [] if own is None else own if isinstance(own, list) else [own]
    return question.model_copy(update={"instructions": [prompt, *rest]})


def _refuse_unfit(path: str, value: object) -> None:
    fault = next(_unfit(path, value, ()), None)
    if fault is not None:
        raise DecisionValidationError(fault)


def _unfit(path: str, value: object, above: tuple[int, ...]) -> Iterator[str]:
    """What JSON cannot hold of a value, each with its path."""
    if id(value) in above:
        yield f"{path}: holds itself"
        return
    within = (*above, id(value))
    match value:
        case None | bool() | int() | str():
            return
        case float():
            if not math.isfinite(value):
                yield f"{path}: {value} is not JSON"
        case Mapping():
            for key, item in value.items():
                if not isinstance(key, str):
                    yield f"{path}: the key {key!r} is not a text"
                else:
                    yield from _unfit(f"{path}.{key}", item, within)
        case list() | tuple():
            for position, item in enumerate(value):
                yield from _unfit(f"{path}[{position}]", item, within)
        case _:
            yield f"{path}: {type(value).__name__} is not JSON"


def size_of(value: Any) -> int:
    """Bytes of a value as compact JSON."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(errors="replace"))
