"""What a request template can speak of, for one question or one round of a conversation."""

from collections.abc import Mapping
from typing import Any, Final, assert_never

from providers.adapters.http.templates import UNSET
from providers.ports import ChatRequest, ChatRole, DecideRequest
from providers.questions import Choice, Noul, Question, Score

ROLES: Final[Mapping[ChatRole, str]] = {
    ChatRole.SYSTEM: "system",
    ChatRole.HUMAN: "user",
    ChatRole.AI: "assistant",
    ChatRole.TOOL: "tool",
}
"""Roles as most services call them."""

YES: Final = "true"

SIDES: Final = (YES, "false")
"""The options of a noul: a service that only picks labels can answer it by them."""


def of_question(request: DecideRequest, name: str, model: str) -> dict[str, Any]:
    """Return the variables of one question of a request; `options` are its labels, levels or sides."""
    question = request.questions[name]
    return {
        "kind": question.kind,
        "prompt": UNSET if question.instructions is None else question.instructions,
        "state": request.state,
        "options": _options(question),
        "model": model or UNSET,
        "system": UNSET,
        "questions": {name: question.model_dump(mode="json")},
    }


def of_conversation(request: ChatRequest, model: str) -> dict[str, Any]:
    """Return the variables of a conversation: `state` are its messages, `prompt` the newest of the human."""
    spoken = [message for message in request.messages if message.role is not ChatRole.SYSTEM]
    system = [message.text for message in request.messages if message.role is ChatRole.SYSTEM]
    newest = (message.text for message in reversed(spoken) if message.role is ChatRole.HUMAN)
    return {
        "kind": "chat",
        "prompt": next(newest, UNSET),
        "state": [{"role": ROLES[message.role], "content": message.text} for message in spoken],
        "options": UNSET,
        "model": model or UNSET,
        "system": "\n\n".join(system) if system else UNSET,
        "questions": UNSET,
    }


def _options(question: Question) -> Any:
    match question:
        case Choice():
            return list(question.labels)
        case Score():
            return list(question.criteria)
        case Noul():
            return list(SIDES)
        case _:
            assert_never(question)
