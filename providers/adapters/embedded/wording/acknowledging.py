"""How a reply takes up what the customer has just written."""

import re
from datetime import date, datetime
from typing import Any, Final

from providers.adapters.embedded.conversation.chatter import (
    AGREEMENT,
    THANKS,
    is_greeting,
    wants_nothing_more,
)
from providers.adapters.embedded.conversation.choice import intent
from providers.adapters.embedded.conversation.limits import limit_text
from providers.adapters.embedded.conversation.phrases import listed
from providers.adapters.embedded.conversation.purposes import INQUIRY, MESSAGES, NEITHER, Purpose, is_request
from providers.adapters.embedded.conversation.row_names import CLOCK_FORM, spoken_day, spoken_time
from providers.adapters.embedded.conversation.space import Space
from providers.adapters.embedded.forms.fields import Field, Kind
from providers.adapters.embedded.language.calendar_words import WEEKDAYS
from providers.adapters.embedded.language.text import plain, read_text
from providers.adapters.embedded.readers.reading import is_question
from providers.adapters.embedded.readers.states import STATES
from providers.adapters.embedded.wording.examples import FORMS, example_of

BYE: Final = re.compile(r"\b(?:bye|goodbye|good bye|see you|farewell)\b", re.I)
SHORT_THANKS: Final = 4
LIKELY: Final = 0.45
"""Fit from which a message was meant for some tool, although it said nothing to fill in."""
TAKEN: Final = ("Thank you.", "Got it.", "Great, thank you.")
CONFIRMED: Final = ("Thank you, I have noted {}.", "Got it: {}.", "Great, so that is {}.")
UNCLEAR: Final = (
    "Sorry, I did not quite understand that.",
    "I am afraid I did not get that.",
    "Sorry, that was not clear to me.",
)
UNITS: Final = frozenset(
    {
        "months",
        "years",
        "weeks",
        "days",
        "nights",
        "hours",
        "minutes",
        "miles",
        "km",
        "kg",
        "cm",
        "sqm",
        "lbs",
    }
)
"""Words of a name that a number may stand before."""
PLURAL: Final = re.compile(r"[a-z]{3,}s")
UNSPOKEN: Final = frozenset({Kind.REMARK, Kind.IDENTIFIER, Kind.COMPOSED, Kind.ITEMS})
LONGEST: Final = 40
"""Characters of a value that is repeated to the customer."""


def acknowledged(space: Space, asks: bool) -> str:
    """What to say before the next question; `asks` is True where there is one."""
    text = space.newest_text
    if space.beyond:
        limit = limit_text(*space.beyond)
        return f"{_taken(space, asks)} {limit}" if space.newest_keys else limit
    if space.newest_keys:
        return _taken(space, asks)
    if half := _half(space):
        return half
    if is_greeting(text):
        return "Hello!"
    if is_farewell(space, asks):
        return "You are welcome. Goodbye!" if re.search(r"\bthank(?:s|you)?\b", text, re.I) else "Goodbye!"
    if THANKS.match(text) and len(read_text(text).words) <= SHORT_THANKS:
        return "You are welcome."
    if not asks and not space.asked and AGREEMENT.match(text):
        return "All right."
    if space.messages[space.newest].internal:
        # An earlier stage has acted on the message and sent it on.
        return "Certainly."
    if is_question(text) or text.rstrip().endswith("?") or INQUIRY.search(text):
        return "I am sorry, I cannot answer that here."
    if NEITHER.match(text):
        return "I see."
    if any(intent(text, tool) >= LIKELY for tool in space.tools if tool.fields):
        return "Certainly." if asks else ""
    if is_request(text) and not space.asked:
        return "Of course." if asks else ""
    return _unclear(space)


def is_farewell(space: Space, asks: bool) -> bool:
    """True where the customer leaves; where nothing is open, a "no, thanks" is a farewell, too."""
    done = bool(space.calls) and not asks and not space.asked and wants_nothing_more(space.newest_text)
    return done or BYE.search(space.newest_text) is not None


def is_over(space: Space) -> bool:
    """True where the message thanks or ends: nothing is to be changed then."""
    return bool(
        THANKS.match(space.newest_text)
        or AGREEMENT.match(space.newest_text)
        or MESSAGES[Purpose.ENDING].search(space.newest_text)
    )


def _taken(space: Space, asks: bool) -> str:
    turn = len(space.questions)
    said = [
        spoken
        for field in space.fields
        if field.key in space.newest_keys and (spoken := spoken_value(field, space.newest_value(field)))
    ]
    if len(said) > 1:
        return CONFIRMED[turn % len(CONFIRMED)].format(listed(list(dict.fromkeys(said)), "and"))
    return TAKEN[turn % len(TAKEN)] if asks else "Thank you, I have noted that."


def _half(space: Space) -> str:
    """What there is of a moment, where the day or the time is still missing."""
    half = next((half for key, half in space.halves.items() if key in space.asked[:1]), None)
    if half is None:
        return ""
    if half.day:
        return f"{spoken_day(half.day)} is noted, I only need the time."
    clock = CLOCK_FORM.match(half.time)
    return (
        f"{spoken_time(int(clock['hour']), int(clock['minute']))} is noted, I only need the day."
        if clock
        else ""
    )


def _unclear(space: Space) -> str:
    first = next((field for field in space.fields if field.key in space.asked[:1]), None)
    tries = space.tries(first) if first else 0
    again = UNCLEAR[max(tries - 1, 0) % len(UNCLEAR)]
    if first is None or first.kind not in FORMS or tries > 1:
        return again
    return f"{again} You can write it like this: {example_of(first)}."


def spoken_value(field: Field, value: Any) -> str:
    """A value as a customer would say it; empty where it says little without its field."""
    if (
        isinstance(value, bool)
        or value is None
        or field.kind in {Kind.REMARK, Kind.IDENTIFIER, Kind.COMPOSED}
    ):
        return ""
    if isinstance(value, list):
        parts = [spoken_value(field.item, one) for one in value] if field.item else []
        return listed([part for part in parts if part], "and")
    if field.options:
        label = next((option.label for option in field.options if option.value == value), "")
        label = label.capitalize() if label.lower() in WEEKDAYS else label
        return "" if re.fullmatch(r"(?i)yes|no|none|[\d.]+", label) else label
    if isinstance(value, int | float):
        return _number(field, value)
    if field.kind is Kind.STATE:
        return next((name.title() for name, code in STATES.items() if code == value), str(value))
    return _text(field, str(value))


def _number(field: Field, value: float) -> str:
    words = plain(field.name).split()
    unit = next((word for word in words if word in UNITS), "")
    if field.money and not unit:
        return f"${value:,.2f}".removesuffix(".00")
    if not unit and len(words) == 1 and PLURAL.fullmatch(words[0]):
        unit = words[0]
    return f"{round(value, 2):g} {unit}" if unit and value != 1 else ""


def _text(field: Field, value: str) -> str:
    try:
        if field.kind is Kind.DATE:
            return spoken_day(date.fromisoformat(value))
        if field.kind is Kind.MOMENT:
            moment = datetime.fromisoformat(value)
            return f"{spoken_day(moment.date())} at {spoken_time(moment.hour, moment.minute)}"
        if field.kind is Kind.MONTH:
            return f"{date.fromisoformat(f'{value[:7]}-01'):%B %Y}"
    except ValueError:
        return ""
    if field.kind is Kind.TIME and (clock := CLOCK_FORM.match(value)):
        return spoken_time(int(clock["hour"]), int(clock["minute"]))
    return value if len(value) <= LONGEST else ""
