"""Days that are counted from today: "in two weeks", "the last Friday in December", "the end of the month"."""

from calendar import monthrange
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from providers.adapters.embedded.language.calendar_words import (
    NUMBER_WORDS,
    existing_day,
    month_number,
    next_weekday,
    nth_weekday,
    ordinal_number,
    shifted,
    weekday_number,
    year_number,
)


def relative_day(name: str, part: dict[str, str | None], today: date) -> date | None:
    """The day of a rule that counts from today, by the rule's name and its parts; None for other rules."""
    match name:
        case "day_after":
            days = {
                "yesterday": -1, "last night": -1, "day before yesterday": -2,
                "day after tomorrow": 2, "übermorgen": 2,
            }  # fmt: skip
            return today + timedelta(days.get(part["word"] or "", 1))
        case "in_time":
            return shifted(today, part["n"], part["unit"], 1)
        case "time_from":
            way = part["way"] or ""
            start = today + timedelta(1) if "tomorrow" in way else today
            return shifted(start, part["n"], part["unit"], -1 if way in {"ago", "back"} else 1)
        case "weekday_week":
            monday = today - timedelta(today.weekday())
            weeks = {"next": 1, "this": 0, "last": -1}[part["when"] or part["when2"] or "this"]
            return monday + timedelta(7 * weeks + weekday_number(part["w"] or part["w2"]))
        case "weekday_in":
            return next_weekday(today, weekday_number(part["w"])) + timedelta(
                7 * NUMBER_WORDS[part["n"] or "a"]
            )
        case "weekday_of_week":
            week = today + timedelta(7 * count_of(part["n"]))
            return week - timedelta(week.weekday()) + timedelta(weekday_number(part["w"]))
        case "weekday":
            ahead = next_weekday(today, weekday_number(part["w"]))
            back = (part["when"] or "") in {"last", "past", "this past"}
            return ahead - timedelta(7 if ahead - timedelta(7) < today else 14) if back else ahead
        case "weekend":
            saturday = today + timedelta((5 - today.weekday()) % 7)
            return saturday + timedelta({"next": 7, "last": -7}.get(part["when"] or "", 0))
        case "period_edge":
            return _edge(part, today)
        case "period":
            return shifted(today, "1", part["unit"], {"next": 1, "last": -1}.get(part["when"] or "", 0))
        case "day_when_month":
            other = today + relativedelta(months={"next": 1, "last": -1}.get(part["when"] or "", 0))
            return existing_day(other.year, other.month, ordinal_number(part["d"]))
    return None


def count_of(text: str | None) -> int:
    """A count in digits or words, 1 for none."""
    return int(text) if text and text.isdecimal() else NUMBER_WORDS.get(text or "a", 1)


def weekday_of_month(part: dict[str, str | None], today: date) -> date | None:
    """ "The second Tuesday in January": the next one to come where no year was said."""
    nth = part["nth"] or ""
    place = -1 if nth == "last" else ordinal_number(nth)
    weekday = weekday_number(part["w"])
    if part["when"]:
        month = today + relativedelta(months={"next": 1, "last": -1}.get(part["when"], 0))
        return nth_weekday(month.year, month.month, weekday, place)
    said = year_number(part["y"], today)
    for year in (said,) if said else (today.year, today.year + 1):
        day = nth_weekday(year, month_number(part["m"]), weekday, place)
        if day and (said or day >= today):
            return day
    return None


def _edge(part: dict[str, str | None], today: date) -> date | None:
    ending = (part["edge"] or "") in {"end", "last day"}
    when = (part["when"] or "").strip()
    # "The first of the month" without more is the next one to come.
    ahead = 1 if when == "next" or (not when and not ending) else -1 if when == "last" else 0
    if part["unit"] == "year":
        return date(today.year + ahead, 12, 31) if ending else date(today.year + ahead, 1, 1)
    month = today + relativedelta(months=ahead)
    return month.replace(day=monthrange(month.year, month.month)[1]) if ending else month.replace(day=1)


def year_of_month(name: str, month: int, when: str, today: date) -> int:
    """The year of "last May", "next May" and "May of last year"."""
    if name == "month_year_word":
        return today.year + {"last": -1, "next": 1}.get(when, 0)
    if when in {"last", "past", "this past"}:
        return today.year if month < today.month else today.year - 1
    if when == "this":
        return today.year
    return today.year if month > today.month else today.year + 1
