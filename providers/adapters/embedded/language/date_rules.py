"""The forms in which people write dates, as one ordered table of patterns."""

import re
from typing import Final

from providers.adapters.embedded.language.calendar_words import NUMBER_WORDS, ORDINAL_WORDS

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)

_ORDINAL = "|".join(sorted((word.replace("-", "[- ]") for word in ORDINAL_WORDS), key=len, reverse=True))

_DAY = rf"(?:\d{{1,2}}(?:st|nd|rd|th)?|{_ORDINAL})"

_YEAR = (
    r"(?:\d{4}|'\d{2}|nineteen[- ][a-z]+(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?"
    r"|twenty[- ](?:ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen"
    r"|nineteen|twenty(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)"
    r"|two thousand(?: (?:and )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|twenty(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?))?)"
)

_COUNT = r"(?:\d+|" + "|".join(sorted(NUMBER_WORDS, key=len, reverse=True)) + ")"

# What follows "at" where it leads to a time, and not to a place.
_HOUR = (
    r"(?<=at )(?:about |around )?(?:\d|(?:noon|midday|midnight|half past|(?:a )?quarter"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)"
)

_DOTTED = r"(?P<d>0?[1-9]|[12]\d|3[01])\.(?P<m>0?[1-9]|1[0-2])\."
_ON = r"(?:^\W{0,3}|\b(?:on|by|until|till|to|the|am|vom|bis|zum|den|dem) )"

_WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?\b"

_WEEKDAY_LEAD = rf"(?:(?:on )?{_WEEKDAY},? (?:the )?)?"

_TO = r"\s*(?:-|to|until|till|through|thru|and)\s*(?:the )?"

RULES: Final = tuple(
    (name, re.compile(pattern, re.I))
    for name, pattern in (
        ("iso", r"\b(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})\b"),
        (
            "compact",
            r"^\W*(?P<y>(?:19|20)\d{2})(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])\W*$",
        ),
        ("slashes", r"^\W*(?P<a>\d{1,2})(?P<sep> )(?P<b>\d{1,2}) (?P<y>\d{4}|\d{2})\W*$"),
        (
            "nth_weekday",
            rf"\b(?:the )?(?P<nth>first|second|third|fourth|last|1st|2nd|3rd|4th) (?P<w>{_WEEKDAY}) "
            rf"(?:in|of) (?:(?P<when>next|this|last) month|(?P<m>{_MONTH})(?:,? (?:of )?(?P<y>{_YEAR})\b)?)",
        ),
        (
            "year_then_month",
            rf"\b(?:(?P<when>last|this|next) year|(?P<n>{_COUNT}) years? ago),? (?:in )?(?P<m>{_MONTH})",
        ),
        (
            "day_range",
            rf"\b(?P<m>{_MONTH}) (?:the )?(?P<d>{_DAY})(?:,? "
            rf"(?P<y0>{_YEAR}))?{_TO}(?P<d2>{_DAY})\b(?!\s*(?:{_MONTH}|:|am\b"
            rf"|pm\b))(?:,? (?:of )?(?P<y>{_YEAR})\b)?",
        ),
        (
            "range_day",
            rf"\b(?:the )?(?P<d>{_DAY}){_TO}(?P<d2>{_DAY}) (?:of "
            rf")?(?P<m>{_MONTH})(?:,? (?:of )?(?P<y>{_YEAR})\b)?",
        ),
        (
            "month_day",
            rf"\b{_WEEKDAY_LEAD}(?P<m>{_MONTH})(?:,? | the |-)(?:the "
            rf")?(?P<d>{_DAY})\b(?![:])(?:(?:,? |, ?|-)(?:of |in )?(?P<y>{_YEAR}"
            rf"|[3-9]\d(?=\b[^:\w]|$))(?![\w:]))?",
        ),
        (
            "day_month",
            rf"\b{_WEEKDAY_LEAD}(?P<d>{_DAY})[ -]?(?:of "
            rf")?(?P<m>{_MONTH})(?:(?:,? |-)(?:of )?(?P<y>{_YEAR}"
            rf"|[3-9]\d(?=\b[^:\w]|$))(?![\w:]))?",
        ),
        (
            "slashes",
            r"(?<![\d/.-])(?P<a>\d{1,2})(?P<sep>[/.-])(?P<b>\d{1,2})(?P=sep)(?P<y>\d{4}|\d{2})(?![\d/.-]\d|\d)",
        ),
        # A full stop may as well end a sentence after a decimal number, so the words beside it tell.
        ("dotted", rf"{_ON}{_DOTTED}(?![\d/])"),
        ("dotted", rf"(?<![\d/.$€£-]){_DOTTED}(?=,| (?:um|gegen|ab|bis|at|from|around|until|to|for|für|\d))"),
        ("month_slash", r"(?<![\d/.-])(?P<m>0?[1-9]|1[0-2])/(?P<y>(?:19|20)\d{2})(?![\d/])"),
        ("iso_month", r"\b(?P<y>(?:19|20)\d{2})-(?P<m>1[0-2]|0?[1-9])(?![\d-])"),
        ("short_slash", r"(?<![\d/.$-])(?<!\d )(?P<a>\d{1,2})/(?P<b>\d{1,2})(?![\d/])"),
        ("month_year", rf"\b(?P<m>{_MONTH})(?: of|,| in)? ?(?P<y>{_YEAR})\b"),
        ("month_ago", rf"\b(?P<when>last|this|next|this past|this coming|past|coming) (?P<m>{_MONTH})"),
        ("month_year_word", rf"\b(?:(?:in|of) )?(?P<m>{_MONTH})(?: of)? (?P<when>last|this|next) year\b"),
        (
            "time_from",
            rf"\b(?P<n>{_COUNT}) (?P<unit>day|week|fortnight|month|year)s? (?P<way>from "
            rf"(?:now|today)|from tomorrow|ago|later|back)\b",
        ),
        (
            "day_after",
            r"\b(?P<word>day after tomorrow|day before yesterday|last night|tomorrow|tmrw|toomorow|tomorro"
            r"|tomorow|tommorow|tommorrow|yesterday|übermorgen"
            # It is a morning and a family name as well.
            r"|morgen(?= (?:um|gegen|ab|abend|früh|mittag|vormittag|nachmittag)\b)|^morgen(?=\W*$))\b",
        ),
        ("weekday_of_week", rf"\b(?P<w>{_WEEKDAY}) in (?P<n>a|one|two|three|four|\d) weeks?\b"),
        (
            "in_time",
            rf"\b(?:in|within) (?:about |around )?(?P<n>{_COUNT}) (?P<unit>day"
            rf"|week|fortnight|month|year)s?(?:'? time)?\b(?! (?:at|of) (?!{_HOUR}))",
        ),
        (
            "soon",
            r"\b(?:as soon as (?:possible|you can|it can)|asap|right away|right "
            r"now|immediately|today|heute|straight away|effective now|tonight|this "
            r"(?:morning|afternoon|evening))\b",
        ),
        (
            "weekday_week",
            rf"\b(?P<w>{_WEEKDAY}) (?:of )?(?P<when>next|this|last) week\b"
            rf"|\b(?P<when2>next|this|last) week,? (?:on )?(?P<w2>{_WEEKDAY})",
        ),
        ("weekday_in", rf"\b(?P<n>a|one|two|three) weeks? (?:from|on) (?P<w>{_WEEKDAY})"),
        ("weekday_day", rf"\b(?P<w>{_WEEKDAY}),? the (?P<d>{_DAY})\b"),
        (
            "weekday",
            rf"\b(?:(?P<when>next|this|last|coming|this coming|this past|past) )?(?P<w>{_WEEKDAY})(?!\w)",
        ),
        ("weekend", r"\b(?P<when>this|next|last|the)(?: coming)? weekend\b"),
        (
            "period_edge",
            r"\b(?:the )?(?P<edge>first|1st|start|beginning|end|last day) "
            r"(?:day )?of (?:the )?(?P<when>next |this |last |)?(?P<unit>month"
            r"|year)\b",
        ),
        ("period", r"\b(?P<when>next|last|this) (?P<unit>week|month|year)\b"),
        ("day_when_month", rf"\bthe (?P<d>{_DAY}) of (?P<when>next|this|last) month\b"),
        ("days_range", rf"\b(?:from )?the (?P<d>{_DAY}){_TO}(?P<d2>{_DAY})\b(?! (?:one|option|of|floor))"),
        (
            "day",
            r"\b(?:on |by |from |until |till |to )?the (?P<d>\d{1,2}(?:st|nd|rd"
            r"|th))\b(?! (?:one|option|floor|of|street|ave|avenue|st\b))",
        ),
        (
            "holiday",
            r"\b(?P<holiday>christmas eve|christmas(?: day)?|new year'?s eve"
            r"|new year'?s(?: day)?|valentine'?s(?: day)?|halloween"
            r"|independence day|fourth of july)\b",
        ),
        ("month", rf"\b(?P<m>{_MONTH})"),
    )
)
"""Tried in this order; what an earlier rule takes a later one does not see."""
