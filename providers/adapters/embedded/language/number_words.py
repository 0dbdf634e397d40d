"""Numbers that are spelled: "a hundred and ten", "half a dozen", "an hour and a half", "twenty nineteen"."""

import re
from dataclasses import dataclass, replace
from typing import Final

from text_to_num import find_numbers

from providers.adapters.embedded.language.quantity import Quantity
from providers.adapters.embedded.language.text import Span, Utterance, Word
from providers.adapters.embedded.language.units import SPOKEN_UNITS

SCALES: Final = {
    "k": 1e3, "thousand": 1e3, "grand": 1e3, "m": 1e6, "mil": 1e6, "million": 1e6, "hundred": 1e2,
    "bn": 1e9, "billion": 1e9, "dozen": 12
}  # fmt: skip
FIXED: Final = {
    "a dozen": 12, "dozen": 12, "half a dozen": 6, "a couple": 2, "a couple of": 2, "couple": 2,
    "a pair of": 2, "a pair": 2, "half a million": 500000, "a grand": 1000, "zero": 0,
    "a quarter million": 250000, "a quarter of a million": 250000, "a fiver": 5, "a tenner": 10,
}  # fmt: skip
FIXED_WORDS: Final = re.compile(r"\b(" + "|".join(sorted(FIXED, key=len, reverse=True)) + r")\b", re.I)
SHARES: Final = {"half": 0.5, "quarter": 0.25, "three quarters": 0.75}
SHARE_OF_UNIT: Final = re.compile(
    rf"\b(?:a )?(?P<share>half|three quarters|quarter)(?: of)? an?(?= (?:{SPOKEN_UNITS})\b)", re.I
)
ONE_UNIT: Final = re.compile(
    rf"\ban?(?= (?:{SPOKEN_UNITS})\b(?! (?:ago|from|of|old))(?P<more> and a half\b)?)", re.I
)
LEADING_TO_ONE: Final = re.compile(
    r"(?:^|[,.;:(]|\b(?:in|is|by|to|for|just|only|than|over|even|it's|weighs|about|under|around|and|takes?))\s*$",
    re.I,
)
"""What stands before one of a unit; "400 a year" and "twice a week" are rates and no such number."""

TIMES: Final = re.compile(r"\b(?P<word>once|twice)(?= (?:a|per|every|each)\b)", re.I)
HALF: Final = re.compile(r"\s+and a half\b(?:\s+(?P<scale>thousand|million|hundred|dozen)\b)?", re.I)
PRONOUN_BEFORE: Final = re.compile(
    r"\b(?:the|this|that|which|every|each|any|no|some|my|your|other|an?|another)\s+(?:[\w'-]+\s+){0,2}$", re.I
)
COUNTED_BEFORE: Final = re.compile(
    r"\b(?:for|of|only|just|with|than|least|most|be|is|are|to|about)\s+$", re.I
)
PRONOUN_AFTER: Final = re.compile(r"\s+(?:is|was|are|way|more time|moment|thing is)\b|-way\b", re.I)


def spelled(utterance: Utterance) -> list[Quantity]:
    """Every number in words, in no order; they may overlap, the first ones are the surer ones."""
    return [*_shares(utterance), *_fixed(utterance), *_words(utterance)]


def joined(utterance: Utterance, quantities: list[Quantity]) -> list[Quantity]:
    """Numbers that are said in two parts, as one: years, "two dozen", "three and a half thousand"."""
    return _with_halves(utterance, _in_two_parts(utterance, quantities))


def _shares(utterance: Utterance) -> list[Quantity]:
    """ "Half an hour", "an hour and a half": the number stands before its unit, so the span ends there."""
    text = utterance.text
    shares = [
        Quantity(SHARES[match["share"].lower()], Span(*match.span()), in_words=True)
        for match in SHARE_OF_UNIT.finditer(text)
    ]
    for match in ONE_UNIT.finditer(text):
        if match["more"] or LEADING_TO_ONE.search(utterance.lead(match.start())):
            shares.append(Quantity(1.5 if match["more"] else 1.0, Span(*match.span()), in_words=True))
    return shares


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
        if any(token.not_a_number_part() for token in run) or _is_pronoun(utterance, run[0].word, span):
            continue
        after = re.match(r"\s*(dollars?|bucks|euros?|grand)\b", utterance.text[span.end :], re.I)
        value = float(occurrence.value) * (1000 if after and after[1].lower() == "grand" else 1)
        if run[-1].word.lower == "second" and re.match(
            r"\s+(?:thoughts?|hand)\b", utterance.text[span.end :]
        ):
            continue
        end = span.end + (after.end() if after else 0)
        lead = re.search(r"\ban? $", utterance.lead(span.start), re.I)
        if lead and run[0].word.lower in SCALES:
            span = Span(span.start - len(lead.group()), span.end)
        found.append(
            Quantity(value, Span(span.start, end), bool(after), occurrence.is_ordinal, in_words=True)
        )
    return found


def _is_pronoun(utterance: Utterance, word: Word, span: Span) -> bool:
    """ "The cheapest one", "this one", "one is 5" count nothing, and "o" is a letter."""
    if word.lower == "o":
        return True
    if word.lower != "one" or span != word.span:
        return False
    before, after = utterance.lead(span.start), utterance.text[span.end :]
    pointed = PRONOUN_BEFORE.search(before) and not COUNTED_BEFORE.search(before)
    return bool(pointed or PRONOUN_AFTER.match(after))


def _in_two_parts(utterance: Utterance, quantities: list[Quantity]) -> list[Quantity]:
    """ "Nineteen ninety four" and "one eighty" are said in halves, "two dozen" with its scale."""
    result: list[Quantity] = []
    for quantity in quantities:
        last = result[-1] if result else None
        adjoining = last and not utterance.text[last.span.end : quantity.span.start].strip(" -")
        if not last or not adjoining or not quantity.in_words or quantity.money:
            result.append(quantity)
            continue
        span = Span(last.span.start, quantity.span.end)
        dozen = utterance.text[quantity.span.start : quantity.span.end].lower() == "dozen"
        if dozen and last.whole:
            result[-1] = replace(last, value=last.value * 12, span=span, in_words=True)
        elif last.in_words and not last.ordinal and _said_in_halves(last.value, quantity.value):
            result[-1] = Quantity(last.value * 100 + quantity.value, span, in_words=True)
        else:
            result.append(quantity)
    return result


def _said_in_halves(first: float, second: float) -> bool:
    """True for the halves of "nineteen ninety four" and of "one eighty"."""
    return (first in {18, 19, 20} and 1 <= second <= 99) or (1 <= first <= 99 and 10 <= second <= 99)


def _with_halves(utterance: Utterance, quantities: list[Quantity]) -> list[Quantity]:
    result: list[Quantity] = []
    for quantity in quantities:
        if result and quantity.span.overlaps(result[-1].span):
            continue
        half = HALF.match(utterance.text, quantity.span.end)
        if not half:
            result.append(quantity)
            continue
        scale = SCALES[half["scale"].lower()] if half["scale"] else 1.0
        span = Span(quantity.span.start, half.end())
        result.append(replace(quantity, value=(quantity.value + 0.5) * scale, span=span))
    return result
