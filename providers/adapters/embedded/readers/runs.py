"""Make, model and trim of a product as they are written in one breath."""

import re
from collections.abc import Iterable
from typing import Final

from providers.adapters.embedded.forms.fields import Field, Kind
from providers.adapters.embedded.language.lexicon import STOP_WORDS, known_words, word_set
from providers.adapters.embedded.language.matching import misspelt
from providers.adapters.embedded.language.text import Span, plain
from providers.adapters.embedded.readers.names import tidy
from providers.adapters.embedded.readers.page import Page, Reading

MAKERS: Final = frozenset(
    re.split(
        r",\s*",
        "acura, alfa romeo, apple, asus, aston martin, audi, bentley, bmw, buick, cadillac, chevrolet, "
        "chevy, chrysler, dell, dodge, ducati, ferrari, fiat, ford, genesis, gmc, google, harley "
        "davidson, honda, hp, huawei, hyundai, infiniti, jaguar, jeep, kawasaki, kia, lamborghini, land "
        "rover, lenovo, lexus, lg, lincoln, lucid, maserati, mazda, mercedes, mercedes-benz, mercedes "
        "benz, microsoft, mini, mitsubishi, nissan, nintendo, polestar, pontiac, porsche, ram, rivian, "
        "rolls royce, saab, samsung, saturn, scion, sony, subaru, suzuki, tesla, toyota, volkswagen, "
        "volvo, vw, yamaha, bosch, whirlpool, xiaomi",
    )
)
"""Makers of cars, phones, computers and household machines, so that a make is known without its label."""

MAKE_NAMES: Final = frozenset({"make", "brand", "manufacturer", "maker"})

MODEL_NAMES: Final = frozenset({"model"})

TRIM_NAMES: Final = frozenset({"trim", "version", "edition", "variant"})

TRIM_WORDS: Final = word_set(
    """
        sport limited touring premium base hybrid platinum lariat laredo denali luxury trail select elite
        pro max plus ultra
        """
)


def read_run(page: Page, wanted: Field, tokens: set[str]) -> list[Reading]:
    """Make, model and trim as they are written in one breath: "2019 Toyota Camry LE"."""
    run = _run(page)
    if not run:
        return []
    make, model, trim = _split_run(page, run)
    chosen = make if tokens & MAKE_NAMES else model if tokens & MODEL_NAMES else trim
    if not chosen:
        return []
    text = page.utterance.text[chosen.start : chosen.end]
    text = _put_right(text, MAKERS if chosen is make else (), wanted.examples)
    return [
        Reading(wanted, _tidy_model(text), chosen, 0.7 + mended(page, wanted, text) + page.standing(wanted))
    ]


def mended(page: Page, wanted: Field, text: str) -> float:
    """What it adds that a name of the schema's examples comes in place of something that is none."""
    examples = {example.lower() for example in wanted.examples}
    held = str(page.held(wanted) or "").lower()
    return 0.3 if held and held not in examples and text.lower() in examples else 0.0


def _put_right(text: str, makers: Iterable[str], examples: tuple[str, ...]) -> str:
    """A name with a slip of the finger as the schema's examples or the list of makers write it."""
    lower = text.lower()
    if lower in MAKERS or lower in {example.lower() for example in examples}:
        return text
    meant = [name for name in (*examples, *sorted(makers)) if misspelt(lower, name.lower())]
    return meant[0] if meant else text


def _run(page: Page) -> list[Span]:
    """Pieces of the run of names: after a known maker, or after a year."""
    text = page.utterance.text
    pieces = [Span(*match.span()) for match in re.finditer(r"[\w][\w'./-]*", text)]
    start = _maker_at(page, pieces)
    if start is None:
        start = _after_year(page, pieces)
    if start is None:
        return []
    run: list[Span] = []
    for piece in pieces[start:]:
        word = text[piece.start : piece.end].lower().strip(".'")
        if run and text[run[-1].end : piece.start].strip():
            break
        if word in STOP_WORDS | {
            "that",
            "which",
            "finance",
            "financed",
            "leased",
            "owned",
            "car",
            "year",
        } or any(mention.span.overlaps(piece) for mention in page.dates):
            break
        if run and re.fullmatch(r"(?:19|20)\d\d", word):
            break
        if run and any(quantity.money and quantity.span.overlaps(piece) for quantity in page.quantities):
            break
        run.append(Span(piece.start, piece.start + len(text[piece.start : piece.end].rstrip(".'"))))
        if len(run) == 6:
            break
    return run


def _maker_at(page: Page, pieces: list[Span]) -> int | None:
    lower = page.utterance.lower
    for index, piece in enumerate(pieces):
        word = lower[piece.start : piece.end].strip(".'").removesuffix("'s")
        pair = lower[piece.start : pieces[index + 1].end] if index + 1 < len(pieces) else ""
        if word in MAKERS or pair.strip(".") in MAKERS:
            return index
        if len(word) >= 5 and any(misspelt(word, maker) for maker in MAKERS):
            return index
    return None


def _after_year(page: Page, pieces: list[Span]) -> int | None:
    years = page.of_kind(Kind.YEAR)
    for quantity in page.quantities:
        if not years or not quantity.whole or not 1900 <= quantity.value <= 2100 or quantity.money:
            continue
        following = [index for index, piece in enumerate(pieces) if piece.start >= quantity.span.end]
        if not following:
            continue
        first = pieces[following[0]]
        word = page.utterance.text[first.start : first.end]
        adjoining = not page.utterance.text[quantity.span.end : first.start].strip()
        if adjoining and word.lower() not in known_words() and not word.isdigit():
            return following[0]
    return None


def _split_run(page: Page, run: list[Span]) -> tuple[Span | None, Span | None, Span | None]:
    lower = page.utterance.lower
    two = len(run) > 1 and lower[run[0].start : run[1].end] in MAKERS
    make = Span(run[0].start, run[1 if two else 0].end)
    rest = run[2 if two else 1 :]
    if not rest:
        return make, None, None
    cut = len(rest)
    for index in range(1, len(rest)):
        word = page.utterance.text[rest[index].start : rest[index].end]
        if word.lower() in TRIM_WORDS or (
            (re.fullmatch(r"[A-Za-z]{1,3}(?:-?[A-Z])?", word) and (word.isupper() or len(word) <= 3))
            and index >= 1
        ):
            cut = index
            break
    wants_trim = any(set(plain(field.name).split()) & TRIM_NAMES for field in page.fields)
    if not wants_trim:
        cut = len(rest)
    return (
        make,
        Span(rest[0].start, rest[cut - 1].end),
        Span(rest[cut].start, rest[-1].end) if cut < len(rest) else None,
    )


def _tidy_model(text: str) -> str:
    if any(character.isupper() for character in text):
        return text
    if len(text) <= 3 and text.isalpha():
        return text.upper()
    return tidy(text)
