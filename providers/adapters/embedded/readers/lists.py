"""Lists: options, people, words or values of a form, several in one message."""

import re
from dataclasses import replace
from typing import Any, Final

from providers.adapters.embedded.forms.fields import Field, Kind
from providers.adapters.embedded.language.matching import stem_match
from providers.adapters.embedded.language.text import Span, content_stems, plain
from providers.adapters.embedded.readers.contacts import read_code, read_form
from providers.adapters.embedded.readers.dated import read_date, read_time
from providers.adapters.embedded.readers.names import CAPITAL_NAME, NOT_NAMES
from providers.adapters.embedded.readers.numeric import read_number
from providers.adapters.embedded.readers.option_lists import read_options_named
from providers.adapters.embedded.readers.page import ENOUGH, Page, Reading
from providers.adapters.embedded.readers.states import read_state

NOTHING: Final = re.compile(
    r"^\W*(?:(?:no|nope|nah|i|we|have|with|there|are|is|is not|not|the|please|just|really"
    r"|thanks|thank|you|any|of|want|need|don't|do not|had|haven't|to|"
    r"report|at|all|for|now|me)\W+)*(?:none|nobody|no one|nothing|neither|no|nope|nah|zero|nothing else|not "
    r"any|no thanks?|no thank you|any|without|none of (?:them|those|these))\W*"
    r"(?:(?:of|them|those|these|thanks?|thank|you|please|at|all|to|report|for|me|needed|extra|extras|else|really|that|necessary)\W*)*$",
    re.I,
)

NONE_AFTER: Final = re.compile(r"\s*[:=]?\s*(?:no|none|zero|nope|0)\W*(?:[,.;!]|$)", re.I)
"""After the subject: "accidents none"."""

EDIBLE: Final = re.compile(
    r"\b(?:toppings?|ingredients?|sides?|extras?|items?|features?|accessor(?:y|ies)|options?)\b"
)
TWICE: Final = re.compile(r"\bboth\b|\btwins\b", re.I)
SEPARATORS: Final = re.compile(r"\s*(?:,\s*(?:and|&|plus)?|;|\n|\band\b|&|\bplus\b|\+)\s*", re.I)


def read_list(page: Page, wanted: Field) -> list[Reading]:
    """The list that the message gives, or the empty one where it declines the subject."""
    item = wanted.item
    if item is None:
        return []
    if item.kind is Kind.OPTION:
        return read_options_named(page, wanted, item) or declined_list(page, wanted)
    found = _elements(page, wanted, item)
    return found or declined_list(page, wanted)


def declined_list(page: Page, wanted: Field) -> list[Reading]:
    """An empty list for "no extras" and for a plain "none" to the question."""
    if wanted.shortest:
        return []
    whole = Span(0, len(page.utterance.text))
    if page.asked(wanted):
        for part in re.finditer(r"[^.;!?\n]+", page.utterance.text):
            alone = len(page.context.asked) == 1 or len(page.utterance.words) <= 3
            if NOTHING.match(part.group()) and (
                alone or "none" in part.group().lower() or "nothing" in part.group().lower()
            ):
                return [Reading(wanted, [], Span(*part.span()), 0.3 + page.standing(wanted), shared=True)]
    if page.asked(wanted) and re.search(
        r"\bno (?:\w+ )?preferences?\b|\bdon't (?:care|mind)\b|\b(?:doesn't|does not) matter\b",
        page.utterance.lower,
    ):
        return [Reading(wanted, [], whole, 0.3 + page.standing(wanted), shared=True)]
    words = [
        word
        for word in page.utterance.words
        if word.content and (word.negated or NONE_AFTER.match(page.utterance.text, word.span.end))
    ]
    strength = max(
        (
            stem_match(word.lower, target) * weight
            for word in words
            for target, weight in _subject(wanted).items()
        ),
        default=0.0,
    )
    if strength >= 0.45:
        return [Reading(wanted, [], whole, 0.26 + 0.45 * strength + page.standing(wanted), shared=True)]
    clean = re.search(
        r"\bclean (?:records?|history|slate|driving)\b|\bspotless\b|\bnothing to (?:report|declare)\b",
        page.utterance.lower,
    )
    bad = {"accident", "violation", "claim", "incident", "ticket", "convict", "offens", "allergy"}
    if clean and (page.asked(wanted) or page.mentions(wanted) or bad & set(_subject(wanted))):
        return [Reading(wanted, [], Span(*clean.span()), 0.6 + page.standing(wanted), shared=True)]
    return []


def _subject(wanted: Field) -> dict[str, float]:
    subject = dict(wanted.weights)
    for option in _inner_options(wanted):
        names = content_stems(option.label)
        # One word of "broken glass" is not what the list is about: "insured without a break".
        alone = [stems for text in option.describing.split(",") if len(stems := content_stems(text)) == 1]
        for name in (*names, *(stems[0] for stems in alone)):
            subject[name] = max(subject.get(name, 0.0), 0.7)
    return subject


def _inner_options(wanted: Field) -> tuple[Any, ...]:
    inner = (*((wanted.item,) if wanted.item else ()), *wanted.members)
    return tuple(option for field in inner for option in field.options)


def _elements(page: Page, wanted: Field, item: Field) -> list[Reading]:
    single = replace(item, key=wanted.key, path=wanted.path, weights=wanted.weights)
    if item.kind in {Kind.EMAIL, Kind.PHONE, Kind.POSTCODE, Kind.ADDRESS_OF_PAGE}:
        return _gathered(page, wanted, read_form(page, single))
    if item.kind is Kind.CODE:
        return _gathered(page, wanted, read_code(page, single))
    if item.kind is Kind.STATE:
        return _gathered(page, wanted, read_state(page, single))
    if item.kind in {Kind.DATE, Kind.MONTH, Kind.MOMENT}:
        return _gathered(page, wanted, read_date(page, single))
    if item.kind is Kind.TIME:
        return _gathered(page, wanted, read_time(page, single))
    if item.kind in {Kind.NUMBER, Kind.YEAR}:
        return declined_list(page, wanted) or _numbers(page, wanted, read_number(page, single))
    return _words(page, wanted, item)


def _numbers(page: Page, wanted: Field, readings: list[Reading]) -> list[Reading]:
    """Numbers, each as often as it was said; "two: 6 and 9" says first how many there are."""
    found = _gathered(page, wanted, readings)
    good = sorted((one for one in readings if one.score >= ENOUGH), key=lambda reading: reading.span)
    values = [reading.value for reading in good]
    if len(values) > 1 and values[0] == len(values) - 1:
        between = page.utterance.text[good[0].span.end : good[1].span.start]
        in_words = page.utterance.text[good[0].span.start : good[0].span.end].isalpha()
        if ":" in between or re.match(r"\s+[a-z]+\b(?<!and)", between, re.I) or in_words:
            values = values[1:]
    if values == [0] and not page.quantities:
        # "No children" is nobody's age.
        values = []
    if len(values) == 1 and TWICE.search(page.utterance.text):
        values *= 2
    return [replace(reading, value=values) for reading in found]


def _gathered(page: Page, wanted: Field, readings: list[Reading]) -> list[Reading]:
    good = sorted(
        (reading for reading in readings if reading.score >= ENOUGH), key=lambda reading: reading.span
    )
    if not good:
        return []
    values = list(dict.fromkeys(reading.value for reading in good))
    return [
        Reading(
            wanted,
            values,
            Span(good[0].span.start, good[-1].span.end),
            max(reading.score for reading in good),
        )
    ]


def _words(page: Page, wanted: Field, item: Field) -> list[Reading]:
    """Words after the list's label ("toppings: …", "with … and …"), or the whole answer, taken apart."""
    label = "|".join(
        re.escape(part)
        for part in {
            plain(wanted.name),
            plain(wanted.name).split()[-1],
            _singular(plain(wanted.name).split()[-1]),
        }
    )
    match = re.search(
        rf"\b(?:{label})\s*(?:are|is|:|will be|would be|include|including|=)\s*(?P<rest>[^.;\n]+)",
        page.utterance.text,
        re.I,
    )
    score = 0.75
    if not match and _persons(wanted, item):
        names = _people(page, wanted)
        if names:
            whole = Span(0, len(page.utterance.text))
            return [Reading(wanted, names, whole, 0.6 + page.standing(wanted), shared=True)]
    if not match and not page.asked(wanted):
        match = (
            re.search(r"\bwith\s+(?P<rest>[^.;\n]+)", page.utterance.text, re.I) if _edible(wanted) else None
        )
        score = 0.6
    if match:
        rest, span = match["rest"], Span(*match.span("rest"))
    elif (
        page.asked(wanted)
        and not NOTHING.match(page.utterance.text)
        and not page.utterance.text.strip().endswith("?")
    ):
        rest, span, score = page.utterance.text, Span(0, len(page.utterance.text)), 0.2
    else:
        return []
    values, span = _listed(page, rest, span)
    if not values:
        return []
    return [Reading(wanted, values, span, score + page.standing(wanted))]


def _listed(page: Page, rest: str, span: Span) -> tuple[list[str], Span]:
    """The things of an enumeration, up to a part that is a date, a number or a sentence of its own."""
    values: list[str] = []
    start = end = span.start
    for part in SEPARATORS.split(rest):
        start = page.utterance.text.find(part, start)
        words = page.utterance.within(Span(start, start + len(part)))
        timed = any(mention.span.overlaps(word.span) for mention in (*page.dates,) for word in words)
        if values and timed:
            break
        # "… and ham to 77 Pine Street": what a preposition begins is another answer.
        thing = re.split(r"\s(?:to|for|at|from|on|by)\s", part)[0] if len(words) > 4 else part
        cleaned = _cleaned(thing)
        if not cleaned or len(cleaned.split()) > 4:
            break
        values.append(cleaned)
        end = start + len(thing)
        if thing != part:
            break
    return values, Span(span.start, end)


def _people(page: Page, wanted: Field) -> list[str]:
    """Names after "with" or "invite", or every full name where the list was named or asked for."""
    text = page.utterance.text
    led = re.search(
        rf"\b(?:with|invit(?:e|ing)|for|between)\s+(?P<rest>{CAPITAL_NAME}(?:(?:,\s*(?:and\s+)?|\s+and\s+){CAPITAL_NAME})*)",
        text,
    )
    if led:
        return [name for name in SEPARATORS.split(led["rest"]) if name and name.lower() not in NOT_NAMES]
    names = [name for name in re.findall(CAPITAL_NAME, text) if name.lower() not in NOT_NAMES and " " in name]
    joined = re.search(rf"{CAPITAL_NAME}(?:,| and|, and) {CAPITAL_NAME}", text) is not None and len(names) > 1
    return names if joined or page.asked(wanted) or page.mentions(wanted) else []


def _persons(wanted: Field, item: Field) -> bool:
    return item.kind is Kind.PERSON or bool(
        re.search(r"\b(?:names?|passengers?|attendees?|guests?|people|members?)\b", plain(wanted.name))
    )


def _edible(wanted: Field) -> bool:
    return bool(EDIBLE.search(plain(wanted.name)))


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") else word


def _cleaned(part: str) -> str:
    text = re.sub(
        r"^(?:(?:i'd like|i want|i have|we have|with|a|an|the|some|my|to|it's|just|please"
        r"|extra(?= \w+ \w+)|i'm|also|yes|allergic to)\s+)+",
        "",
        part.strip(" .!"),
        flags=re.I,
    )
    return re.sub(r"\s*(?:please|thanks|too|as well)$", "", text, flags=re.I).strip(" .!,")
