"""What comes of a few messages to one form: the calls made, or the question that leads on."""

from typing import Any

from providers.ports import ToolSpec
from tests.providers.embedded.talk import Talk


def called_after(message: str, *tools: ToolSpec) -> list[tuple[str, Any]]:
    """Name and arguments of each call that one message to fresh tools brings."""
    talk = Talk(*tools)
    talk.says(message)
    return [(call.name, call.arguments) for call in talk.turn]


def asked_on(message: str, *tools: ToolSpec) -> bool:
    """True where one message brings no call, but a question."""
    talk = Talk(*tools)
    reply = talk.says(message)
    return not talk.turn and reply.endswith("?")


def filled_by(messages: list[str], *tools: ToolSpec) -> Any:
    """The arguments of the last call of a talk that the assistant opens; None where there was none."""
    talk = Talk(*tools)
    talk.opens()
    for message in messages:
        talk.says(message)
    return talk.calls[-1].arguments if talk.calls else None
