"""Fields of free words: by their label, in quotation marks, as a run of names, or as the whole answer."""

import re
from itertools import pairwise
from typing import Final

from providers.adapters.embedded.forms.fields import Field, Kind
from providers.adapters.embedded.language.lexicon import STOP_WORDS, known_words, word_set
from providers.adapters.embedded.language.matching import stem_match
from providers.adapters.embedded.language.text import Span, plain, read_text
from providers.adapters.embedded.readers.names import tidy
from providers.adapters.embedded.readers.page import Page, Reading
from providers.adapters.embedded.readers.runs import MAKE_NAMES, MODEL_NAMES, TRIM_NAMES, mended, read_run

FILLER: Final = re.compile(
    r"^(?:(?:well|so|um+|uh|ok|okay|sure|yes|hi|hello|hey|oh|ah|please|actually|sorry|no)[,.! ]+)*"
    r"(?:(?:it's|it is|its|he's an?|he is an?|she's an?|she is an?|that's|that would be|i'd like"
    r"|i would like|i need|we need|i am "
    r"looking for|i'm looking for|looking for|can i have|could i have|give me|i'll have|i'll "
    r"take|i want|make it|let's go with|let's say|go with|put|use|i think|i guess"
    r"|just)\s+)*(?:(?:an?|the|my|some)\s+)?",
    re.I,
)

WISH: Final = re.compile(
    r"^(?:(?:hi|hello|hey|ok|okay|please|so|well)[,.! ]+)*(?:(?:i|we)(?:'d| would)? (?:want"
    r"|need|like|have|wish|plan|am trying)(?: like| love)? to\b|i'm (?:trying|looking) to\b"
    r"|can (?:i|we|you)\b|could (?:i|we|you)\b|let's \w+ (?:a|an|the|my)\b|help me\b)",
    re.I,
)
"""A wish to get going, which is no answer to a question for a name or a word."""

CLOSING: Final = re.compile(r"[\s,]*(?:please|thanks|thank you|thx)?[\s.!]*$", re.I)

GREETING: Final = re.compile(
    r"^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks|thank you|yes|no|ok|okay"
    r"|sure|please|help)\b[\s,.!]*(?:there|again)?[\s,.!]*)+$",
    re.I,
)

QUOTED: Final = re.compile(r"\"([^\"]{1,500})\"")

COLORS: Final = word_set(
    """
    black white red blue green yellow orange purple pink brown grey gray silver gold beige
    navy turquoise violet maroon
    """
)


def read_words(page: Page, wanted: Field) -> list[Reading]:
    """Readings of a short free text."""
    tokens = set(plain(wanted.name).split())
    if tokens & (MAKE_NAMES | MODEL_NAMES | TRIM_NAMES):
        run = read_run(page, wanted, tokens)
        if run:
            return run
    if "color" in wanted.weights:
        return _color(page, wanted) or _answer(page, wanted)
    named = _called(page, wanted) if plain(wanted.name).split()[-1] == "name" else []
    return (
        named
        + _led(page, wanted)
        + _examples(page, wanted)
        + labelled(page, wanted)
        + quoted(page, wanted)
        + _answer(page, wanted)
    )


def _color(page: Page, wanted: Field) -> list[Reading]:
    word = next((word for word in page.utterance.words if word.lower in COLORS and not word.negated), None)
    return [Reading(wanted, word.lower, word.span, 0.6 + page.standing(wanted))] if word else []


def _led(page: Page, wanted: Field) -> list[Reading]:
    """A capitalised name after a word for the field: "I work for Acme Corp" for an employer."""
    text = page.utterance.text
    for match in re.finditer(
        r"\b(?P<word>[a-z]+) (?:for|at|by|with|from)\s+(?P<name>[A-Z][\w&'-]*(?: [A-Z][\w&'-]*){0,3})", text
    ):
        about = max(
            (stem_match(match["word"], target) * weight for target, weight in wanted.weights.items()),
            default=0.0,
        )
        span = Span(*match.span("name"))
        if about >= 0.7 and not any(span.overlaps(other) for other in page.value_spans):
            return [Reading(wanted, match["name"], span, 0.6 + page.standing(wanted))]
    return []


def _called(page: Page, wanted: Field) -> list[Reading]:
    """The name of a thing or an animal: "called Luna", "the pet's name is Buddy", "my dog Rex"."""
    text = page.utterance.text
    match = re.search(
        r"\b(?:called|named|name(?: is|'s|:))\s+(?:the )?(?P<name>\w[\w'-]*(?: [A-Z][\w'-]*)*)", text
    )
    if match:
        return [Reading(wanted, tidy(match["name"]), Span(*match.span("name")), 0.7 + page.standing(wanted))]
    for word, following in pairwise(page.utterance.words):
        adjoining = text[word.span.end : following.span.start] == " "
        about = max((stem_match(word.lower, target) for target in wanted.weights), default=0.0) >= 0.8
        if (
            about
            and adjoining
            and following.capital
            and following.lower not in known_words()
            and not word.capital
        ):
            run = _capitals(page, following.span.start)
            return [Reading(wanted, text[run.start : run.end], run, 0.6 + page.standing(wanted))]
    return []


def _capitals(page: Page, start: int) -> Span:
    """The capitalised words that stand together from here on, without dates and words of everyday English."""
    end = start
    for word in page.utterance.after(start):
        if page.utterance.text[end : word.span.start].strip(" ") or not word.capital:
            break
        if end > start and (
            word.lower in known_words() or any(span.overlaps(word.span) for span in page.value_spans)
        ):
            break
        end = word.span.end
    return Span(start, end)


def labelled(page: Page, wanted: Field) -> list[Reading]:
    """ "Subject: printer", "the color should be red", "called Rex"."""
    names = [re.escape(plain(wanted.name)).replace(r"\ ", r"[\s_-]")]
    last = plain(wanted.name).split()[-1]
    if last not in {"name", "type", "id", "number", "code"} and last != plain(wanted.name):
        names.append(re.escape(last))
    label = "|".join(names)
    match = re.search(
        rf"\b(?:{label})s?\s*(?::|=|\bis\b|\bare\b|\bwould be\b|\bshould be\b|\bwill be\b"
        rf"|\bto\b(?= be))\s*(?P<rest>[^,;\n]+)",
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


def quoted(page: Page, wanted: Field) -> list[Reading]:
    """A text in quotation marks."""
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
            score = 0.6 + mended(page, wanted, example) + page.standing(wanted)
            return [Reading(wanted, example, Span(*match.span()), score)]
    return []


def _answer(page: Page, wanted: Field) -> list[Reading]:
    """The answer to the question for it: the message, or the part of it in the question's order, without
    filler.
    """
    if not page.asked(wanted) or page.utterance.text.rstrip().endswith("?"):
        return []
    kindred = [
        key
        for key in page.context.asked
        if any(field.key == key and field.kind in {Kind.WORDS, Kind.REMARK} for field in page.fields)
    ]
    parts = list(re.finditer(r"[^,;\n]+", page.utterance.text))
    if len(kindred) > 1 and len(parts) < len(kindred):
        parts = list(re.finditer(r".+?(?:\sand\s|,|$)", page.utterance.text))
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
