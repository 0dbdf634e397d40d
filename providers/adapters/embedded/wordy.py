"""Fields of free words: by their label, in quotation marks, as a run of names, or as the whole answer."""

import re
from itertools import pairwise
from typing import Final

from providers.adapters.embedded.fields import Field, Kind
from providers.adapters.embedded.lexicon import STOP_WORDS, known_words, stem, word_set
from providers.adapters.embedded.matching import misspelt, stem_match
from providers.adapters.embedded.names import tidy
from providers.adapters.embedded.page import Page, Reading
from providers.adapters.embedded.text import Span, content_stems, plain, read_text

FILLER: Final = re.compile(
    r"^(?:(?:well|so|um+|uh|ok|okay|sure|yes|hi|hello|hey|oh|ah|please|actually|sorry|no)[,.! ]+)*"
    r"(?:(?:it's|it is|its|that's|that would be|i'd like|i would like|i need|we need|i am looking for|i'm looking for|looking for|can i have|could i have|give me|i'll have|i'll take|i want|make it|let's go with|let's say|go with|put|use|i think|i guess|just)\s+)*(?:(?:an?|the|my|some)\s+)?",
    re.I,
)
WISH: Final = re.compile(
    r"^(?:(?:hi|hello|hey|ok|okay|please|so|well)[,.! ]+)*(?:(?:i|we)(?:'d| would)? (?:want|need|like|have|wish|plan|am trying)(?: like| love)? to\b|i'm (?:trying|looking) to\b|can (?:i|we|you)\b|could (?:i|we|you)\b|let's \w+ (?:a|an|the|my)\b|help me\b)",
    re.I,
)
"""A wish to get going, which is no answer to a question for a name or a word."""
CLOSING: Final = re.compile(r"[\s,]*(?:please|thanks|thank you|thx)?[\s.!]*$", re.I)
GREETING: Final = re.compile(
    r"^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks|thank you|yes|no|ok|okay|sure|please|help)\b[\s,.!]*(?:there|again)?[\s,.!]*)+$",
    re.I,
)
REASONS: Final = re.compile(
    r"\b(?:because(?: of)?|since|due to|as|reason(?: is|:)|it's about|it is about|regarding|about|for)\s+(?P<rest>.+)",
    re.I | re.S,
)
QUOTED: Final = re.compile(r"\"([^\"]{1,500})\"")
MAKERS: Final = frozenset(
    [
        "acura",
        "alfa romeo",
        "apple",
        "asus",
        "aston martin",
        "audi",
        "bentley",
        "bmw",
        "buick",
        "cadillac",
        "chevrolet",
        "chevy",
        "chrysler",
        "dell",
        "dodge",
        "ducati",
        "ferrari",
        "fiat",
        "ford",
        "genesis",
        "gmc",
        "google",
        "harley davidson",
        "honda",
        "hp",
        "huawei",
        "hyundai",
        "infiniti",
        "jaguar",
        "jeep",
        "kawasaki",
        "kia",
        "lamborghini",
        "land rover",
        "lenovo",
        "lexus",
        "lg",
        "lincoln",
        "lucid",
        "maserati",
        "mazda",
        "mercedes",
        "mercedes-benz",
        "mercedes benz",
        "microsoft",
        "mini",
        "mitsubishi",
        "nissan",
        "nintendo",
        "polestar",
        "pontiac",
        "porsche",
        "ram",
        "rivian",
        "rolls royce",
        "saab",
        "samsung",
        "saturn",
        "scion",
        "sony",
        "subaru",
        "suzuki",
        "tesla",
        "toyota",
        "volkswagen",
        "volvo",
        "vw",
        "yamaha",
        "bosch",
        "whirlpool",
        "xiaomi",
    ]
)
"""Makers of cars, phones, computers and household machines, so that a make is known without its label."""

COLORS: Final = word_set(
    "black white red blue green yellow orange purple pink brown grey gray silver gold beige navy turquoise violet maroon"
)
MAKE_NAMES: Final = frozenset({"make", "brand", "manufacturer", "maker"})
MODEL_NAMES: Final = frozenset({"model"})
TRIM_NAMES: Final = frozenset({"trim", "version", "edition", "variant"})
TRIM_WORDS: Final = word_set(
    """
        sport limited touring premium base hybrid platinum lariat laredo denali luxury trail select elite
        pro max plus ultra
        """
)


def read_words(page: Page, wanted: Field) -> list[Reading]:
    """Readings of a short free text."""
    tokens = set(plain(wanted.name).split())
    if tokens & (MAKE_NAMES | MODEL_NAMES | TRIM_NAMES):
        run = _run_reading(page, wanted, tokens)
        if run:
            return run
    if "color" in wanted.weights:
        return _color(page, wanted) or _answer(page, wanted)
    named = _called(page, wanted) if plain(wanted.name).split()[-1] == "name" else []
    return named + _led(page, wanted) + _examples(page, wanted) + _labelled(page, wanted) + _quoted(page, wanted) + _answer(page, wanted)


def _color(page: Page, wanted: Field) -> list[Reading]:
    word = next((word for word in page.utterance.words if word.lower in COLORS and not word.negated), None)
    return [Reading(wanted, word.lower, word.span, 0.6 + page.standing(wanted))] if word else []


def _led(page: Page, wanted: Field) -> list[Reading]:
    """A capitalised name after a word for the field: "I work for Acme Corp" for an employer."""
    text = page.utterance.text
    for match in re.finditer(r"\b(?P<word>[a-z]+) (?:for|at|by|with|from)\s+(?P<name>[A-Z][\w&'-]*(?: [A-Z][\w&'-]*){0,3})", text):
        about = max((stem_match(match["word"], target) * weight for target, weight in wanted.weights.items()), default=0.0)
        span = Span(*match.span("name"))
        if about >= 0.7 and not any(span.overlaps(other) for other in page.value_spans):
            return [Reading(wanted, match["name"], span, 0.6 + page.standing(wanted))]
    return []


def _called(page: Page, wanted: Field) -> list[Reading]:
    """The name of a thing or an animal: "called Luna", "the pet's name is Buddy", "my dog Rex"."""
    text = page.utterance.text
    match = re.search(r"\b(?:called|named|name(?: is|'s|:))\s+(?:the )?(?P<name>\w[\w'-]*(?: [A-Z][\w'-]*)*)", text)
    if match:
        return [Reading(wanted, tidy(match["name"]), Span(*match.span("name")), 0.7 + page.standing(wanted))]
    for word, following in pairwise(page.utterance.words):
        adjoining = text[word.span.end : following.span.start] == " "
        about = max((stem_match(word.lower, target) for target in wanted.weights), default=0.0) >= 0.8
        if about and adjoining and following.capital and following.lower not in known_words() and not word.capital:
            return [Reading(wanted, following.text, following.span, 0.6 + page.standing(wanted))]
    return []


def read_remark(page: Page, wanted: Field) -> list[Reading]:
    """Readings of a longer text in the customer's own words."""
    labelled = _labelled(page, wanted) + _quoted(page, wanted)
    if labelled:
        return labelled
    text = page.utterance.text.strip()
    if GREETING.match(text) or not text:
        return []
    span = Span(0, len(page.utterance.text))
    if page.asked(wanted):
        only = len(page.context.asked) == 1 or len(page.utterance.words) > 3
        return [
            Reading(
                wanted, _own_words(text), span, (0.25 if only else 0.15) + page.standing(wanted), shared=True
            )
        ]
    return _told(page, wanted)


def _told(page: Page, wanted: Field) -> list[Reading]:
    """A sentence that tells something of its own, where the tool waits for a story and nothing else explains it."""
    best: tuple[int, str] = (0, "")
    for sentence in page.utterance.sentences:
        words = read_text(sentence).words
        content = [word for word in words if word.content and not word.lower.isdigit()]
        if (
            len(content) < 2
            or len(words) < 4
            or re.match(r"(?:hi|hello|my name|i'm [A-Z]|i am [A-Z]|can i|could i)", sentence)
        ):
            continue
        if len(content) > best[0]:
            best = (len(content), sentence)
    if not best[1] or not wanted.required or page.known(wanted):
        return []
    start = page.utterance.text.find(best[1])
    reason = REASONS.search(best[1]) if "reason" in wanted.name or "purpose" in wanted.name else None
    text = reason["rest"].strip(" .!") if reason else best[1].strip()
    score = 0.56 if best[0] >= 3 else 0.5
    return [
        Reading(
            wanted,
            text,
            Span(start, start + len(best[1])),
            score - (0.3 if page.context.distant else 0),
            shared=True,
        )
    ]


def _own_words(text: str) -> str:
    reason = re.match(r"^(?:because|it's because|it is because|well,)\s+(?P<rest>.+)", text, re.I | re.S)
    return (reason["rest"] if reason else text).strip()


def _labelled(page: Page, wanted: Field) -> list[Reading]:
    """ "Subject: printer", "the color should be red", "called Rex"."""
    names = [re.escape(plain(wanted.name)).replace(r"\ ", r"[\s_-]")]
    last = plain(wanted.name).split()[-1]
    if last not in {"name", "type", "id", "number", "code"} and last != plain(wanted.name):
        names.append(re.escape(last))
    label = "|".join(names)
    match = re.search(
        rf"\b(?:{label})s?\s*(?::|=|\bis\b|\bare\b|\bwould be\b|\bshould be\b|\bwill be\b|\bto\b(?= be))\s*(?P<rest>[^,;\n]+)",
        page.utterance.text,
        re.I,
    )
    if not match:
        return []
    rest = (
        match["rest"]
        if wanted.kind is Kind.REMARK
        else re.split(r"\s(?:and|but|with)\s(?=\w+\s)|[.!?](?=\s|$)", match["rest"])[0]
    )
    text = (
        CLOSING.sub("", FILLER.sub("", rest.strip(), count=1))
        if wanted.kind is not Kind.REMARK
        else rest.strip()
    )
    if not text:
        return []
    start = match.start("rest")
    return [Reading(wanted, text, Span(start, start + len(rest)), 0.75 + page.standing(wanted))]


def _quoted(page: Page, wanted: Field) -> list[Reading]:
    match = QUOTED.search(page.utterance.text)
    if not match:
        return []
    return [
        Reading(
            wanted,
            match[1].strip(),
            Span(*match.span()),
            (0.57 if len(page.of_kind(Kind.WORDS, Kind.REMARK)) == 1 else 0.4)
            + 0.3 * page.cue(wanted, Span(*match.span()))
            + page.standing(wanted),
        )
    ]


def _examples(page: Page, wanted: Field) -> list[Reading]:
    for example in wanted.examples:
        match = re.search(rf"(?<!\w){re.escape(example)}(?!\w)", page.utterance.text, re.I)
        if match and len(example) > 1:
            return [Reading(wanted, example, Span(*match.span()), 0.6 + page.standing(wanted))]
    return []


def _answer(page: Page, wanted: Field) -> list[Reading]:
    """The answer to the question for it: the message, or the part of it in the question's order, without filler."""
    if not page.asked(wanted) or page.utterance.text.rstrip().endswith("?"):
        return []
    kindred = [
        key
        for key in page.context.asked
        if any(field.key == key and field.kind in {Kind.WORDS, Kind.REMARK} for field in page.fields)
    ]
    parts = [part for part in re.finditer(r"[^,;\n]+", page.utterance.text)]
    if len(kindred) > 1 and len(parts) < len(kindred):
        parts = [part for part in re.finditer(r".+?(?:\sand\s|,|$)", page.utterance.text)]
    if len(parts) == len(kindred) and len(kindred) > 1:
        part = parts[kindred.index(wanted.key)]
        raw, start = part.group(), part.start()
    else:
        free = [part for part in parts if not _explained(page, Span(*part.span()))]
        if not free:
            return []
        raw, start = (free[0].group(), free[0].start()) if len(parts) > 1 else (page.utterance.text, 0)
    text = CLOSING.sub("", FILLER.sub("", raw.strip(), count=1)).removesuffix(" and").strip()
    words = read_text(text).words
    if (
        not words
        or len(words) > 12
        or GREETING.match(raw.strip())
        or not any(word.content or len(words) == 1 for word in words)
    ):
        return []
    if all(word.lower in STOP_WORDS for word in words) or WISH.match(raw.strip()):
        return []
    return [Reading(wanted, text, Span(start, start + len(raw)), 0.14 + page.standing(wanted))]


def _explained(page: Page, span: Span) -> bool:
    """True for a part of the message that is a date, a time or a number with its unit."""
    words = [word for word in page.utterance.within(span) if word.content]
    covered = [word for word in words if any(other.overlaps(word.span) for other in page.value_spans)]
    return bool(words) and len(covered) >= len(words)


def _run_reading(page: Page, wanted: Field, tokens: set[str]) -> list[Reading]:
    """Make, model and trim as they are written in one breath: "2019 Toyota Camry LE"."""
    run = _run(page)
    if not run:
        return []
    make, model, trim = _split_run(page, run)
    chosen = make if tokens & MAKE_NAMES else model if tokens & MODEL_NAMES else trim
    if not chosen:
        return []
    text = page.utterance.text[chosen.start : chosen.end]
    return [Reading(wanted, _tidy_model(text), chosen, 0.7 + page.standing(wanted))]


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


def label_strength(page: Page, wanted: Field) -> float:
    """How well the message's words fit the field's description, for choosing among tools."""
    targets = content_stems(wanted.description) or (stem(plain(wanted.name)),)
    return max(
        (stem_match(word.lower, target) for word in page.utterance.words for target in targets), default=0.0
    )
