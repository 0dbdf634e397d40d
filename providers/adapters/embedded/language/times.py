"""Times of the day in a text, as `HH:MM`."""

import re
from dataclasses import dataclass
from typing import Final

from providers.adapters.embedded.language.text import Span, Utterance

HOUR_WORDS: Final = dict(
    zip(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
        range(1, 13),
        strict=True,
    )
)
_HOUR = r"(?P<h>\d{1,2}|" + "|".join(HOUR_WORDS) + ")"
CLOCK: Final = re.compile(
    r"(?<![\d:/.$-])(?P<h>\d{1,2})(?:[:.h](?P<m>[0-5]\d)(?::[0-5]\d)?)?\s?(?P<half>a\.?m\b\.?"
    r"|p\.?m\b\.?)|(?<![\d:])(?P<h2>\d{1,2})[:h](?P<m2>[0-5]\d)(?::[0-5]\d)?(?![\d:])",
    re.I,
)
SPOKEN: Final = re.compile(
    rf"\b(?:(?P<part>half past|half|(?:a )?quarter (?:past|after|to)"
    rf"|(?P<minutes>five|ten|twenty|twenty[- ]five|\d\d?)(?: minutes?)? (?:past|after|to|before)) )?{_HOUR}"
    r"(?:[: ](?P<m>fifteen|thirty|forty[- ]five|[0-5]\d))?\s?(?P<tail>o'?clock|(?:in the |at "
    r")(?:morning|afternoon|evening|night)|tonight|a\.?m\b\.?|p\.?m\b\.?)?(?![\w/:-]|[.,]\d)",
    re.I,
)
UHR: Final = re.compile(
    r"(?<![\d:/.$-])(?P<h>\d{1,2})(?:[:.](?P<m>[0-5]\d))?\s?uhr\b(?:\s(?P<m2>[0-5]\d)\b)?", re.I
)
""" "19 Uhr", "19.30 Uhr", "19 Uhr 30"."""

HOUR_SIGN: Final = re.compile(
    r"(?<![\d:/.$-])(?<!\bfor )(?<!\bin )(?<!\bevery )(?<!\bwithin )(?<!\btakes )(?<!\blast )"
    r"(?P<h>\d{1,2})\s?h\b(?!\s*(?:a|an|per|ago|later|long|each|of|or|to|-|/)(?:\W|$))(?!\s?\d)",
    re.I,
)
""" "18h", which is as well a number of hours."""

NAMED: Final = re.compile(r"\b(?P<name>noon|midday|midnight)\b", re.I)
AT: Final = re.compile(
    r"\b(?:at|around|about|by|from|till|until|before|after|@)\s*(?:about |around )?$", re.I
)
EVENING: Final = re.compile(
    r"\b(?:dinners?|evenings?|tonight|supper|restaurants?|tables?|pm|(?:over)?nights?)\b", re.I
)
MORNING: Final = re.compile(r"\b(?:mornings?|breakfasts?|am)\b", re.I)
PAST: Final = {"five": 5, "ten": 10, "twenty": 20, "twenty-five": 25, "twenty five": 25}
WITHOUT_COLON: Final = re.compile(
    r"(?:^\W*|\b(?:at|by|around) )(?P<digits>(?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d))(?: ?h(?:ou)?rs)?\W*$"
)
"""A time in four digits, which is only one where a time is wanted."""

RANGE_BEFORE: Final = re.compile(r"\b(?:from|between)\s*$", re.I)
"""Before "ten to five" it is no time but a range."""

EVENING_HOURS: Final = range(4, 13)
"""Hours that "tonight" may mean without more."""

MINUTES: Final = {"fifteen": 15, "thirty": 30, "forty-five": 45, "forty five": 45}


@dataclass(frozen=True)
class TimeMention:
    """A time of day. `sure` is False for a bare hour, which only counts where a time is wanted."""

    span: Span
    hour: int
    minute: int
    sure: bool

    @property
    def text(self) -> str:
        """`HH:MM` on 24 hours."""
        return f"{self.hour:02}:{self.minute:02}"


def find_times(utterance: Utterance, surroundings: str = "") -> tuple[TimeMention, ...]:
    """Every time in the text. `surroundings` (what the talk is about) settles morning or evening for bare
    hours.
    """
    found: list[TimeMention] = []

    def add(mention: TimeMention | None) -> None:
        if mention and not any(mention.span.overlaps(other.span) for other in found):
            found.append(mention)

    context = f"{utterance.text} {surroundings}"
    parts = [match for match in SPOKEN.finditer(utterance.text) if match["part"]]
    for match in parts:
        if not (match["minutes"] and RANGE_BEFORE.search(utterance.text[: match.start()])):
            add(_spoken(match, utterance, context))
    for match in CLOCK.finditer(utterance.text):
        hour, minute = int(match["h"] or match["h2"]), int(match["m"] or match["m2"] or 0)
        half = (match["half"] or "").lower()[:1]
        if not half and hour < 8 and len(match["h2"]) == 1:
            hour = _guessed(hour, context)
        add(_mention(match, hour, minute, half, True))
    for match in UHR.finditer(utterance.text):
        add(_mention(match, int(match["h"]), int(match["m"] or match["m2"] or 0), "", True))
    for match in NAMED.finditer(utterance.text):
        add(TimeMention(Span(*match.span()), 0 if match["name"].lower() == "midnight" else 12, 0, True))
    leaning: list[re.Match[str]] = []
    for match in SPOKEN.finditer(utterance.text):
        if _leans_on_tonight(match, utterance):
            leaning.append(match)
        else:
            add(_spoken(match, utterance, context))
    for match in WITHOUT_COLON.finditer(utterance.text):
        add(TimeMention(Span(*match.span("digits")), int(match["h"]), int(match["m"]), False))
    for match in HOUR_SIGN.finditer(utterance.text):
        add(_mention(match, int(match["h"]), 0, "", False))
    if not found:
        # Beside a time that was said, "two tonight" are two people.
        for match in leaning:
            add(_spoken(match, utterance, context))
    return tuple(sorted(found, key=lambda mention: mention.span))


def _spoken(match: re.Match[str], utterance: Utterance, context: str) -> TimeMention | None:
    hour = HOUR_WORDS.get(match["h"].lower()) or (int(match["h"]) if match["h"].isdecimal() else 0)
    part, tail, word = (
        (match["part"] or "").lower(),
        (match["tail"] or "").lower(),
        (match["m"] or "").lower(),
    )
    if not 0 <= hour <= 24:
        return None
    minute = MINUTES.get(word, int(word) if word.isdecimal() else 0)
    if part.startswith("half"):
        minute = 30
    elif part:
        past = 15 if "quarter" in part else PAST.get(match["minutes"].lower()) or int(match["minutes"])
        before = part.endswith(("to", "before"))
        hour, minute = (
            ((hour - 2) % 12 + 1 if hour <= 12 else hour - 1, 60 - past) if before else (hour, past)
        )
    half = (
        "p"
        if re.search(r"afternoon|evening|night|p\.?m", tail)
        else "a"
        if re.search(r"morning|a\.?m", tail)
        else ""
    )
    leans = _leans_on_tonight(match, utterance)
    if leans and hour not in EVENING_HOURS:
        return None
    sure = bool(part or (tail and (half or "clock" in tail))) and not leans
    if not half and 1 <= hour <= 11:
        hour = _guessed(hour, context)
    if (
        not sure
        and not leans
        and not AT.search(utterance.text[: match.start()])
        and match.group().strip() != utterance.text.strip(" .")
        and not (word and _stands_alone(match, utterance.text))
    ):
        return None
    return _mention(match, hour, minute, half, sure)


def _leans_on_tonight(match: re.Match[str], utterance: Utterance) -> bool:
    """True for a bare hour that only "tonight" makes a time: "eight tonight", but not "at eight tonight"."""
    only = (match["tail"] or "").lower() == "tonight" and not match["part"] and not match["m"]
    return only and not AT.search(utterance.lead(match.start()))


def _stands_alone(match: re.Match[str], text: str) -> bool:
    """True for "eight thirty" between commas: hour and minutes, and nothing else in the clause."""
    before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
    return (not before or before[-1] in ",.;!") and (not after or after[0] in ",.;!")


def _mention(match: re.Match[str], hour: int, minute: int, half: str, sure: bool) -> TimeMention | None:
    if half == "p" and hour < 12:
        hour += 12
    if half == "a" and hour == 12:
        hour = 0
    # "Tonight" is the day as well, so it stays free for the date.
    end = match.end() - len("tonight") if match.group().lower().endswith("tonight") else match.end()
    return TimeMention(Span(match.start(), end), hour, minute, sure) if hour < 24 and minute < 60 else None


def _guessed(hour: int, context: str) -> int:
    """A bare hour: in the evening where the talk is of dinner, else in the usual waking and office hours."""
    if MORNING.search(context):
        return hour
    if EVENING.search(context) and 4 <= hour <= 11:
        return hour + 12
    return hour + 12 if 1 <= hour <= 6 else hour
