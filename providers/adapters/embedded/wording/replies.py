"""What the embedded model says: reasons, confirmations and questions, in the words of the field
descriptions.
"""

import re
from collections.abc import Sequence
from typing import Final

from providers.adapters.embedded.conversation.calls import Call
from providers.adapters.embedded.conversation.concerned import error_text
from providers.adapters.embedded.conversation.phrases import short_phrase
from providers.adapters.embedded.conversation.purposes import is_way_out
from providers.adapters.embedded.conversation.space import Space
from providers.adapters.embedded.forms.fields import Tool
from providers.adapters.embedded.language.json_text import DECODER
from providers.adapters.embedded.language.text import read_text
from providers.adapters.embedded.wording.acknowledging import acknowledged, is_farewell, is_over
from providers.adapters.embedded.wording.asking import after_rejection, next_fields, questions
from providers.adapters.embedded.wording.data import (
    is_for_showing,
    is_seed,
    readable,
    reason,
    sentence,
    statements,
)
from providers.adapters.embedded.wording.described import CLAUSE_STARTS
from providers.ports import ChatRole

ANYTHING_ELSE: Final = "Is there anything else that I can do for you?"
FAREWELL: Final = re.compile(
    r"\b(?:goodbye|good-bye|farewell|say bye|end(?:s|ed|ing)? (?:the|this) (?:conversation"
    r"|chat|session)|closing|(?:conversation|chat|session) (?:is over|has ended|ends))\b",
    re.I,
)


def reply_text(space: Space) -> str:
    """The reply for a round in which no tool is called."""
    if not space.tools:
        return _without_tools(space)
    calls = space.turn_calls()
    if calls and not calls[-1].accepted:
        return _after_rejection(space, calls[-1])
    rejection = space.standing_rejection()
    if not calls and not space.opening and rejection and not is_farewell(space, True):
        return _still_rejected(space, rejection)
    if any(call.accepted and _is_way_out(space, call) for call in calls):
        return _joined(_shown(calls), ANYTHING_ELSE)
    asked = questions(space, next_fields(space), shown=bool(calls))
    if calls:
        return _joined(_shown(calls), asked or ANYTHING_ELSE)
    if space.opening:
        told = _confirmed(space)
        return told if "?" in told else _joined(told, asked or "How can I help you?")
    if is_farewell(space, bool(asked)) and not space.newest_keys:
        return acknowledged(space, False)
    return _joined(acknowledged(space, bool(asked)), asked or _open_end(space))


def _is_way_out(space: Space, call: Call) -> bool:
    return any(tool.name == call.name and is_way_out(tool) for tool in space.tools)


def _without_tools(space: Space) -> str:
    prompt = " ".join(message.text for message in space.messages if message.role is ChatRole.SYSTEM)
    told = "" if not space.opening or is_seed(space.newest_text) else statements(space.newest_text)
    if FAREWELL.search(prompt) or FAREWELL.search(space.newest_text):
        return _joined(told, "Thank you for your time. Goodbye!")
    return told or "Thank you for your message."


def _after_rejection(space: Space, call: Call) -> str:
    tool = next((tool for tool in space.tools if tool.name == call.name), None)
    if tool is None:
        return reason(error_text(call.result)) or "That did not work."
    why = _why(tool, call)
    return _joined(why or "That did not work.", after_rejection(space, tool, call))


def _why(tool: Tool, call: Call) -> str:
    """The reason of a rejection, with the fields called as the customer was asked for them."""
    phrases = {field.name: short_phrase(field) for field in tool.fields}
    nouns = {name: text for name, text in phrases.items() if not CLAUSE_STARTS.match(text)}
    return reason(error_text(call.result), nouns)


def _still_rejected(space: Space, call: Call) -> str:
    """The customer's message has not mended what was refused: the reason again where it tried to."""
    tool = next(tool for tool in space.tools if tool.name == call.name)
    tried = any(field.key in space.newest_keys for field in tool.fields) and not space.missing(tool)
    first = _why(tool, call) if tried else acknowledged(space, True)
    return _joined(first, after_rejection(space, tool, call))


def _confirmed(space: Space) -> str:
    if is_seed(space.newest_text):
        return "Hello!" if not any(message.role is ChatRole.AI for message in space.messages) else ""
    return statements(space.newest_text)


def _shown(calls: Sequence[Call]) -> str:
    """What the accepted calls of the turn gave to show; a thank-you where they gave nothing."""
    shown = []
    for call in calls:
        text = call.result.strip()
        if not call.accepted or text.upper() in {"OK", "OK.", "DONE", ""}:
            continue
        try:
            data = DECODER.decode(text)
            shown.append(readable(data) if is_for_showing(data) else "")
        except (ValueError, RecursionError):
            shown.append(statements(text))
    return _joined("Thank you.", *shown)


def _open_end(space: Space) -> str:
    if is_over(space):
        return ANYTHING_ELSE
    if any(tool.fields and not tool.required for tool in space.tools):
        return last_question(space) or "What would you like to change?"
    return "What else can I do for you?" if space.calls else "What would you like to do?"


def last_question(space: Space) -> str:
    """What the assistant asked last, where the customer has not answered it."""
    text = space.transcript.question_before(space.newest)
    questions = [line for line in read_text(text).sentences if line.endswith("?")]
    return questions[-1].strip() if questions else ""


def _joined(*texts: str) -> str:
    kept = [text.strip() for text in texts if text and text.strip()]
    return (
        "\n\n".join(kept) if any("\n" in text for text in kept) else " ".join(sentence(text) for text in kept)
    )
