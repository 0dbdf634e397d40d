"""Options: which of a field's allowed values the message names, describes or points at."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from providers.adapters.embedded.fields import Field, Option
from providers.adapters.embedded.lexicon import STOP_WORDS, stem
from providers.adapters.embedded.matching import TYPO, misspelt, stem_match
from providers.adapters.embedded.numeric import measured
from providers.adapters.embedded.options import label_words
from providers.adapters.embedded.page import Page, Reading
from providers.adapters.embedded.pointing import read_pointed
from providers.adapters.embedded.text import NEGATORS, Span, Utterance, Word, read_text
from providers.adapters.embedded.units import unit_of_field

CHOOSING: Final = frozenset({"select", "choos", "chos", "tak", "pick", "accept", "confirm"})
"""Stems of what people do with options."""

OFTEN: Final = {
    "daily": ("every day", "each day", "once a day"),
    "weekly": ("every week", "each week", "once a week"),
    "monthly": ("every month", "each month", "once a month", "per month"),
    "yearly": ("every year", "each year", "once a year", "annually", "per year"),
    "annually": ("every year", "each year", "once a year", "yearly", "per year"),
    "annual": ("every year", "once a year", "yearly", "annually"),
    "weekdays": ("every weekday", "monday to friday", "working days"),
    "once": ("one time", "one-time", "just once"),
}
"""Other words for how often."""

COMMON_PARTS: Final = frozenset(
    [
        "center",
        "centre",
        "friendly",
        "free",
        "service",
        "room",
        "access",
        "available",
        "facilities",
        "area",
        "option",
        "included",
        "kind",
        "type",
        "class",
        "plan",
        "tier",
        "level",
        "style",
        "package",
        "extra",
        "mode",
        "status",
    ]
)
"""Words that many labels are made with; the other words of the label tell what it is."""

COMMON_WORTH: Final = 0.25

LIGHT: Final = 0.35
"""Weight of a word without a subject of its own inside a label or describing text."""


@dataclass(frozen=True)
class Match:
    """An option that some words of the message fit. `strength` 0…1, `weight` grows with the words matched."""

    option: Option
    strength: float
    weight: float
    span: Span
    labelled: bool


def read_option(page: Page, wanted: Field) -> list[Reading]:
    """The option that the message fits best, as a reading."""
    if all(
        isinstance(option.value, int | float) and not isinstance(option.value, bool)
        for option in wanted.options
    ):
        return _numeric(page, wanted) + read_pointed(page, wanted)
    readings = []
    for match in _best_first(find_options(page.utterance, wanted.options)):
        bare = match.labelled and (len(match.option.label) <= 2 or match.option.label.lower() in STOP_WORDS)
        cue = page.cue(wanted, match.span)
        score = _worth(match) * match.strength + 0.25 * cue + page.standing(wanted)
        if bare and cue < 0.5 and not page.asked(wanted):
            score -= 0.3
        if not match.labelled and match.weight < 0.9:
            score -= 0.2
        if (
            match.labelled
            and match.strength > 0.95
            and len(match.option.label) > 3
            and page.known(wanted)
            and page.standing(wanted) < 0
        ):
            # The exact name of another option changes an answer without more words.
            score -= page.standing(wanted)
        readings.append(Reading(wanted, match.option.value, match.span, score))
    return _clear(readings) + read_pointed(page, wanted) + _yes_or_no(page, wanted)


def _worth(match: Match) -> float:
    """A label says most; of a describing text one word says less than two."""
    return 0.62 if match.labelled or match.weight >= 1.5 else 0.57


def find_options(utterance: Utterance, options: tuple[Option, ...]) -> list[Match]:
    """Every option that the text names or describes and does not negate."""
    found = []
    shared = _shared_words(options)
    for option in options:
        match = max(
            (
                match
                for match in (_label_match(utterance, option, shared), _text_match(utterance, option, shared))
                if match
            ),
            key=lambda match: (match.strength, match.labelled, match.weight),
            default=None,
        )
        if match:
            found.append(match)
    return found


def _best_first(matches: list[Match]) -> list[Match]:
    """The strongest first; of equally strong ones that share words the one that explains more of them."""
    return sorted(matches, key=lambda match: (-round(match.strength, 2), -match.weight))[:3]


def _clear(readings: list[Reading]) -> list[Reading]:
    """Nothing where two options fit equally well: the customer has to say which."""
    if (
        len(readings) > 1
        and abs(readings[0].score - readings[1].score) < 0.02
        and readings[0].span == readings[1].span
    ):
        return []
    return readings


@lru_cache(maxsize=512)
def _shared_words(options: tuple[Option, ...]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for option in options:
        for word in {stem(token.lower) for token in read_text(label_words(option.value)).words}:
            counts[word] = counts.get(word, 0) + 1
    return counts


def _label_match(utterance: Utterance, option: Option, shared: dict[str, int]) -> Match | None:
    names = [label_words(option.value)]
    if option.label.lower() not in names:
        names.append(option.label.lower())
    if re.search(r"[^\w\s/'.-]|-$", option.label):
        return _sign_match(utterance, option)
    for name in tuple(names):
        names += [
            name.replace(word, other)
            for word, phrases in OFTEN.items()
            if word in name.split()
            for other in phrases
        ]
    matches = [_phrase_match(utterance, option, name, shared, True) for name in names]
    return max((match for match in matches if match), key=lambda match: match.strength, default=None)


def _sign_match(utterance: Utterance, option: Option) -> Match | None:
    """Labels whose signs matter, such as blood types: "A+" is not "A-"."""
    spoken = (
        re.escape(option.label)
        .replace("\\+", r"\s?(?:\+|positive|pos\b|plus)")
        .replace("\\-", r"\s?(?:-|negative|neg\b|minus)")
    )
    found = re.search(rf"(?<![\w+-]){spoken}(?![\w+])", utterance.text, re.I)
    return Match(option, 1.0, 1.0, Span(*found.span()), True) if found else None


def _text_match(utterance: Utterance, option: Option, shared: dict[str, int]) -> Match | None:
    best: Match | None = None
    for phrase in re.split(r"[,;/.]| or ", option.describing):
        match = _phrase_match(utterance, option, phrase, shared, False)
        if match and (best is None or (match.strength, match.weight) > (best.strength, best.weight)):
            best = match
    return best


def _phrase_match(
    utterance: Utterance, option: Option, phrase: str, shared: dict[str, int], labelled: bool
) -> Match | None:
    """How much of a phrase the text says, close together."""
    tokens = [
        word
        for word in read_text(phrase).words
        if word.lower not in {"a", "an", "the", "of", "is", "are", "it", "its", "you"}
    ]
    if not tokens:
        return None
    negative = any(_negative(token.lower) for token in tokens)
    denied = _denied(tokens)
    total = gained = weight = 0.0
    hits: list[Word] = []
    for token in tokens:
        worth = (1.0 if token.content else LIGHT) / (shared.get(token.stem, 1) ** 0.5)
        if _negative(token.lower):
            worth = 1.0
        elif token.lower in COMMON_PARTS and len(tokens) > 1:
            worth *= COMMON_WORTH
        total += worth
        value, word = _word_for(utterance, token, hits)
        if word is not None:
            gained += worth * value
            weight += worth * value
            hits.append(word)
        elif token in denied:
            return None
    if not hits or (not any(hit.content for hit in hits) and not (labelled and gained >= 0.99 * total)):
        return None
    span = Span(min(hit.span.start for hit in hits), max(hit.span.end for hit in hits))
    if len(utterance.within(span)) > 3 * len(tokens) + 3:
        return None
    if not negative and any(hit.negated for hit in hits if hit.content):
        return None
    strength = gained / total
    lowest = 0.6 if labelled else 0.55
    return Match(option, strength, weight, span, labelled) if strength >= lowest else None


def _word_for(utterance: Utterance, token: Word, used: list[Word]) -> tuple[float, Word | None]:
    best, chosen = 0.0, None
    for word in utterance.words:
        if word in used:
            continue
        value = 1.0 if word.lower == token.lower else stem_match(word.lower, token.stem) * 0.97
        if token.stem in CHOOSING and value < 0.9:
            # "Choose" is no other word for an option that is called "selected".
            value = 0.0
        if not value and misspelt(word.lower, token.lower):
            value = TYPO
        if not value and _compound(utterance, word, token.lower):
            value = 1.0
        if not value and _negative(token.lower) and _negative(word.lower):
            value = 1.0
        # A label in one word may be written as two: "half board" for "halfboard".
        near = bool(used) and abs(word.index - used[-1].index) <= 3
        if value > best + (0.0 if not near else -0.01) and value >= 0.6:
            best, chosen = value, word
    return best, chosen


def _compound(utterance: Utterance, word: Word, label: str) -> bool:
    """True where a word and one shortly after it make the label: "pick it up" for "pickup"."""
    if not label.startswith(word.lower) or len(word.lower) < (1 if word.lower.isdigit() else 3):
        return False
    return any(
        word.lower + other.lower == label for other in utterance.words[word.index + 1 : word.index + 4]
    )


def _denied(tokens: list[Word]) -> list[Word]:
    """The first word with a subject after each negation: without it "no accidents" would fit "not at fault
    accident".
    """
    found = []
    for place, token in enumerate(tokens):
        if _negative(token.lower):
            found += [after for after in tokens[place + 1 :] if after.content][:1]
    return found


def _negative(lower: str) -> bool:
    return lower.replace("'", "") in NEGATORS or lower.endswith("n't")


def _numeric(page: Page, wanted: Field) -> list[Reading]:
    readings = []
    for said in page.quantities:
        quantity = measured(wanted, said, unit_of_field(wanted)) or said
        option = next((option for option in wanted.options if float(option.value) == quantity.value), None)
        if option is None:
            continue
        words = [word for word, _ in page.nearby(quantity.span)]
        if (
            any(word.negated and word.span.end <= quantity.span.start for word in words[-1:])
            and len(page.quantities) > 1
        ):
            continue
        cue = page.cue(wanted, quantity.span)
        size = 0.2 if abs(quantity.value) >= 20 else 0.0
        readings.append(
            Reading(wanted, option.value, quantity.span, 0.4 + size + 0.3 * cue + page.standing(wanted))
        )
    return readings


def _yes_or_no(page: Page, wanted: Field) -> list[Reading]:
    """Options that are yes and no themselves."""
    labels = {option.label.lower(): option for option in wanted.options}
    if not {"yes", "no"} <= set(labels) or not page.asked(wanted):
        return []
    first = page.utterance.words[:1]
    answer = {"yes": "yes", "yeah": "yes", "yep": "yes", "no": "no", "nope": "no"}.get(
        first[0].lower if first else ""
    )
    return (
        [Reading(wanted, labels[answer].value, first[0].span, 0.4 + page.standing(wanted))] if answer else []
    )
