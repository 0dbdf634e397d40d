"""Values that are known by their form: e-mail, phone, post code, web address, street, codes."""

import re
from dataclasses import replace
from typing import Final

from providers.adapters.embedded.forms.fields import Field, Kind
from providers.adapters.embedded.language.text import Span
from providers.adapters.embedded.readers.page import Page, Reading

EMAIL: Final = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
PAGE: Final = re.compile(
    r"\b(?:https?://[^\s,;]+|www\.[^\s,;]+|[\w-]+\.(?:com|org|net|io|dev|co)\b(?:/[^\s,;]*)?)", re.I
)
PHONE: Final = re.compile(
    r"(?<![\w/])(?:\+?\d{1,4}[\s.-]?)?(?:\(\d{2,4}\)|\d{2,4})[\s.-]?\d{3,4}[\s.-]?\d{3,4}(?![\w/])|(?<!\w)\d{3}[-.]\d{4}(?!\w)"
)
POSTCODE: Final = re.compile(
    r"(?<![\w$.,-])(?:\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)(?![\w,]\w)"
)
DIGIT_NAMES: Final = {
    "zero": 0, "oh": 0, "o": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9,
}  # fmt: skip
DICTATED: Final = re.compile(
    rf"\b(?:(?:{'|'.join(DIGIT_NAMES)})[\s,-]+){{6,}}(?:{'|'.join(DIGIT_NAMES)})\b", re.I
)
SPACED_CODE: Final = re.compile(r"\b[A-Za-z]{1,4} \d{2,}\b|\b\d{2,5}(?: \d{2,5})+\b")
"""A code that was written in groups."""

SUFFIX: Final = (
    r"(?:street|st|avenue|ave|road|rd|lane|ln|boulevard|blvd|drive|dr|court|ct|way|place|pl|terrace|circle|cir|parkway|pkwy"
    r"|highway|hwy|square|sq|trail|loop|row|close|crescent|broadway)"
)
STREET: Final = re.compile(
    rf"\b\d{{1,6}}[a-z]?\s+(?:(?!and\b|or\b|for\b)[\w.'-]+\s+){{0,4}}?{SUFFIX}\b\.?(?:\s+(?:n|s|e|w|ne|nw|se|sw)\b)?(?:,?\s*(?:apt|apartment|unit|suite|ste|#)\.?\s*#?\w+)?",
    re.I,
)
LOOSE_STREET: Final = re.compile(r"\b\d{1,6}\s+[A-Z][\w'-]+(?:\s+[A-Z][\w'-]+){0,2}")
CODE: Final = re.compile(
    r"(?<![\w@.$])#?(?P<code>(?=[A-Za-z-]*\d)[A-Za-z0-9]+(?:[-/][A-Za-z0-9]+)*)(?![\w@]|\.\w)"
)


def read_form(page: Page, wanted: Field) -> list[Reading]:
    """Values of the field's form, in order."""
    match wanted.kind:
        case Kind.EMAIL:
            return _found(page, wanted, EMAIL, 0.8)
        case Kind.PHONE:
            return [
                replace(reading, value=_as_the_pattern_wants(wanted, reading.value))
                for reading in (*_found(page, wanted, PHONE, 0.62), *_dictated(page, wanted))
                if not _part_of_date(page, reading)
            ]
        case Kind.POSTCODE:
            return _found(page, wanted, POSTCODE, 0.5, only=0.15)
        case Kind.ADDRESS_OF_PAGE:
            return [
                reading for reading in _found(page, wanted, PAGE, 0.7) if not _in_email(page, reading.span)
            ]
        case _:
            return []


def _dictated(page: Page, wanted: Field) -> list[Reading]:
    """A number that is spelled digit by digit."""
    readings = []
    for match in DICTATED.finditer(page.utterance.text):
        digits = "".join(str(DIGIT_NAMES[word.lower()]) for word in re.findall(r"\w+", match.group()))
        readings.append(Reading(wanted, digits, Span(*match.span()), 0.62 + page.standing(wanted)))
    return readings


def _as_the_pattern_wants(wanted: Field, number: str) -> str:
    """A phone number in the first usual form that the field's pattern takes; as written where none is."""
    pattern = _compiled(wanted)
    digits = re.sub(r"[^\d+]", "", number)
    forms = (number, re.sub(r"[.\s]+", "-", number), re.sub(r"[()]", "", number).replace(".", "-"), digits)
    return next((form for form in forms if pattern is None or pattern.fullmatch(form)), number)


def read_street(page: Page, wanted: Field) -> list[Reading]:
    """A street with its number; a field for the whole address takes city, state and post code along."""
    match = STREET.search(page.utterance.text) or (
        LOOSE_STREET.search(page.utterance.text) if page.asked(wanted) else None
    )
    if not match:
        return _whole_answer(page, wanted)
    end = match.end()
    if not page.of_kind(Kind.PLACE, Kind.POSTCODE, Kind.STATE):
        rest = re.match(
            r"(?:,?\s+(?:in\s+)?[A-Z][\w.'-]*)*(?:,?\s+[A-Z]{2}\b)?(?:,?\s+\d{5}(?:-\d{4})?)?",
            page.utterance.text[end:],
        )
        end += rest.end() if rest else 0
    span = Span(match.start(), end)
    return [
        Reading(
            wanted,
            page.utterance.text[span.start : span.end].strip(" ,."),
            span,
            0.65 + 0.2 * page.cue(wanted, span) + page.standing(wanted),
        )
    ]


def read_code(page: Page, wanted: Field) -> list[Reading]:
    """A reference such as an order number: by its pattern, its label, or as the answer to the question."""
    pattern = _compiled(wanted)
    readings = _spaced(page, wanted, pattern) if pattern else []
    for match in CODE.finditer(page.utterance.text):
        code = match["code"].upper() if pattern and not pattern.fullmatch(match["code"]) else match["code"]
        span = Span(*match.span())
        if len(match["code"]) < 3 and not page.asked(wanted):
            continue
        if any(mention.span.overlaps(span) for mention in page.dates):
            continue
        if wanted.kind is Kind.IDENTIFIER and not (page.asked(wanted) or _announced(page, span)):
            continue
        if pattern:
            if not pattern.search(code):
                continue
            score = 0.45
        else:
            score = 0.3 if re.search(r"[A-Za-z]", code) or len(code) >= 5 else 0.15
            if _shape(code) in {_shape(example) for example in _written_examples(wanted)}:
                score += 0.3
        if (
            len(page.of_kind(Kind.CODE, Kind.IDENTIFIER)) == 1
            and re.search(r"[A-Za-z]", code)
            and len(code) >= 5
        ):
            score += 0.27
        score += 0.4 * page.cue(wanted, span) + page.standing(wanted)
        readings.append(Reading(wanted, code, span, score))
    return readings


def _spaced(page: Page, wanted: Field, pattern: re.Pattern[str]) -> list[Reading]:
    """A code in groups, "AB 123456", where only without its spaces it fits the pattern."""
    readings = []
    for match in SPACED_CODE.finditer(page.utterance.text):
        code = match.group().replace(" ", "").upper()
        if pattern.fullmatch(code):
            span = Span(*match.span())
            score = 0.6 + 0.2 * page.cue(wanted, span) + page.standing(wanted)
            readings.append(Reading(wanted, code, span, score))
    return readings


def _announced(page: Page, span: Span) -> bool:
    """True after "id", "number" and their like; an id is no word that happens to hold a digit."""
    before = page.utterance.lower[max(0, span.start - 30) : span.start]
    return (
        re.search(r"\b(?:id|number|no|code|reference|ref|nr)\b[.:]?(?:\s+(?:is|was))?\s*$", before)
        is not None
    )


def _shape(code: str) -> str:
    """Letters and digits of a code as one sign each run: RX-55821 is "A-9"."""
    return re.sub(r"\d+", "9", re.sub(r"[A-Za-z]+", "A", code))


def _written_examples(wanted: Field) -> list[str]:
    """Codes that the schema shows, in its examples or its description."""
    return [*wanted.examples, *(match["code"] for match in CODE.finditer(wanted.description))]


def _compiled(wanted: Field) -> re.Pattern[str] | None:
    try:
        return re.compile(wanted.pattern) if wanted.pattern else None
    except re.error:
        return None


def _found(
    page: Page, wanted: Field, form: re.Pattern[str], score: float, only: float = 0.0
) -> list[Reading]:
    readings = []
    for match in form.finditer(page.utterance.text):
        span = Span(*match.span())
        value = match.group().strip(" .,;")
        readings.append(
            Reading(wanted, value, span, score + only + 0.2 * page.cue(wanted, span) + page.standing(wanted))
        )
    return readings


def _part_of_date(page: Page, reading: Reading) -> bool:
    return (
        any(mention.span.overlaps(reading.span) for mention in page.dates)
        or "$" in page.utterance.text[max(0, reading.span.start - 1) : reading.span.start]
    )


def _in_email(page: Page, span: Span) -> bool:
    return any(Span(*match.span()).overlaps(span) for match in EMAIL.finditer(page.utterance.text))


def _whole_answer(page: Page, wanted: Field) -> list[Reading]:
    text = page.utterance.text.strip(" .")
    if not page.asked(wanted) or not re.search(r"\d", text) or len(page.utterance.words) > 12:
        return []
    return [Reading(wanted, text, Span(0, len(page.utterance.text)), 0.2 + page.standing(wanted))]
