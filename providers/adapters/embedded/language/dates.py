"""Dates and months in a text, counted from the business date.

Own grammar, because general date libraries read "may", "sat" and "10" as dates. A part that was not
said stays open (`year`, `month` or `day` is None) and is filled by `settle` once it is known whether
the field looks back or ahead. Numbers with slashes are read month first, as in the United States,
unless only day first gives a date; with dots the day is first. "Next Friday" is the first Friday after today.
"""

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from providers.adapters.embedded.forms.fields import Bound
from providers.adapters.embedded.language.calendar_words import (
    HOLIDAYS,
    existing_day,
    month_number,
    nearest_day_number,
    ordinal_number,
    year_number,
)
from providers.adapters.embedded.language.date_rules import RULES
from providers.adapters.embedded.language.date_spelling import in_english
from providers.adapters.embedded.language.relative_dates import (
    count_of,
    relative_day,
    weekday_of_month,
    year_of_month,
)
from providers.adapters.embedded.language.text import Span, Utterance

MAY_OR_MARCH_AS_VERB: Final = re.compile(
    r"(?:in|of|since|last|next|this|by|until|during|around|on|and|,|from|to|early|late|mid)\s*$", re.I
)


@dataclass(frozen=True)
class DateMention:
    """A date as it was said. `exact` is False where only a month or a period was named.

    `urgent` marks "as soon as possible" and its like, which mean today; `weekday` a day named by its
    weekday alone; `relative` one that was counted from today; `impossible` keeps a day that no
    calendar has as it was written.
    """

    span: Span
    year: int | None = None
    month: int | None = None
    day: int | None = None
    bound: Bound | None = None
    urgent: bool = False
    impossible: str = ""
    weekday: bool = False
    relative: bool = False

    @property
    def exact(self) -> bool:
        """True where a day was named."""
        return self.day is not None


def find_dates(utterance: Utterance, today: date) -> tuple[DateMention, ...]:
    """Every date in the text, in order. A range gives two mentions with a bound each."""
    text = in_english(utterance.lower)
    found: list[DateMention] = []
    for name, pattern in RULES:
        for match in pattern.finditer(text):
            span = _as_written(Span(*match.span()), text, utterance.lower)
            if any(span.overlaps(other.span) for other in found):
                continue
            found += _mentions(name, match, span, today, text)
    return _ranges(text, sorted(found, key=lambda mention: mention.span), today)


def _as_written(span: Span, text: str, written: str) -> Span:
    """The span with what stood to its left before names were put right and got shorter."""
    free = len(text[: span.start].rstrip())
    starts = [place for place in range(free, span.start) if written[place] != " "]
    return Span(min(starts, default=span.start), span.end)


def settle(mention: DateMention, today: date, past: bool | None, year: int | None = None) -> date | None:
    """The day that is meant. An open year is the nearest one behind (`past` True) or ahead (False, None).

    `year` is used instead where an earlier answer named it. None for a day that does not exist.
    """
    month, day = mention.month or today.month, mention.day or 1
    if mention.year is not None:
        settled = existing_day(mention.year, month, day)
        # "On Thursday" is the last one where the field looks back.
        return settled - timedelta(7) if settled and mention.weekday and past and settled > today else settled
    if mention.month is None:
        return nearest_day_number(today, day, past)
    if year is not None:
        return existing_day(year, month, day)
    for offset in (0, -1, 1, 2, 3, 4, -2, -3, -4) if past else (0, 1, 2, 3, 4):
        candidate = existing_day(today.year + offset, month, day)
        if candidate and (
            candidate <= today
            if past
            else candidate >= today or (not mention.exact and candidate.month == today.month)
        ):
            return candidate
    return None


def _mentions(name: str, match: re.Match[str], span: Span, today: date, text: str) -> list[DateMention]:
    part = match.groupdict()
    if name in {"day_range", "range_day"}:
        joined_by_and = re.search(r"\band\b", match.group()) is not None
        if ordinal_number(part["d2"]) <= ordinal_number(part["d"]) or (
            joined_by_and and not text[: span.start].rstrip().endswith("between")
        ):
            return []
        return _day_pair(span, part)
    if name == "days_range":
        first, last = ordinal_number(part["d"]), ordinal_number(part["d2"])
        return [
            DateMention(Span(span.start, span.end - 1), None, None, first, Bound.LOW),
            DateMention(Span(span.end - 1, span.end), None, None, last, Bound.HIGH),
        ]
    mention = _mention(name, part, span, today, text)
    return [mention] if mention else []


def _mention(
    name: str, part: dict[str, str | None], span: Span, today: date, text: str
) -> DateMention | None:
    match name:
        case "iso":
            return _checked(span, int(part["y"] or 0), int(part["m"] or 0), int(part["d"] or 0))
        case "month_day" | "day_month":
            month, day = month_number(part["m"]), ordinal_number(part["d"])
            if (
                name == "day_month"
                and _verb(part["m"], text, span.start, glued=True)
                and not re.search(r"st|nd|rd|th", part["d"] or "")
            ):
                return None
            return _checked(span, year_number(part["y"], today), month, day) if day else None
        case "compact":
            return _checked(span, int(part["y"] or 0), int(part["m"] or 0), int(part["d"] or 0))
        case "nth_weekday":
            settled = weekday_of_month(part, today)
            return _exact(span, settled) if settled else None
        case "year_then_month":
            years = (
                -int(count_of(part["n"])) if part["n"] else {"last": -1, "next": 1}.get(part["when"] or "", 0)
            )
            return DateMention(span, today.year + years, month_number(part["m"]))
        case "slashes":
            first, second = int(part["a"] or 0), int(part["b"] or 0)
            if part["sep"] == ".":
                first, second = second, first
            return _slashes(span, first, second, year_number(part["y"], today))
        case "dotted":
            return _checked(span, None, int(part["m"] or 0), int(part["d"] or 0))
        case "short_slash":
            return _short(span, int(part["a"] or 0), int(part["b"] or 0))
        case "month_slash" | "iso_month":
            return DateMention(span, int(part["y"] or 0), int(part["m"] or 0))
        case "month_year":
            return DateMention(span, year_number(part["y"], today), month_number(part["m"]))
        case "month_ago" | "month_year_word":
            month = month_number(part["m"])
            return DateMention(span, year_of_month(name, month, part["when"] or "", today), month)
        case "month":
            if _verb(part["m"], text, span.start):
                return None
            return DateMention(span, None, month_number(part["m"]))
        case "soon":
            return replace(_exact(span, today), urgent=True, relative=True)
        case "day" | "weekday_day":
            return DateMention(span, None, None, ordinal_number(part["d"]))
        case "holiday":
            month, day = HOLIDAYS[(part["holiday"] or "").replace("'", "")]
            return DateMention(span, None, month, day)
        case _:
            settled = relative_day(name, part, today)
            if name == "period" and settled:
                return DateMention(span, settled.year, settled.month)
            if (
                name == "weekday"
                and settled
                and re.fullmatch(r"(?:mon|sat|sun|wed|fri)s?", part["w"] or "")
                and not part["when"]
            ):
                return (
                    replace(_exact(span, settled), weekday=True)
                    if re.search(r"(?:on|next|this|by|until|from|to|,|-|^)\s*$", text[: span.start])
                    else None
                )
            return (
                replace(_exact(span, settled), weekday=name == "weekday", relative=True) if settled else None
            )


def _ranges(text: str, mentions: list[DateMention], today: date) -> tuple[DateMention, ...]:
    """Two neighbours joined by "to", "until" or a dash are a range; each borrows what it left open."""
    for index in range(len(mentions) - 1):
        first, second = mentions[index], mentions[index + 1]
        between = text[first.span.end : second.span.start].strip()
        opening = text[: first.span.start].rstrip()
        if _is_day_after(second, first, today):
            # "We arrive on July 2nd 2027 and leave on the 6th."
            mentions[index + 1] = second = replace(second, month=first.month, year=first.year)
        joined = between in {"-", "to", "until", "till", "through", "thru", "to the", "until the"}
        if not (joined or (between == "and" and opening.endswith("between"))) or first.bound or second.bound:
            continue
        if first.year is None and first.month and second.month and second.year is not None:
            first = replace(first, year=second.year - (1 if first.month > second.month else 0))
        if second.month is None and first.month:
            second = replace(second, month=first.month, year=first.year)
        mentions[index] = _possible(replace(first, bound=Bound.LOW))
        mentions[index + 1] = _possible(replace(second, bound=Bound.HIGH))
    return tuple(mentions)


def _is_day_after(later: DateMention, earlier: DateMention, today: date) -> bool:
    """True for a bare day of the month after one that is still to come."""
    if later.month is not None or later.day is None or earlier.day is None or earlier.month is None:
        return False
    to_come = earlier.year is None or (earlier.year, earlier.month) >= (today.year, today.month)
    return to_come and later.day > earlier.day and not later.bound and not later.weekday


def _day_pair(span: Span, part: dict[str, str | None]) -> list[DateMention]:
    year = int(part["y"]) if part["y"] and part["y"].isdecimal() else None
    if year is None and (part.get("y0") or "").isdecimal():
        year = int(part.get("y0") or 0)
    month, first, last = month_number(part["m"]), ordinal_number(part["d"]), ordinal_number(part["d2"])
    left = DateMention(Span(span.start, span.end - 1), year, month, first, Bound.LOW)
    right = DateMention(Span(span.end - 1, span.end), year, month, last, Bound.HIGH)
    return [_possible(left), _possible(right)]


def _slashes(span: Span, first: int, second: int, year: int | None) -> DateMention | None:
    if first <= 12:
        return _checked(span, year, first, second)
    return _checked(span, year, second, first) if second <= 12 else None


def _short(span: Span, first: int, second: int) -> DateMention | None:
    if 1 <= first <= 12 and 1 <= second <= 31:
        return DateMention(span, None, first, second)
    return DateMention(span, None, second, first) if 1 <= second <= 12 and 12 < first <= 31 else None


def _checked(span: Span, year: int | None, month: int, day: int) -> DateMention | None:
    return _possible(DateMention(span, year, month, day)) if 1 <= month <= 12 and 1 <= day <= 31 else None


def _possible(mention: DateMention) -> DateMention:
    """A day that no calendar has (30 February) keeps its written form, so that the tool can refuse it."""
    year = mention.year or 2024
    if mention.month and mention.day and existing_day(year, mention.month, mention.day) is None:
        return replace(mention, impossible=f"{year:04}-{mention.month:02}-{mention.day:02}")
    return mention


def _exact(span: Span, day: date) -> DateMention:
    return DateMention(span, day.year, day.month, day.day)


def _verb(name: str | None, text: str, start: int, glued: bool = False) -> bool:
    """True for "may", "mar" and "march" that are no month here."""
    if (name or "").strip(".") not in {"may", "march", "mar", "dec", "sept", "sep"}:
        return False
    if glued:
        return (name or "").strip(".") == "may" and bool(
            re.search(r"\b(?:i|we|you|they|it)\s*$", text[:start])
        )
    return not (MAY_OR_MARCH_AS_VERB.search(text[:start]) or text.strip(" .!?") == (name or "").strip("."))
