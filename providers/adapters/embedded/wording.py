"""What the embedded model says: reasons, confirmations and questions, in the words of the field
descriptions.
"""

import json
import re
from collections.abc import Sequence
from typing import Final

from providers.adapters.embedded.calendar_words import WEEKDAYS
from providers.adapters.embedded.calls import Call
from providers.adapters.embedded.choice import fit, intent
from providers.adapters.embedded.data import is_for_showing, is_seed, readable, reason, sentence, statements
from providers.adapters.embedded.dated import looks_back
from providers.adapters.embedded.fields import Field, Kind, Tool
from providers.adapters.embedded.items import missing_members
from providers.adapters.embedded.matching import stem_match
from providers.adapters.embedded.phrases import CLAUSE_STARTS, asks_for
from providers.adapters.embedded.purposes import MESSAGES, Purpose
from providers.adapters.embedded.reading import is_question
from providers.adapters.embedded.space import Space
from providers.adapters.embedded.text import read_text
from providers.ports import ChatRole

MOST_QUESTIONS: Final = 2
EXAMPLES: Final = {
    Kind.DATE: "March 5, 2027",
    Kind.MONTH: "March 2027",
    Kind.TIME: "7:30 pm",
    Kind.EMAIL: "name@example.com",
}
GREETING: Final = re.compile(r"^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|greetings)\b", re.I)
THANKS: Final = re.compile(r"^\W*(?:thanks|thank you|thx|great|perfect)\b", re.I)
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
    questions = _questions(space, _next_fields(space))
    if calls:
        return _joined(_shown(calls), questions or "Is there anything else that you would like?")
    if space.opening:
        return _joined(_confirmed(space), questions or "How can I help you?")
    return _joined(_acknowledged(space, bool(questions)), questions or _open_end(space))


def _without_tools(space: Space) -> str:
    prompt = " ".join(message.text for message in space.messages if message.role is ChatRole.SYSTEM)
    told = "" if not space.opening or is_seed(space.newest_text) else statements(space.newest_text)
    if FAREWELL.search(prompt) or FAREWELL.search(space.newest_text):
        return _joined(told, "Thank you for your time. Goodbye!")
    return told or "Thank you for your message."


def _after_rejection(space: Space, call: Call) -> str:
    tool = next((tool for tool in space.tools if tool.name == call.name), None)
    why = reason(_error(call.result))
    if tool is None:
        return why or "That did not work."
    fields = list(space.missing(tool)) or _concerned(space, tool, _error(call.result))
    questions = _questions(space, fields)
    return _joined(
        why or ("" if questions else "That did not work."), questions or "What would you like to change?"
    )


def _error(result: str) -> str:
    data = json.loads(result)
    for key in ("error", "reason", "message", "detail"):
        if isinstance(data.get(key), str) and data[key].strip():
            return str(data[key]).strip()
    return ""


def _concerned(space: Space, tool: Tool, error: str) -> list[Field]:
    """The fields that a reason speaks of, best fit first."""
    named = re.match(r"^([a-z_][\w.\[\]]*)\s*:", error)
    first = re.split(r"[.\[]", named[1])[0] if named else ""
    exact = [field for field in tool.fields if first and field.path[0] == first]
    if exact:
        return [space.effective(field) for field in exact[:1]]
    words = [word for word in read_text(error).words if word.content]
    scored = []
    for place, field in enumerate(tool.fields):
        if field.kind in {Kind.COMPOSED, Kind.IDENTIFIER}:
            continue
        hits = {
            word.stem: max(
                (stem_match(word.lower, target) * weight for target, weight in field.weights.items()),
                default=0.0,
            )
            for word in words
        }
        if field.kind is Kind.DATE and any(word.lower.rstrip("s") in WEEKDAYS for word in words):
            hits["weekday"] = 1.0
        score = sum(hit for hit in hits.values() if hit >= 0.45)
        best = max(hits.values(), default=0.0)
        if best >= 0.65:
            scored.append((-score, place, space.effective(field)))
    scored.sort(key=lambda one: one[:2])
    return [field for _, _, field in scored[:MOST_QUESTIONS]]


def _next_fields(space: Space) -> list[Field]:
    """What to ask for next: the tool that the message began with, else the first that lacks something."""
    incomplete = [tool for tool in space.tools if tool.asked and _askable(space, tool)]
    begun = [tool for tool in incomplete if any(field.key in space.newest_keys for field in tool.fields)]
    waiting = [tool for tool in incomplete if space.last_call(tool, only_accepted=True) is None]
    started = [
        tool
        for tool in waiting
        if any(field.key in {event.key for event in space.events} for field in tool.fields)
    ]
    ranked = sorted(begun, key=lambda tool: -fit(space, tool)) + started + waiting + incomplete
    return _askable(space, ranked[0]) if ranked else []


def _askable(space: Space, tool: Tool) -> list[Field]:
    """The missing fields that a customer can answer; an id that another tool will find out is none of
    them.
    """
    missing = [field for field in space.missing(tool) if field.kind not in {Kind.COMPOSED, Kind.UNREADABLE}]
    ids = [field for field in missing if field.kind is Kind.IDENTIFIER]
    others = [
        other
        for other in space.tools
        if other is not tool and other.asked and space.last_call(other, only_accepted=True) is None
    ]
    if ids and any(not any(field.kind is Kind.IDENTIFIER for field in other.required) for other in others):
        return []
    return missing


def _questions(space: Space, fields: Sequence[Field]) -> str:
    """At most two questions for the fields, as sentences."""
    wanted = list(fields)[:MOST_QUESTIONS]
    if not wanted:
        return ""
    texts = [_item_question(space, field) or asks_for(field) for field in wanted]
    if len(texts) == 2 and not any(
        " – " in text or CLAUSE_STARTS.match(text) or ", or none" in text for text in texts
    ):
        return f"Could you tell me {texts[0]} and {texts[1]}?"
    questions = [f"Could you tell me {texts[0]}?"]
    if len(texts) == 2:
        questions.append(f"And {texts[1]}?")
    return " ".join(questions)


def _item_question(space: Space, field: Field) -> str:
    """For an object of a list that lacks something: which one, and what."""
    value = next(
        (
            space.values(tool).get(field.key)
            for tool in space.tools
            if any(one.key == field.key for one in tool.fields)
        ),
        None,
    )
    lacking = missing_members(field, value) if field.kind is Kind.ITEMS else ()
    if not lacking or not isinstance(value, list):
        return ""
    one = next(one for one in value if isinstance(one, dict) and lacking[0].name not in one)
    known = next(
        (str(inner).replace("_", " ").replace("-", " ") for inner in one.values() if isinstance(inner, str)),
        "",
    )
    return f"{asks_for(lacking[0])}{f' of the {known}' if known else ''}"


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
            data = json.loads(text)
            shown.append(readable(data) if is_for_showing(data) else "")
        except (ValueError, RecursionError):
            shown.append(statements(text))
    return _joined("Thank you.", *shown)


def _acknowledged(space: Space, asks: bool) -> str:
    text = space.newest_text
    if space.newest_keys:
        return "Thank you." if asks else "Thank you, I have noted that."
    if GREETING.match(text) and len(read_text(text).words) <= 6:
        return "Hello!"
    if THANKS.match(text) and len(read_text(text).words) <= 4:
        return "You are welcome."
    if is_question(text) or text.rstrip().endswith("?"):
        return "I am sorry, I cannot answer that here."
    if any(intent(text, tool) >= 0.45 for tool in space.tools if tool.fields):
        return "Certainly." if asks else ""
    again = "Sorry, I did not quite understand that."
    first = next((field for field in space.fields if field.key in space.asked[:1]), None)
    if first is None or first.kind not in EXAMPLES:
        return again
    example = "March 5, 1990" if first.kind is Kind.DATE and looks_back(first) else EXAMPLES[first.kind]
    return f"{again} You can write it like this: {example}."


def _open_end(space: Space) -> str:
    if THANKS.match(space.newest_text) or MESSAGES[Purpose.ENDING].search(space.newest_text):
        return "Is there anything else that I can do for you?"
    if any(tool.fields and not tool.required for tool in space.tools) or any(
        space.last_call(tool) for tool in space.tools
    ):
        return "What would you like to change?"
    return "What would you like to do?"


def _joined(*texts: str) -> str:
    kept = [text.strip() for text in texts if text and text.strip()]
    return (
        "\n\n".join(kept) if any("\n" in text for text in kept) else " ".join(sentence(text) for text in kept)
    )
