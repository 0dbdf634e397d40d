"""How well words of a text fit an option's label or its describing text."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from providers.adapters.embedded.forms.fields import Option
from providers.adapters.embedded.forms.options import label_words
from providers.adapters.embedded.language.calendar_words import NUMBER_WORDS
from providers.adapters.embedded.language.lexicon import stem
from providers.adapters.embedded.language.matching import TYPO, misspelt, stem_match
from providers.adapters.embedded.language.text import NEGATORS, Span, Utterance, Word, read_text

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
    "once": ("one time", "one-time", "just once", "one-off"),
    "biweekly": ("every two weeks", "every other week", "fortnightly"),
    "fortnightly": ("every two weeks", "every other week", "biweekly"),
    "every two weeks": ("every other week", "fortnightly", "biweekly", "every second week"),
}
"""Other words for how often."""

SHORT_DAYS: Final = {
    "monday": "mon", "tuesday": "tues", "wednesday": "wed", "thursday": "thurs", "friday": "fri",
    "saturday": "sat", "sunday": "sun",
}  # fmt: skip

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

PART_OF_LABEL: Final = 0.6
"""Strength of one word of a label that no other label has: enough for an answer, too little unasked."""

SUBJECT: Final = 16
"""In how many options a word of the subject counts as standing."""

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


def find_options(
    utterance: Utterance, options: tuple[Option, ...], subject: frozenset[str] = frozenset()
) -> list[Match]:
    """Every option that the text names or describes and does not negate.

    `subject` are stems of what all options are, such as "hotel": in a label they tell no option from another.
    """
    found = []
    shared = _shared_words(options)
    in_labels = shared | dict.fromkeys(subject, SUBJECT)
    for option in options:
        match = max(
            (
                match
                for match in (
                    _label_match(utterance, option, in_labels),
                    _text_match(utterance, option, shared),
                )
                if match
            ),
            key=lambda match: (match.strength, match.labelled, match.weight),
            default=None,
        )
        if match:
            found.append(match)
    return found


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
    names += [SHORT_DAYS[name] for name in names if name in SHORT_DAYS]
    for name in tuple(names):
        names += [
            name.replace(word, other)
            for word, phrases in OFTEN.items()
            if word in name.split() or word == name
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
    # Words with a subject first: the light ones are then looked for near them.
    for token in sorted(tokens, key=lambda one: not one.content):
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
    whole = gained >= 0.99 * total and (labelled or (len(tokens) == 1 and not negative))
    if not hits or (not any(hit.content for hit in hits) and not whole):
        return None
    span = Span(min(hit.span.start for hit in hits), max(hit.span.end for hit in hits))
    if len(utterance.within(span)) > 3 * len(tokens) + 3:
        return None
    if not negative and any(hit.negated for hit in hits if hit.content):
        return None
    strength = gained / total
    if labelled and strength < PART_OF_LABEL and _tells_apart(tokens, hits, shared):
        strength = PART_OF_LABEL
    lowest = 0.6 if labelled else 0.55
    return Match(option, strength, weight, span, labelled) if strength >= lowest else None


def _tells_apart(tokens: list[Word], hits: list[Word], shared: dict[str, int]) -> bool:
    """True where one of a label's two words was said that no other label has: "chains" for "snow chains"."""
    content = [token for token in tokens if token.content]
    if len(content) != 2 or len(tokens) != 2 or len(hits) != 1:
        return False
    said = [token for token in content if token.lower == hits[0].lower or token.stem == hits[0].stem]
    return any(shared.get(token.stem, 1) == 1 and token.lower not in COMMON_PARTS for token in said)


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
        if not value and (_compound(utterance, word, token.lower) or _same_number(word.lower, token.lower)):
            value = 1.0
        if not value and _negative(token.lower) and _negative(word.lower):
            value = 1.0
        # A label in one word may be written as two: "half board" for "halfboard".
        near = bool(used) and abs(word.index - used[-1].index) <= 3
        if value > best + (0.0 if not near else -0.01) and value >= 0.6:
            best, chosen = value, word
    return best, chosen


def _same_number(word: str, label: str) -> bool:
    """True for "2" and "two"."""
    return word.isdecimal() and label not in {"a", "an"} and NUMBER_WORDS.get(label) == int(word)


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
