"""Numbers in a text: digits and words, with currency, unit, comparison and ordinal."""

import re
from dataclasses import dataclass, replace
from typing import Final

from text_to_num import find_numbers

from providers.adapters.embedded.fields import Bound
from providers.adapters.embedded.text import Span, Utterance, Word

DIGITS: Final = re.compile(
    r"(?<![\w.])(?P<sign>(?:(?<=\s)|(?<=^))-(?=[\d$])|\bminus\s)?(?P<money>(?:US)?[$€£]|usd\s|eur\s)?\s?"
    r"(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
    r"(?:\s?(?P<scale>k|thousand|grand|mil|million|m|hundred|bn|billion)(?![\w]))?"
    r"(?:-?ish)?(?P<ordinal>st|nd|rd|th)?(?P<after>\s?(?:\$|€|£|dollars?|bucks|usd|euros?|eur|pounds "
    r"sterling))?(?![\w])",
    re.I,
)

SCALES: Final = {
    "k": 1e3, "thousand": 1e3, "grand": 1e3, "m": 1e6, "mil": 1e6, "million": 1e6, "hundred": 1e2,
    "bn": 1e9, "billion": 1e9
}  # fmt: skip

GLUED_UNIT: Final = re.compile(
    r"(?<![\w.,])(\d+(?:\.\d+)?)(?=(?:mi|km|kms|lbs?|kg|yrs?|y|hrs?|hours?|h|mins?|min|nights?|days?|ft|m2|sqft|miles|people|pax|ppl)\b)",
    re.I,
)

FIXED: Final = {
    "a dozen": 12, "dozen": 12, "half a dozen": 6, "a couple": 2, "a couple of": 2, "couple": 2,
    "a pair of": 2, "half a million": 500000, "a hundred": 100, "a thousand": 1000,
    "a million": 1000000, "a grand": 1000, "zero": 0,
}  # fmt: skip

FIXED_WORDS: Final = re.compile(r"\b(" + "|".join(sorted(FIXED, key=len, reverse=True)) + r")\b", re.I)

HALVES: Final = re.compile(
    r"\b(?P<count>(?P<half>half an?)|an(?= hour\b)|an?(?= (?:hour|year|month|week|day|mile) "
    r"and a half\b)|(?<=for )an?(?= (?:year|month|week|day|night)\b)|(?<!\S)(?<!\w )an?(?= "
    r"(?:year|month|week|day|night)\W*$))(?= (?P<unit>hour|year|month|week|day|night"
    r"|mile)\b(?P<more> and a half\b)?)",
    re.I,
)

TIMES: Final = re.compile(r"\b(?P<word>once|twice)(?= (?:a|per|every|each)\b)", re.I)

HALF: Final = re.compile(r"\s+and a half\b", re.I)

PRONOUN: Final = re.compile(
    r"\b(?:the|this|that|which|another|other|no|any|every|each|some)\s+(?:(?!last|next)[a-z]+\s+)?$", re.I
)
"""What makes "one" a pronoun: "the selected one", "no one"."""
UPPER: Final = re.compile(
    r"(?:under|below|at most|up to|upto|no more than|not more than|less than|fewer than"
    r"|max(?:imum)?(?: of| is| to)?|within"
    r"|cheaper than|not over|lower than|no further than|not exceeding|ceiling(?: of)?"
    r"|limit(?: of| is)?|cap(?: of)?|<=?|to)\s*(?:about |around |roughly )?$",
    re.I,
)

UPPER_AFTER: Final = re.compile(
    r"^\s*(?:\w+ ){0,2}?(?:max(?:imum)?\b|at most|or less|or under|or below|tops\b|or cheaper|or fewer)", re.I
)

LOWER: Final = re.compile(
    r"(?:over|above|at least|from|no less than|not less than|more than|min(?:imum)?(?: of| is"
    r"| to)?|starting (?:at|from)|upwards of|>=?)"
    r"\s*(?:about |around |roughly )?$",
    re.I,
)

LOWER_AFTER: Final = re.compile(
    r"^\s*(?:\w+ ){0,2}?(?:min(?:imum)?\b|at least|or more|or above|and up\b|plus\b|\+)", re.I
)

PAIR: Final = re.compile(r"^\s*(?:-|to|and|until|or)\s*$", re.I)


@dataclass(frozen=True)
class Quantity:
    """A number with what surrounds it. `bound` is set by comparisons and by ranges."""

    value: float
    span: Span
    money: bool = False
    ordinal: bool = False
    in_words: bool = False
    bound: Bound | None = None

    @property
    def whole(self) -> bool:
        """True for a number without a fraction."""
        return self.value.is_integer()


def find_quantities(utterance: Utterance, taken: tuple[Span, ...] = ()) -> tuple[Quantity, ...]:
    """Every number outside the spans already taken, in order of appearance."""
    found: list[Quantity] = []
    for quantity in (*_halves(utterance), *_digits(utterance), *_words(utterance), *_fixed(utterance)):
        if not any(quantity.span.overlaps(other) for other in (*taken, *(known.span for known in found))):
            found.append(quantity)
    found = _with_halves(utterance, sorted(found, key=lambda quantity: quantity.span.start))
    return _bounded(utterance, _years_joined(utterance, found))


def _digits(utterance: Utterance) -> list[Quantity]:
    found = []
    for match in DIGITS.finditer(utterance.text):
        scale = (match["scale"] or "").lower()
        meters = scale == "m" and not (match["money"] or match["after"])
        value = float(match["number"].replace(",", "")) * (1 if meters else SCALES.get(scale, 1))
        found.append(
            Quantity(
                value=-value if match["sign"] else round(value, 6),
                span=Span(
                    match.start() + len(match.group()) - len(match.group().lstrip()),
                    match.end("number") if meters else match.end(),
                ),
                money=bool(match["money"] or match["after"]) or (match["scale"] or "").lower() == "grand",
                ordinal=bool(match["ordinal"]),
            )
        )
    found += [
        Quantity(float(match[1]), Span(*match.span(1))) for match in GLUED_UNIT.finditer(utterance.text)
    ]
    return found


def _halves(utterance: Utterance) -> list[Quantity]:
    """ "Half an hour", "an hour and a half": the number stands before its unit, so the span ends there."""
    return [
        Quantity(
            0.5 if match["half"] else 1.5 if match["more"] else 1.0,
            Span(match.start(), match.end("count")),
            in_words=True,
        )
        for match in HALVES.finditer(utterance.text)
    ]


def _fixed(utterance: Utterance) -> list[Quantity]:
    times = [
        Quantity(1.0 if match["word"].lower() == "once" else 2.0, Span(*match.span()), in_words=True)
        for match in TIMES.finditer(utterance.text)
    ]
    return times + [
        Quantity(float(FIXED[match[1].lower()]), Span(*match.span()), in_words=True)
        for match in FIXED_WORDS.finditer(utterance.text)
        if not (
            match[1].lower() in {"couple", "a couple"}
            and utterance.text[match.end() :].lstrip().lower().startswith(("and", "or"))
        )
    ]


@dataclass(frozen=True)
class _Token:
    word: Word
    apart: bool

    def text(self) -> str:
        return self.word.lower

    def nt_separated(self, _previous: "_Token") -> bool:
        return self.apart

    def not_a_number_part(self) -> bool:
        return any(character.isdigit() for character in self.word.lower)


def _words(utterance: Utterance) -> list[Quantity]:
    tokens: list[_Token] = []
    for word in utterance.words:
        gap = utterance.text[tokens[-1].word.span.end : word.span.start] if tokens else ""
        tokens.append(_Token(word, bool(gap.strip(" -"))))
    found = []
    for occurrence in find_numbers(tokens, "en", 0.0):
        run = tokens[occurrence.start : occurrence.end]
        span = Span(run[0].word.span.start, run[-1].word.span.end)
        if any(token.not_a_number_part() for token in run):
            continue
        after = re.match(r"\s*(dollars?|bucks|euros?|grand)\b", utterance.text[span.end :], re.I)
        value = float(occurrence.value) * (1000 if after and after[1].lower() == "grand" else 1)
        if len(run) == 1 and run[0].word.lower == "one" and PRONOUN.search(utterance.lower[: span.start]):
            continue
        if run[-1].word.lower == "second" and re.match(r"\s+(?:thought|hand)", utterance.text[span.end :]):
            continue
        end = span.end + (after.end() if after else 0)
        found.append(
            Quantity(value, Span(span.start, end), bool(after), occurrence.is_ordinal, in_words=True)
        )
    return found


def _years_joined(utterance: Utterance, quantities: list[Quantity]) -> list[Quantity]:
    """Years read out in two halves: "nineteen ninety four", "twenty nineteen"."""
    joined: list[Quantity] = []
    for quantity in quantities:
        last = joined[-1] if joined else None
        if (
            last
            and last.in_words
            and quantity.in_words
            and last.value in {18, 19, 20}
            and 1 <= quantity.value <= 99
            and not utterance.text[last.span.end : quantity.span.start].strip(" -")
        ):
            joined[-1] = Quantity(
                last.value * 100 + quantity.value, Span(last.span.start, quantity.span.end), in_words=True
            )
        else:
            joined.append(quantity)
    return joined


def _with_halves(utterance: Utterance, quantities: list[Quantity]) -> list[Quantity]:
    result = []
    for quantity in quantities:
        half = HALF.match(utterance.text, quantity.span.end)
        result.append(
            replace(quantity, value=quantity.value + 0.5, span=Span(quantity.span.start, half.end()))
            if half
            else quantity
        )
    return result


def _bounded(utterance: Utterance, quantities: list[Quantity]) -> tuple[Quantity, ...]:
    result = [replace(quantity, bound=_compared(utterance, quantity)) for quantity in quantities]
    for index in range(len(result) - 1):
        first, second = result[index], result[index + 1]
        between = utterance.text[first.span.end : second.span.start]
        opening = utterance.lower[: first.span.start].rstrip()
        if not PAIR.match(between) or first.ordinal or second.ordinal:
            continue
        dash = between.strip() in {"-", "to", "until"}
        if not (dash or opening.endswith(("between", "from"))):
            continue
        low = first.value
        if (
            second.value >= 1000 > low > 0
            and low * 1000 <= second.value
            and utterance.text[second.span.start : second.span.end]
            .lower()
            .rstrip()
            .endswith(("k", "thousand", "grand"))
        ):
            low *= 1000
        result[index] = replace(first, value=low, bound=Bound.LOW, money=first.money or second.money)
        result[index + 1] = replace(second, bound=Bound.HIGH, money=first.money or second.money)
    return tuple(result)


def _compared(utterance: Utterance, quantity: Quantity) -> Bound | None:
    before, after = utterance.text[: quantity.span.start], utterance.text[quantity.span.end :]
    if UPPER.search(before) or UPPER_AFTER.match(after):
        return Bound.HIGH
    lower = LOWER.search(before)
    if lower and re.search(r"\b(?:nothing|not|never|none)\s*$", before[: lower.start()], re.I):
        return Bound.HIGH
    if lower or LOWER_AFTER.match(after):
        return Bound.LOW
    return None
