"""Objects that a name opens: "Mia, born 2015, and Leo from 2018" is two children."""

import re
from typing import Any, Final

from providers.adapters.embedded.forms.fields import Field, Kind
from providers.adapters.embedded.language.calendar_words import MONTHS, WEEKDAYS
from providers.adapters.embedded.language.lexicon import known_words
from providers.adapters.embedded.language.text import Span, content_stems
from providers.adapters.embedded.readers.item_parts import first_values, part_page, segments
from providers.adapters.embedded.readers.names import CAPITAL_NAME, NOT_NAMES, tidy
from providers.adapters.embedded.readers.page import Page

NAMED: Final = frozenset({Kind.PERSON, Kind.FIRST_NAME})
SMALL_NAME: Final = re.compile(r"[a-z][a-z'-]+(?: [a-z][a-z'-]+)?", re.I)
LABELS: Final = re.compile(r"\b(?:first name|full name|name|named|called|born)\b:?\s*", re.I)
NO_NAMES: Final = frozenset(
    {"born", "one", "two", "three", "four", "five", "both", "all", "just", "only", "from", "aged", "first"}
    | {*MONTHS, *WEEKDAYS}
)


def head_of(wanted: Field) -> Field | None:
    """The required name that opens an object; None where the objects have none."""
    required = [member for member in wanted.members if member.required]
    named = next((member for member in required if member.kind in NAMED), None)
    if named or any(member.kind is Kind.NUMBER for member in required):
        return named
    words = [member for member in required if member.kind is Kind.WORDS]
    return words[0] if len(words) == 1 and len(required) > 1 else None


def headed(page: Page, wanted: Field, head: Field) -> list[dict[str, Any]]:
    """The objects that names open, each with the members that its part of the message gives."""
    if not (page.asked(wanted) or page.mentions(wanted) >= 0.7):
        return []
    heads = [(span, name) for span in segments(page) if (name := _name_in(page, wanted, span))]
    others = tuple(member for member in wanted.members if member is not head)
    objects = []
    for place, (span, name) in enumerate(heads):
        end = heads[place + 1][0].start if place + 1 < len(heads) else len(page.utterance.text)
        part = part_page(page, Span(span.start, end), wanted.members)
        objects.append({head.name: name, **first_values(part, others)})
    return objects


def _name_in(page: Page, wanted: Field, span: Span) -> str | None:
    text = page.utterance.text[span.start : span.end]
    for match in re.finditer(CAPITAL_NAME, text):
        name = re.sub(r"'s$", "", match.group())
        if _may_be_name(name, wanted):
            return name
    if page.asked(wanted) and not re.search(r"[A-Z]", page.utterance.text):
        match_small = SMALL_NAME.match(LABELS.sub("", text).strip())
        if match_small and _may_be_name(match_small.group(), wanted):
            return tidy(match_small.group())
    return None


def _may_be_name(name: str, wanted: Field) -> bool:
    words = {part.lower().strip(".") for part in name.split()}
    if words & (NOT_NAMES | NO_NAMES | known_words()) or name.lower().startswith("i'"):
        return False
    labels = {
        stem for member in wanted.members for option in member.options for stem in content_stems(option.label)
    }
    return not any(set(content_stems(word)) & labels for word in words)
