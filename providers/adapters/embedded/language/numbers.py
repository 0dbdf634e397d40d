"""Numbers in a text: digits and words, with currency, unit, period, comparison and ordinal."""

import re
from dataclasses import replace
from typing import Final

from providers.adapters.embedded.forms.fields import Bound
from providers.adapters.embedded.language.number_words import SCALES, joined, spelled
from providers.adapters.embedded.language.quantity import Quantity
from providers.adapters.embedded.language.retracting import ruled_out, takes_back
from providers.adapters.embedded.language.text import Span, Utterance
from providers.adapters.embedded.language.units import SPELLINGS, compounds, with_units

DIGITS: Final = re.compile(
    r"(?<![\w.])(?P<sign>(?:(?<=\s)|(?<=^))-(?=[\d$])|\bminus\s)?(?P<money>(?:US)?[$€£]|usd\s|eur\s)?\s?"
    r"(?P<number>\d{1,3}(?:\.\d{3})+,\d\d?|\d{1,3}(?:,\d{3})+(?:\.\d+)?|[1-9]\d{0,2}(?: \d{3})* 000"
    r"|\d+ [1-9]/\d\d?(?!/)|\d+ point \d+|\d+(?:\.\d+)?|\.\d+)"
    r"(?:\s?(?P<scale>k|thousand|grand|mil|million|hundred|bn|billion)(?![\w]))?"
    r"(?P<ordinal>st|nd|rd|th)?(?P<after>\s?(?:\$|€|£|dollars?|bucks|usd|euros?|eur|pounds "
    r"sterling))?(?![\w])",
    re.I,
)
GLUED: Final = re.compile(
    r"(?<![\w.,/])(?<!\s-)(?<!^-)(?P<number>\d+(?:[.,]\d+)?)(?P<ish>-?ish\b)?(?P<scale>k(?=-?ish\b))?(?=-?ish\b|\s?(?:"
    + "|".join(sorted(map(re.escape, SPELLINGS), key=len, reverse=True))
    + r")\b|(?:people|persons|pax|ppl)\b)",
    re.I,
)
"""A number with its unit right behind it; there a comma is a decimal point: "2,5 kg"."""

UPPER: Final = re.compile(
    r"(?:\b(?:under|below|at most|up to|upto|no more than|not more than|less than|fewer than"
    r"|max(?:imum)?(?: of| is| to)?|within"
    r"|cheaper than|not over|lower than|no further than|not exceeding|ceiling(?: of)?"
    r"|limit(?: of| is)?|cap(?: of)?|to)|<=?)\s*(?:about |around |roughly )?$",
    re.I,
)
NO_NUMBER: Final = r"(?!\s+(?:of |is |to |about |around )?[$€£]?\d)"
"""A comparison right before another number is about that one: "at least 300 and at most 500"."""
UPPER_AFTER: Final = re.compile(
    r"^\s*(?:\w+ ){0,2}?(?:max(?:imum)?|at most|or less|or under|or below|tops|or cheaper|or fewer)\b"
    + NO_NUMBER,
    re.I,
)
LOWER: Final = re.compile(
    r"(?:\b(?:over|above|at least|from|no less than|not less than|more than|min(?:imum)?(?: of| is"
    r"| to)?|starting (?:at|from)|upwards of)|>=?)"
    r"\s*(?:about |around |roughly )?$",
    re.I,
)
LOWER_AFTER: Final = re.compile(
    r"^\s*(?:\w+ ){0,2}?(?:(?:min(?:imum)?|at least|or more|or above|and up|upwards|plus)\b|\+)" + NO_NUMBER,
    re.I,
)
DENIED: Final = re.compile(
    r"\b(?:nothing|not|never|none)\s*$"
    r"|(?:\b(?:not|never|cannot|nobody)|n't)(?: (?:want|wish|like|care|able|to|can|go|be|pay|spend|cost"
    r"|have|need|plan|afford|it)\b){1,4}\s*$",
    re.I,
)
"""What stands before "more than 200" that makes it the highest: "we don't want to pay"."""
PAIR: Final = re.compile(r"^\s*(?:-|to|and|until|or)\s*$", re.I)
GIVE_OR_TAKE: Final = re.compile(r"^,?\s*(?:give or take|plus or minus|plus/minus|\+/-|±)\s*$", re.I)
VAGUE_AFTER: Final = re.compile(r"[\s-]*something\b", re.I)
PER: Final = re.compile(
    r"(?:\s*(?:dollars?|bucks|usd|euros?|miles|km|kilometers|times|gross|net|before tax|after tax))*"
    r"\s*(?:(?:a|an|per|each|every|/)\s*(?P<unit>hour|day|week|month|year|yr|mo)\b"
    r"|(?P<adverb>hourly|daily|weekly|monthly|yearly|annually)\b)",
    re.I,
)
PERIODS: Final = {
    "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year",
    "annually": "year", "yr": "year", "mo": "month",
}  # fmt: skip
OUT_OF: Final = re.compile(r"^\s*(?:/|of|out of)\s*$", re.I)
"""Between a mark and the best one: "8 out of 10"."""

BEYOND: Final = 1e100
"""From here on digits are not meant as a number; of less no conversion makes infinity."""

MOST: Final = 24
"""Numbers that are told apart in one message."""

BEST_MARKS: Final = frozenset({5, 10, 100})
RATING_BEFORE: Final = re.compile(
    r"\b(?:give|rate|score) (?:you|it|that|this|them|us)? ?(?:an?|a solid|a strong)?\s*$", re.I
)


def find_quantities(utterance: Utterance, taken: tuple[Span, ...] = ()) -> tuple[Quantity, ...]:
    """Every number outside the spans already taken, in order of appearance, without those taken back."""
    found: list[Quantity] = []
    for quantity in (*compounds(utterance), *_digits(utterance)[:MOST], *spelled(utterance)[:MOST]):
        if not any(quantity.span.overlaps(other) for other in (*taken, *(known.span for known in found))):
            found.append(quantity)
    whole = joined(utterance, sorted(found, key=lambda quantity: quantity.span.start)[:MOST])
    measured = [_with_period(utterance, one) for one in with_units(utterance, whole)]
    bounded = [one for one in measured if abs(one.value) < BEYOND]
    return _bounded(utterance, _marked(utterance, _upheld(utterance, bounded)))


def _digits(utterance: Utterance) -> list[Quantity]:
    found = []
    for match in GLUED.finditer(utterance.text):
        value = float(match["number"].replace(",", "." if _decimal(match["number"]) else ""))
        found.append(Quantity(value * SCALES.get((match["scale"] or "").lower(), 1), Span(*match.span())))
    for match in DIGITS.finditer(utterance.text):
        scale = (match["scale"] or "").lower()
        value = _written(match["number"]) * SCALES.get(scale, 1)
        found.append(
            Quantity(
                value=-value if match["sign"] else round(value, 6),
                span=Span(match.start() + len(match.group()) - len(match.group().lstrip()), match.end()),
                money=bool(match["money"] or match["after"]) or scale == "grand",
                ordinal=bool(match["ordinal"]),
            )
        )
    return found


def _decimal(number: str) -> bool:
    return bool(re.fullmatch(r"\d+,\d\d?", number))


def _written(number: str) -> float:
    fraction = re.fullmatch(r"(\d+) (\d)/(\d\d?)", number)
    if fraction:
        whole, above, below = (float(part) for part in fraction.groups())
        return whole + (above / below if below else 0)
    number = number.replace(" point ", ".")
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+,\d\d?", number):
        return float(number.replace(".", "").replace(",", "."))
    return float(number.replace(",", "").replace(" ", ""))


def _with_period(utterance: Utterance, quantity: Quantity) -> Quantity:
    match = PER.match(utterance.text, quantity.span.end)
    if not match:
        return quantity
    word = (match["unit"] or match["adverb"]).lower()
    return replace(quantity, per=PERIODS.get(word, word))


def _upheld(utterance: Utterance, quantities: list[Quantity]) -> list[Quantity]:
    """Without the numbers that the message takes back or rules out: "six, no seven", "not 5 but 6"."""
    kept: list[Quantity] = []
    for quantity in quantities:
        if kept and takes_back(utterance.text[kept[-1].end : quantity.span.start]):
            kept.pop()
        if not ruled_out(utterance.lead(quantity.span.start)):
            kept.append(quantity)
    return kept


def _marked(utterance: Utterance, quantities: list[Quantity]) -> list[Quantity]:
    """ "8 out of 10" as one quantity that knows the best mark."""
    kept: list[Quantity] = []
    for quantity in quantities:
        last = kept[-1] if kept else None
        between = utterance.text[last.span.end : quantity.span.start] if last else ""
        if last and quantity.value in BEST_MARKS and last.value <= quantity.value and OUT_OF.match(between):
            kept[-1] = replace(last, best=quantity.value)
        elif quantity.value <= 10 and RATING_BEFORE.search(utterance.lead(quantity.span.start)):
            kept.append(replace(quantity, rated=not quantity.unit and not quantity.money))
        else:
            kept.append(quantity)
    return kept


def _bounded(utterance: Utterance, quantities: list[Quantity]) -> tuple[Quantity, ...]:
    result = [
        replace(
            quantity,
            bound=_compared(utterance, quantity),
            open=quantity.value < 100 and bool(VAGUE_AFTER.match(utterance.text, quantity.span.end)),
        )
        for quantity in quantities
    ]
    for index in range(len(result) - 1):
        first, second = result[index], result[index + 1]
        between = utterance.text[first.end : second.span.start]
        opening = utterance.lead(first.span.start).lower().rstrip()
        if GIVE_OR_TAKE.match(between) and second.value < first.value:
            low, high = first.value - second.value, first.value + second.value
            result[index] = replace(first, value=low, bound=Bound.LOW, centre=first.value)
            result[index + 1] = replace(second, value=high, bound=Bound.HIGH, money=first.money, open=True)
            continue
        if not PAIR.match(between) or first.ordinal or second.ordinal:
            continue
        dash = between.strip() in {"-", "to", "until"}
        if between.strip().lower() == "or" and first.value < second.value and not opening.endswith("between"):
            result[index], result[index + 1] = replace(first, open=True), replace(second, open=True)
        if not (dash or opening.endswith(("between", "from"))):
            continue
        money, low = first.money or second.money, _scaled(utterance, first, second)
        result[index] = replace(first, value=low, bound=Bound.LOW, money=money, open=True)
        result[index + 1] = replace(second, bound=Bound.HIGH, money=money, open=True)
    return tuple(result)


def _scaled(utterance: Utterance, first: Quantity, second: Quantity) -> float:
    """In "2 to 3k" the first number is in thousands, too."""
    written = utterance.text[second.span.start : second.span.end].lower().rstrip()
    thousands = written.endswith(("k", "thousand", "grand"))
    if thousands and second.value >= 1000 > first.value > 0 and first.value * 1000 <= second.value:
        return first.value * 1000
    return first.value


def _compared(utterance: Utterance, quantity: Quantity) -> Bound | None:
    before, after = utterance.lead(quantity.span.start), utterance.text[quantity.span.end :]
    if UPPER.search(before):
        return Bound.HIGH
    lower = LOWER.search(before)
    if lower:
        denied = DENIED.search(before[: lower.start()])
        return Bound.HIGH if denied else Bound.LOW
    if UPPER_AFTER.match(after):
        return Bound.HIGH
    return Bound.LOW if LOWER_AFTER.match(after) else None
