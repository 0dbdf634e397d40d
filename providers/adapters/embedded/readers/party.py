"""How many people: "just me", "my wife and I", "me plus three", "two adults and three kids"."""

import re
from typing import Final

from providers.adapters.embedded.forms.fields import Field
from providers.adapters.embedded.language.matching import stem_match
from providers.adapters.embedded.language.quantity import Quantity
from providers.adapters.embedded.language.text import Span
from providers.adapters.embedded.readers.page import Page, Reading

ALONE: Final = re.compile(
    r"\b(?:(?:just|only) (?:for )?(?:me|myself)|by myself|on my own|alone|solo|nobody else"
    r"|(?:me|myself) only)\b",
    re.I,
)
RELATED: Final = (
    r"(?:wife|husband|partner|spouse|boyfriend|girlfriend|friend|son|daughter|mother|father|mom|mum|dad"
    r"|brother|sister|colleague|boss|fianc[eé]e?|roommate|neighbou?r)"
)
PAIR: Final = re.compile(
    rf"\b(?:(?:me|myself|i) (?:and|plus|with|&) (?:my|a) {RELATED}"
    rf"|(?:my|a) {RELATED} (?:and|&|plus) (?:me|i|myself))\b",
    re.I,
)
WITH_ME: Final = re.compile(r"\b(?:me|myself)\s*(?:and|plus|with|\+|&)\s*$", re.I)
PART_OF_PARTY: Final = re.compile(
    r"^\s*(?:adult|grown-?up|child|children|kid|baby|babies|infant|toddler|senior|teenager|student)s?\b", re.I
)
OF_PEOPLE: Final = re.compile(r"\s+(?:of us|personen|gäste|personnes|personas|persone|pessoas)\b")
"""What makes a number one of people, also in the languages of customers."""

SOME_PEOPLE: Final = frozenset({"adult", "child", "infant", "senior", "student", "baby"})
"""Words of fields that count only some of the party."""


def read_party(page: Page, wanted: Field) -> list[Reading]:
    """The size of a party where the message counts its members or names them."""
    if not _about_people(wanted):
        return []
    text, readings = page.utterance.text, []
    # In an answer the words can mean nothing else; unasked, "I live alone" counts nobody.
    score = 0.45 + page.standing(wanted)
    named = [(match, 1) for match in ALONE.finditer(text)] + [(match, 2) for match in PAIR.finditer(text)]
    readings += [Reading(wanted, count, Span(*match.span()), score) for match, count in named[-1:]]
    for quantity in page.quantities:
        lead = WITH_ME.search(page.utterance.lead(quantity.span.start))
        if lead and quantity.whole:
            span = Span(quantity.span.start - len(lead.group()), quantity.span.end)
            readings.append(Reading(wanted, int(quantity.value) + 1, span, score + 0.35))
    return readings + _summed(page, wanted, score)


def counts_people(page: Page, wanted: Field, quantity: Quantity) -> bool:
    """True for a bare number of people: "a table for four", "we are five"."""
    if not _about_people(wanted):
        return False
    if OF_PEOPLE.match(page.utterance.lower, quantity.span.end):
        return True
    before = page.utterance.lead(quantity.span.start).lower()
    after = page.utterance.after(quantity.span.end)[:1]
    bare = (
        not after or not after[0].content or after[0].clause != page.utterance.within(quantity.span)[0].clause
    )
    spans = (*(mention.span for mention in page.dates), *(mention.span for mention in page.times))
    dated = after and any(span.overlaps(after[0].span) for span in spans)
    return bool(re.search(r"\b(?:for|für|of|we are|we're|we'll be|there are|us)\s*$", before)) and bool(
        bare or dated
    )


def _about_people(wanted: Field) -> bool:
    return any(stem_match("guests", target) or stem_match("people", target) for target in wanted.weights)


def _summed(page: Page, wanted: Field, score: float) -> list[Reading]:
    """ "Two adults and three kids" are five, unless the tool counts adults and kids on their own."""
    if any(stem_match(part, target) for part in SOME_PEOPLE for target in wanted.weights):
        return []
    parts = [
        quantity
        for quantity in page.quantities
        if quantity.whole and PART_OF_PARTY.match(page.utterance.text[quantity.span.end :])
    ]
    others = [field for field in page.fields if field.key != wanted.key]
    if len(parts) < 2 or any(part in field.weights for part in SOME_PEOPLE for field in others):
        return []
    span = Span(parts[0].span.start, parts[-1].span.end)
    return [Reading(wanted, int(sum(part.value for part in parts)), span, score + 0.4)]
