"""Zero said in words: "none", "no children", "nothing at all", where zero is a possible number."""

import re
from typing import Final

from providers.adapters.embedded.forms.fields import Field, Kind
from providers.adapters.embedded.language.lexicon import stem
from providers.adapters.embedded.language.matching import stem_match
from providers.adapters.embedded.language.text import Span, plain
from providers.adapters.embedded.readers.page import Page, Reading

NOTHING: Final = re.compile(r"^\W*(?:no|none|nope|zero|nothing|not any|never)\b(?:\W+\w+){0,3}\W*$", re.I)

NOBODY: Final = re.compile(r"^\W*(?:nobody|no one|no-one|none of (?:us|them))\b[^,.;!?\n]*", re.I)
PERSONS: Final = re.compile(
    r"\b(?:people|persons?|passengers?|guests?|children|kids|adults?|drivers?|witnesses|injured|hurt)\b", re.I
)

NO_MONEY: Final = re.compile(
    r"^\W*(?:none|zero|nothing|no (?P<what>\w+)|not a (?:cent|penny))(?: at all)?\W*$", re.I
)
"""An answer of no money at all; a bare "no" only refuses to say."""


def none_at_all(page: Page, wanted: Field) -> list[Reading]:
    """ "No children" is zero children, where zero is a possible number."""
    if wanted.kind is Kind.YEAR or wanted.nullable or (wanted.minimum or 0) > 0:
        return []
    if wanted.money and not (page.asked(wanted) and _no_money(page, wanted)):
        return []
    # "None, it's a studio": the reason after the comma changes nothing.
    first = page.utterance.text.split(",")[0] if page.context.asked == (wanted.key,) else page.utterance.text
    if page.asked(wanted) and NOTHING.match(first):
        return [Reading(wanted, 0, Span(0, len(page.utterance.text)), 0.2 + page.standing(wanted))]
    nobody = NOBODY.match(page.utterance.text)
    if nobody and page.asked(wanted) and counts_persons(wanted):
        return [Reading(wanted, 0, Span(*nobody.span()), 0.2 + page.standing(wanted))]
    for word in page.utterance.words:
        if not (word.negated and word.content):
            continue
        strength = max(
            (stem_match(word.lower, target) * weight for target, weight in wanted.weights.items()),
            default=0.0,
        )
        before = page.utterance.lower[: word.span.start]
        if strength >= 0.8 and re.search(r"\b(?:no|without|zero|any)\s+(?:\w+\s+)?$", before):
            return [Reading(wanted, 0, word.span, 0.3 + 0.4 * strength + page.standing(wanted))]
    return []


def counts_persons(wanted: Field) -> bool:
    """True for a field that says how many people there are of some sort."""
    return PERSONS.search(f"{plain(wanted.name)} {wanted.description}") is not None


def _no_money(page: Page, wanted: Field) -> bool:
    """True for "nothing" and "no tip" to the question for the tip."""
    match = NO_MONEY.match(page.utterance.text)
    return match is not None and (match["what"] is None or stem(match["what"].lower()) in wanted.weights)
