"""What to ask for next, and how the question reads."""

from collections.abc import Sequence
from typing import Final

from providers.adapters.embedded.conversation.calls import Call
from providers.adapters.embedded.conversation.choice import fit
from providers.adapters.embedded.conversation.concerned import concerned_fields
from providers.adapters.embedded.conversation.hearing import PATIENCE
from providers.adapters.embedded.conversation.phrases import asks_for, listed, short_phrase
from providers.adapters.embedded.conversation.purposes import NEITHER, is_way_out
from providers.adapters.embedded.conversation.row_names import spoken_text
from providers.adapters.embedded.conversation.space import Space
from providers.adapters.embedded.forms.fields import Field, Kind, Tool
from providers.adapters.embedded.readers.items import missing_members
from providers.adapters.embedded.wording.described import CLAUSE_STARTS
from providers.adapters.embedded.wording.examples import example_of

MOST_QUESTIONS: Final = 2
MOST_CHANGES: Final = 4
"""Fields that are named where nobody knows which of them is wrong."""


def next_fields(space: Space) -> list[Field]:
    """What to ask for next: a number that was out of bounds, the tool that the message began with, or the
    first that lacks something.
    """
    if space.beyond:
        return [space.beyond[0]]
    incomplete = [
        tool for tool in space.tools if not is_way_out(tool) and tool.asked and _askable(space, tool)
    ]
    begun = [tool for tool in incomplete if any(field.key in space.newest_keys for field in tool.fields)]
    waiting = [tool for tool in incomplete if space.last_call(tool, only_accepted=True) is None]
    started = [
        tool
        for tool in waiting
        if any(field.key in {event.key for event in space.events} for field in tool.fields)
    ]
    if NEITHER.match(space.newest_text) and (again := _looked_up_by(space)):
        return again
    ranked = sorted(begun, key=lambda tool: -fit(space, tool)) + started + waiting + incomplete
    return _askable(space, ranked[0]) if ranked else []


def _looked_up_by(space: Space) -> list[Field]:
    """The fields of the call whose rows are open to choose from: other values give other rows."""
    open_rows = [field for field in space.fields if space.effective(field).kind is Kind.ROW]
    asked = [field for field in open_rows if field.key in space.asked]
    last = next((call for call in reversed(space.calls) if call.accepted), None)
    if not asked or last is None:
        return []
    tool = next((tool for tool in space.tools if tool.name == last.name), None)
    return [field for field in tool.asked if field.kind is not Kind.IDENTIFIER] if tool else []


def questions(space: Space, fields: Sequence[Field], shown: bool = False) -> str:
    """At most two questions for the fields, as sentences. `shown` is True where the reply has listed the
    rows to choose from already.

    What was asked in vain again and again is asked alone, with an example of an answer.
    """
    wanted = list(fields)[:MOST_QUESTIONS]
    if not wanted:
        return ""
    if space.tries(wanted[0]) >= PATIENCE:
        return _alone(wanted[0], _text(space, wanted[0], shown))
    texts = [_text(space, field, shown) for field in wanted]
    if len(texts) == MOST_QUESTIONS and not any(_long(text) for text in texts):
        return f"Could you tell me {texts[0]} and {texts[1]}?"
    asked = [f"Could you tell me {texts[0]}?", *(f"And {text}?" for text in texts[1:])]
    return " ".join(asked)


def after_rejection(space: Space, tool: Tool, call: Call) -> str:
    """The question that leads on after a rejection: what is missing, what the reason is about, or what is
    to be different.
    """
    missing = [field for field in space.missing(tool) if field.kind is not Kind.COMPOSED]
    fields = missing or [space.effective(field) for field in concerned_fields(tool, call)]
    if fields:
        return questions(space, fields)
    changeable = [
        field
        for field in tool.fields
        if field.kind not in {Kind.COMPOSED, Kind.IDENTIFIER, Kind.UNREADABLE}
        and field.key in space.values(tool)
    ]
    if not 0 < len(changeable) <= MOST_CHANGES:
        return "What would you like to change?"
    return f"What would you like to change – {listed([short_phrase(field) for field in changeable], 'or')}?"


def _alone(field: Field, text: str) -> str:
    example = example_of(field)
    return f"Could you please tell me just {text}?" + (f" For example: {example}." if example else "")


def _text(space: Space, field: Field, shown: bool) -> str:
    if shown and field.kind is Kind.ROW:
        return short_phrase(field)
    return _item_question(space, field) or asks_for(field)


def _long(text: str) -> bool:
    return " – " in text or "," in text or CLAUSE_STARTS.match(text) is not None


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
    texts = [spoken_text(inner).replace("-", " ") for inner in one.values() if isinstance(inner, str)]
    known = next((text for text in texts if not text[-1:].isdigit()), "")
    return asks_for(lacking[0], f" of the {known}" if known else "")
