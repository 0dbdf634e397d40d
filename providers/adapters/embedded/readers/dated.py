"""Date, month, time and moment fields: which date of the message is whose, in the form that the field
wants.
"""

import re
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from providers.adapters.embedded.forms.fields import Bound, Field, Kind
from providers.adapters.embedded.language.dates import DateMention, settle
from providers.adapters.embedded.language.text import Span, plain
from providers.adapters.embedded.readers.page import Page, Reading

PAST: Final = re.compile(
    r"\b(?:birth(?:day|date)?s?|born|dob|incidents?|accidents?|happen(?:s|ed|ing)?|occur(?:s|red|rences?)?|issued"
    r"|purchas(?:es?|ed|ing)|bought|hired|joined|since|past|expenses?|incurred|receipts?|in the last"
    r"|of the last|began|loss(?:es)?|injur(?:y|ies|ed)|previous(?:ly)?|history|transactions?|spent|symptoms?"
    r"|onset|graduat(?:es?|ed|ing|ion))\b",
    re.I,
)
BIRTH: Final = re.compile(r"\b(?:birth(?:day|date)?s?|born|dob)\b", re.I)
"""Fields of a birthday: nobody is born today who writes here."""
SMALL_TALK: Final = re.compile(
    r"\b(?:weather|sunny|rain\w*|snow\w*|hot|cold|lovely|beautiful|busy|tired|(?:nice|good|great) day"
    r"|how are you)\b",
    re.I,
)
"""What people say of today without answering anything."""

AHEAD: Final = re.compile(
    r"\b(?:start(?:s|ed|ing)?|check(?:s|ing)?(?:in|out)?|arriv(?:es?|ed|ing|als?)|depart(?:s|ing|ures?)?"
    r"|return(?:s|ing)?|appoint(?:ed|ments?)|visit(?:s|ing)?|travel(?:s|ing|ling)?|deliver(?:s|ed|ing|y|ies)?"
    r"|reserv(?:es?|ed|ing|ations?)|due|deadlines?|effective|pick(?:s|ed|ing)?(?:up)?|events?|book(?:ed|ings?)?"
    r"|schedul(?:es?|ed|ing)|flights?|stay(?:s|ing)?|begin(?:s|ning)?|end|mov(?:es?|ing)|install(?:s|ed|ing|ations?)?"
    r"|meetings?|prefer(?:s|red|ences?)?|expir(?:es?|ed|y|ation)|renew(?:s|ed|als?)?|ship(?:s|ped|ping|ments?)?"
    r"|rent(?:s|ed|als?|ing)?|leas(?:es?|ed|ing))\b",
    re.I,
)
_COUNT: Final = r"\d+|one|two|three|four|five|six|seven|ten|a"
NIGHTS: Final = re.compile(
    rf"\b(?:for|stay(?:ing)?) (?:about )?(?P<n>{_COUNT}) (?P<unit>night|day|week)s?\b"
    rf"|\b(?P<first>{_COUNT}) (?P<of>night|day|week)s? (?:from|starting|beginning)\b",
    re.I,
)
COUNTS: Final = {
    "a": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "ten": 10,
}


def looks_back(wanted: Field, subject: str = "") -> bool | None:
    """True for fields about the past, False for plans, None where neither the schema nor the subject says."""
    text = _told(wanted)
    if PAST.search(text):
        return True
    if AHEAD.search(text):
        return False
    past, ahead = bool(PAST.search(subject)), bool(AHEAD.search(subject))
    return past if past != ahead else None


def read_date(page: Page, wanted: Field) -> list[Reading]:
    """Every date of the message as a reading for a date, month or moment field."""
    readings = []
    for mention in page.dates:
        small_talk = mention.relative and SMALL_TALK.search(page.utterance.text)
        written = None if small_talk else _written(page, wanted, mention)
        if written:
            readings.append(Reading(wanted, written, mention.span, _score(page, wanted, mention)))
    return readings + _length_of_stay(page, wanted) + _year_only(page, wanted)


def read_time(page: Page, wanted: Field) -> list[Reading]:
    """Every time of the message as a reading for a time field."""
    only = len(page.of_kind(Kind.TIME)) == 1
    return [
        Reading(
            wanted,
            mention.text,
            mention.span,
            0.45 + 0.3 * page.cue(wanted, mention.span) + page.standing(wanted) + (0.15 if only else 0.0),
        )
        for mention in page.times
    ]


def _of_birth(wanted: Field) -> bool:
    """True for a birthday, which has a year and lies behind."""
    return BIRTH.search(_told(wanted)) is not None


def _told(wanted: Field) -> str:
    return f"{plain(' '.join(wanted.path))} {wanted.description}"


def in_form(wanted: Field, day: date) -> str:
    """The day as the field wants it: a month field gets `YYYY-MM`."""
    return f"{day.year:04}-{day.month:02}" if wanted.kind is Kind.MONTH else day.isoformat()


def _written(page: Page, wanted: Field, mention: DateMention) -> str | None:
    year_before = _year_before(page, wanted, mention)
    if _of_birth(wanted) and (mention.relative or (mention.year is None and year_before is None)):
        return None
    if mention.urgent and wanted.kind is Kind.MONTH:
        return None
    if mention.impossible and mention.year is None:
        return _next_written(page, wanted, mention)
    if mention.impossible:
        return mention.impossible[:7] if wanted.kind is Kind.MONTH else mention.impossible
    if not mention.exact and wanted.kind is not Kind.MONTH:
        return None
    if wanted.kind is Kind.MONTH and (mention.month is None or mention.weekday):
        return None
    past = looks_back(wanted, page.context.subject)
    if past is None and wanted.kind is Kind.MONTH:
        past = True
    day = settle(mention, _counted_from(page, wanted, mention), past, year_before)
    if day is None or (_of_birth(wanted) and day >= page.context.today):
        return None
    if wanted.kind is not Kind.MOMENT:
        return in_form(wanted, day)
    return f"{day.isoformat()}T{page.times[0].text}:00" if page.times else None


def _next_written(page: Page, wanted: Field, mention: DateMention) -> str:
    """A day that no calendar has, with the year that it would be in, so that the tool can refuse it."""
    today = page.context.today
    later = (mention.month or 0, mention.day or 0) >= (today.month, today.day)
    year = today.year if later else today.year + 1
    written = f"{year:04}-{mention.month:02}-{mention.day:02}"
    return written[:7] if wanted.kind is Kind.MONTH else written


def _counted_from(page: Page, wanted: Field, mention: DateMention) -> date:
    """An end without a year comes after the start that is known."""
    if wanted.bound is not Bound.HIGH or mention.year is not None:
        return page.context.today
    for other in page.of_kind(Kind.DATE):
        known = page.context.values.get(other.key)
        if other.bound is Bound.LOW and isinstance(known, str):
            return _parsed(known) or page.context.today
    return page.context.today


def _year_before(page: Page, wanted: Field, mention: DateMention) -> int | None:
    """A corrected birthday keeps the year that was said before; other days had a guessed one."""
    known = page.context.values.get(wanted.key)
    if (
        mention.year is None
        and page.context.correcting
        and isinstance(known, str)
        and re.match(r"\d{4}-", known)
    ):
        return int(known[:4]) if _of_birth(wanted) else None
    return None


def _score(page: Page, wanted: Field, mention: DateMention) -> float:
    cue = page.cue(wanted, mention.span)
    score = 0.35 + 0.4 * cue + page.standing(wanted)
    settled = page.known(wanted) and not page.asked(wanted) and not page.only_changes(wanted)
    if settled and not page.context.correcting and cue < 0.4:
        score -= 0.25
    fields = page.of_kind(Kind.DATE, Kind.MONTH, Kind.MOMENT)
    if len(fields) == 1:
        score += 0.3
    past = looks_back(wanted, page.context.subject)
    if past is False and mention.year is None:
        score += 0.15
    if past is not None and mention.year is not None:
        day = settle(mention, page.context.today, past)
        behind = day is not None and day < page.context.today
        distance = abs((page.context.today - day).days) if day else 0
        score += 0.25 if behind is past else (-0.3 if distance > 400 else -0.05)
    if mention.urgent and past:
        score -= 0.4
    if wanted.bound and mention.bound:
        score += 0.3 if wanted.bound is mention.bound else -0.6
    elif page.context.correcting and page.known(wanted) and len(fields) > 1:
        score += 0.1 if _nearest(page, wanted, mention, fields) else 0.0
    elif wanted.bound and len(fields) > 1:
        score += _preposition(page, wanted, mention)
    return score


def _nearest(page: Page, wanted: Field, mention: DateMention, fields: tuple[Field, ...]) -> bool:
    """True for the field whose former date the corrected one is closest to."""
    day = settle(mention, page.context.today, looks_back(wanted, page.context.subject))
    former = {field.key: _parsed(str(page.context.values.get(field.key, ""))) for field in fields}
    distances = {key: abs((day - date).days) for key, date in former.items() if day and date}
    return wanted.key in distances and distances[wanted.key] == min(distances.values())


def _preposition(page: Page, wanted: Field, mention: DateMention) -> float:
    before = page.utterance.lower[: mention.span.start].rstrip()
    within = page.utterance.lower[mention.span.start : mention.span.end]
    ending = re.search(
        r"(?:until|till|through|to|return\w*(?: on)?|back(?: on)?|check(?:ing)?[ -]?out(?: "
        r"on)?|ending(?: on)?)$",
        before,
    ) or re.match(r"(?:until|till|to) ", within)
    starting = re.search(
        r"(?:from|starting(?: on)?|leaving(?: on)?|depart\w*(?: on)?|check(?:ing)?[ -]?in(?: "
        r"on)?|arriv\w*(?: on)?)$",
        before,
    ) or re.match(r"from ", within)
    if ending or starting:
        return 0.25 if (wanted.bound is Bound.HIGH) == bool(ending) else -0.3
    first = mention is page.dates[0]
    if len(page.dates) == 1:
        return 0.2 if wanted.bound is Bound.LOW else 0.0
    return 0.25 if first == (wanted.bound is Bound.LOW) else -0.1


def _length_of_stay(page: Page, wanted: Field) -> list[Reading]:
    """ "For three nights" sets the end, counted from the start, where no field asks for the number of
    nights.
    """
    match = NIGHTS.search(page.utterance.text)
    if wanted.bound is not Bound.HIGH or wanted.kind is not Kind.DATE or not match:
        return []
    unit = (match["unit"] or match["of"]).lower()
    if any(unit in other.weights for other in page.of_kind(Kind.NUMBER)):
        return []
    lows = [other for other in page.of_kind(Kind.DATE) if other.bound is Bound.LOW]
    starts = [
        written
        for mention in page.dates
        for low in lows[:1]
        if (written := _written(page, low, replace(mention, bound=None)))
    ]
    known = [page.context.values[low.key] for low in lows if low.key in page.context.values]
    start = _parsed(str((starts or known or [""])[0]))
    if start is None or len(page.dates) > 1:
        return []
    said = (match["n"] or match["first"]).lower()
    count = int(said) if said.isdecimal() else COUNTS[said]
    if count > 365:
        return []
    day = start + timedelta(count * (7 if unit == "week" else 1))
    return [Reading(wanted, day.isoformat(), Span(*match.span()), 0.9)]


def _year_only(page: Page, wanted: Field) -> list[Reading]:
    """ "Sorry, I meant 1994" changes the year of the date given before."""
    known = page.context.values.get(wanted.key)
    if not page.context.correcting or not isinstance(known, str) or page.dates or page.of_kind(Kind.YEAR):
        return []
    return [
        Reading(wanted, f"{int(quantity.value):04}{known[4:]}", quantity.span, 0.5 + page.standing(wanted))
        for quantity in page.quantities
        if quantity.whole and 1900 <= quantity.value <= 2100 and not quantity.money
    ]


def _parsed(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None
