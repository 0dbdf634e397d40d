""" "The second one", "the middle one", "number 3": options by their place."""

import re
from typing import Final

from providers.adapters.embedded.forms.fields import Field
from providers.adapters.embedded.language.lexicon import stem
from providers.adapters.embedded.language.text import Span, plain
from providers.adapters.embedded.readers.page import Page, Reading

ORDINALS: Final = {
    "first": 0, "1st": 0, "former": 0, "top": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2,
    "fourth": 3, "4th": 3, "fifth": 4, "5th": 4, "last": -1, "latter": -1, "bottom": -1,
    "erste": 0, "ersten": 0, "zweite": 1, "zweiten": 1, "dritte": 2, "dritten": 2, "letzte": -1,
    "letzten": -1, "premier": 0, "première": 0, "deuxième": 1, "troisième": 2, "dernier": -1,
    "dernière": -1, "primero": 0, "primera": 0, "segundo": 1, "segunda": 1, "tercero": 2, "tercera": 2,
    "último": -1, "última": -1,
}  # fmt: skip

_WORDS: Final = "|".join(sorted(ORDINALS, key=len, reverse=True))
POINTING: Final = re.compile(
    r"\b(?:the |das |der |die |den |le |la |el |option |number |choice |no\. ?|#)+"
    rf"(?P<word>{_WORDS}|middle|\d)(?: one| option| choice)?\b",
    re.I,
)

BARE_NUMBER: Final = re.compile(r"^\W*(?P<word>\d)\W*$")

RULED_OUT: Final = re.compile(r"(?:(?<!why )\bnot\b|n't\b)(?:(?!\bbut\b)[^,;.:!?])*$", re.I)
"""What stands before a place that is ruled out: "not the first", "I don't want"."""

NUMBERED: Final = frozenset({"number", "no", "nr", "option", "choice"})
"""Words before the number of an option, beside the name of the thing: "hotel 2"."""

CHEAPEST: Final = re.compile(
    r"\b(?:cheapest|least expensive|lowest (?:price|cost|rent)|most affordable)\b", re.I
)
DEAREST: Final = re.compile(r"\b(?:most expensive|dearest|highest (?:price|cost|rent))\b", re.I)


def read_pointed(page: Page, wanted: Field) -> list[Reading]:
    """ "The second one", "the middle one", "number 3" point at the options in their order."""
    if len(wanted.options) < 2:
        return []
    text = page.utterance.text
    match = next(iter(pointed_at(text)), None) or BARE_NUMBER.match(text)
    if not match:
        return _numbered(page, wanted) or _extreme(page, wanted)
    if any(match.start() <= mention.span.start < match.end() for mention in page.dates):
        return []
    count, word = len(wanted.options), match["word"].lower()
    if word == "middle":
        if count % 2 == 0:
            return []
        place = count // 2
    else:
        place = int(word) - 1 if word.isdecimal() else ORDINALS[word]
    if not -count <= place < count:
        return []
    plainly = (
        bool(re.search(r"\b(?:one|option|choice|number|no\.|#)", match.group(), re.I))
        or len(page.utterance.words) <= 3
        # Beside a place that is ruled out: "not the first one, the second".
        or len(pointed_at(text)) < len(POINTING.findall(text))
    )
    lowest = 0.56 if plainly and page.context.asked == () else 0.3
    return [
        Reading(
            wanted,
            wanted.options[place].value,
            Span(*match.span()),
            lowest + page.standing(wanted) + (0.1 if plainly else 0.0),
        )
    ]


def pointed_at(text: str) -> list[re.Match[str]]:
    """The places that a message points at, in its order, without those that it rules out."""
    return [match for match in POINTING.finditer(text) if not RULED_OUT.search(text[: match.start()])]


def _numbered(page: Page, wanted: Field) -> list[Reading]:
    """ "Hotel 2", "number three": the number of an option, after a word for it."""
    if any(isinstance(option.value, int | float) for option in wanted.options):
        return []
    subject = stem(plain(wanted.name).split()[-1])
    for quantity in page.quantities:
        before = [word for word in page.utterance.words if word.span.end <= quantity.span.start][-1:]
        named = any(word.lower in NUMBERED or word.stem == subject for word in before)
        if named and quantity.whole and 1 <= quantity.value <= len(wanted.options):
            span = Span(before[0].span.start, quantity.span.end)
            return [_plain_reading(page, wanted, int(quantity.value) - 1, span)]
    return []


def _extreme(page: Page, wanted: Field) -> list[Reading]:
    """ "The cheapest one" of a list whose lines tell prices."""
    prices = [option.price for option in wanted.options if option.price is not None]
    if len(prices) < len(wanted.options):
        return []
    for form, best in ((CHEAPEST, min(prices)), (DEAREST, max(prices))):
        match = form.search(page.utterance.text)
        if match and prices.count(best) == 1:
            return [_plain_reading(page, wanted, prices.index(best), Span(*match.span()))]
    return []


def _plain_reading(page: Page, wanted: Field, place: int, span: Span) -> Reading:
    return Reading(wanted, wanted.options[place].value, span, 0.66 + max(0.0, page.standing(wanted)))
