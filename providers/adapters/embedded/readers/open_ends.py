"""Null said in other words: "one way", "open ended", "still there", and the side that a range leaves open."""

import re
from functools import lru_cache
from typing import Final

from providers.adapters.embedded.forms.fields import Field, Kind, Option
from providers.adapters.embedded.language.text import Span, read_text
from providers.adapters.embedded.language.units import unit_of_field
from providers.adapters.embedded.readers.numeric import measured
from providers.adapters.embedded.readers.option_matching import find_options
from providers.adapters.embedded.readers.page import MOMENTS, Page, Reading

NULL_WHEN: Final = re.compile(
    r"\b(?:null|none|empty|omitted?) (?:when|if|for|where|means|on|=)\s+(?P<when>[^.;,()]+)", re.I
)
"""Where a description tells what null means: "null for one way"."""

FILLING: Final = re.compile(
    r"^(?:(?:it|this|that|there|he|she|they|the (?:customer|job|person|guest|applicant|driver))(?:'s| is| are"
    r"| has| have)?|the|a|an|still open or)\s+",
    re.I,
)
OPEN: Final = re.compile(
    r"^\W*(?:(?:it's|it is|that's|is|still|currently|it|just|left|be|will)\W+)*"
    r"(?:open(?:[- ]end(?:ed)?)?|n/?a|not applicable|never|until further notice|indefinite(?:ly)?|ongoing"
    r"|not (?:yet|decided|fixed|set)|permanent(?:ly)?|unlimited|tbd|to be (?:decided|determined))\W*$",
    re.I,
)
"""A part of an answer that leaves a value open."""

STILL: Final = re.compile(
    r"\bstill (?:there|here|(?:work|live|study|employ|go|run|do|hav|us)\w*)\b|\bongoing\b"
    r"|\bcurrent(?:ly| job| one)?\b"
    r"|\b(?:to|until|till|through) (?:the )?(?:present|now|today|this day|date)\b"
    r"|^\W*(?:present|now|today)\W*$"
    r"|\b(?:has|have|did)(?:n't| not) (?:ended|stopped|finished|end|stop|finish)\b",
    re.I,
)
"""Something that goes on: for fields that hold an end."""

PARTS: Final = re.compile(r"[^,;.!?\n]+(?:(?<=\d)[.,]\d[^,;.!?\n]*)*")
NEVER: Final = re.compile(r"\bnever\b|\bnot once\b", re.I)
NO_IDEA: Final = re.compile(
    r"\bno idea\b|\b(?:don't|do not|can't|cannot) (?:know|remember|recall|say|tell)\b|\bnot (?:sure|known)\b"
    r"|\bunknown\b|\bforgot(?:ten)?\b",
    re.I,
)
UNKNOWN: Final = re.compile(
    r"\b(?:unknown|not known|not sure|unsure|forgotten|does(?:n't| not) know)\b", re.I
)
FIRST_IN_PART: Final = 0.3


def parts_of(page: Page) -> list[tuple[str, Span]]:
    """The parts of an answer between its commas, which answer two questions in their order."""
    return [
        (match.group(), Span(*match.span()))
        for match in PARTS.finditer(page.utterance.text)
        if match.group().strip()
    ]


def is_turn_of(page: Page, wanted: Field, place: int, count: int) -> bool:
    """True where part `place` of `count` is the one that answers the question for the field."""
    asked = page.context.asked
    if count == len(asked):
        return asked[place] == wanted.key
    nullable = [field.key for field in page.fields if field.nullable and page.asked(field)]
    return nullable == [wanted.key]


def read_open(page: Page, wanted: Field) -> list[Reading]:
    """A null for a nullable field where the message says in other words that there is no value."""
    described = _described(page, wanted) or _never(page, wanted) or _unknown(page, wanted)
    if described:
        return [described]
    ends = any(target in wanted.weights for target in ("end", "until", "leav"))
    for part, span in parts_of(page):
        if page.asked(wanted) and (OPEN.match(part) or (ends and STILL.search(part))):
            return [Reading(wanted, None, span, FIRST_IN_PART + page.standing(wanted), shared=True)]
    return _other_side(page, wanted)


def _described(page: Page, wanted: Field) -> Reading | None:
    phrase = _null_phrase(wanted.description)
    if not phrase:
        return None
    matches = [
        match
        for match in find_options(page.utterance, (Option(phrase, phrase),))
        if match.strength >= 0.7 and not any(match.span.overlaps(mention.span) for mention in page.dates)
    ]
    if not matches:
        return None
    span = matches[0].span
    if not page.asked(wanted) and matches[0].strength < 0.95 and page.cue(wanted, span) < 0.5:
        return None
    return Reading(wanted, None, span, 0.58 + max(0.0, page.standing(wanted)), shared=True)


def _never(page: Page, wanted: Field) -> Reading | None:
    """ "It has never been swept" to the question when it was swept last."""
    match = NEVER.search(page.utterance.text)
    if not match or not page.asked(wanted) or wanted.kind not in {*MOMENTS, Kind.YEAR} or page.dates:
        return None
    return Reading(wanted, None, Span(*match.span()), FIRST_IN_PART + page.standing(wanted), shared=True)


def _unknown(page: Page, wanted: Field) -> Reading | None:
    """ "No idea" for a field whose description has null for what is not known."""
    match = NO_IDEA.search(page.utterance.text)
    if not match or not page.asked(wanted) or not UNKNOWN.search(wanted.description):
        return None
    return Reading(wanted, None, Span(*match.span()), FIRST_IN_PART + page.standing(wanted), shared=True)


@lru_cache(maxsize=2048)
def _null_phrase(description: str) -> str:
    match = NULL_WHEN.search(description)
    if not match:
        return ""
    phrase = match["when"].strip()
    while (shorter := FILLING.sub("", phrase)) != phrase:
        phrase = shorter
    return phrase if any(word.content for word in read_text(phrase).words) else ""


def _other_side(page: Page, wanted: Field) -> list[Reading]:
    """ "Up to 700" leaves the lowest price open, where the tool wants both ends of the range."""
    if wanted.bound is None or wanted.kind is not Kind.NUMBER or not wanted.required:
        return []
    others = [
        other
        for other in page.of_kind(Kind.NUMBER)
        if other.bound not in {None, wanted.bound}
        and other.path[:-1] == wanted.path[:-1]
        and unit_of_field(other) == unit_of_field(wanted)
        and other.money == wanted.money
    ]
    if not others or any(quantity.bound is wanted.bound for quantity in page.quantities):
        return []
    if page.known(wanted) and not page.asked(wanted):
        return []
    for quantity in page.quantities:
        fits = measured(others[0], quantity, unit_of_field(others[0])) is not None
        if quantity.bound is others[0].bound and not quantity.open and fits:
            return [Reading(wanted, None, quantity.span, 0.57 + max(0.0, page.standing(wanted)), shared=True)]
    return []
