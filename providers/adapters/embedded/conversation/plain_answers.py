"""Answers taken as they are written, for a question that was asked again and again.

Readers are careful. Once a customer was asked for one thing twice in vain, care only keeps them from
getting on: what they write now is their answer, as long as the field could hold it.
"""

import re
from datetime import date
from typing import Any, Final

from providers.adapters.embedded.forms.fields import Field, Kind
from providers.adapters.embedded.language.text import content_stems, read_text
from providers.adapters.embedded.readers.page import Context, Page
from providers.adapters.embedded.readers.reading import is_question

TEXTS: Final = frozenset(
    {
        Kind.WORDS,
        Kind.PLACE,
        Kind.PERSON,
        Kind.FIRST_NAME,
        Kind.LAST_NAME,
        Kind.STREET,
        Kind.CODE,
        Kind.REMARK,
    }
)
LEAD: Final = re.compile(
    r"^\W*(?:(?:well|ok|okay|as i said|i said|please|it's|it is|that's|that is|i am|i'm|i mean|my|the|is|name"
    r"|name's|called|this is|we are|he is|she is|from|in)\b[\s,:]*)+",
    re.I,
)
NO_ANSWER: Final = re.compile(
    r"\b(?:dunno|don't know|do not know|not sure|no idea|what do you mean|don't understand|hello|hi|hey"
    r"|thanks"
    r"|thank you|why|what|sorry|help)\b",
    re.I,
)
LONGEST: Final = 6
"""Words of an answer that is a name or a thing; longer texts tell something else."""


def plain_answer(text: str, field: Field, today: date) -> dict[str, Any]:
    """The answer under the field's key, or nothing where the text is none."""
    if is_question(text) or NO_ANSWER.search(text) or not text.strip():
        return {}
    value = _number(text, field, today) if field.kind is Kind.NUMBER else _words(text, field)
    return {} if value is None else {field.key: value}


def _number(text: str, field: Field, today: date) -> int | float | None:
    """The one number of the text, where it is within the field's limits."""
    quantities = Page(read_text(text), (field,), Context(today)).quantities
    if len(quantities) != 1:
        return None
    value = quantities[0].value
    low, high = field.minimum, field.maximum
    if (low is not None and value < low) or (high is not None and value > high):
        return None
    if field.whole_number:
        return int(value) if value.is_integer() else None
    return value


def _words(text: str, field: Field) -> str | None:
    if field.kind not in TEXTS:
        return None
    answer = LEAD.sub("", text).strip(" \t\n.,!") or text.strip(" .,!")
    words = read_text(answer).words
    if not words or (field.kind is not Kind.REMARK and len(words) > LONGEST):
        return None
    if field.kind is not Kind.CODE and not content_stems(answer):
        return None
    try:
        fits = field.pattern is None or re.search(field.pattern, answer) is not None
    except re.error:
        fits = True
    return answer if fits else None
