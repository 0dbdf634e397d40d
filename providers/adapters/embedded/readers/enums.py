"""Options: which of a field's allowed values the message means."""

import re
from itertools import pairwise
from typing import Final

from providers.adapters.embedded.forms.fields import Field
from providers.adapters.embedded.language.lexicon import STOP_WORDS
from providers.adapters.embedded.language.text import Span, plain, read_text
from providers.adapters.embedded.language.units import unit_of_field
from providers.adapters.embedded.readers.numeric import measured
from providers.adapters.embedded.readers.option_matching import PART_OF_LABEL, Match, find_options
from providers.adapters.embedded.readers.page import Page, Reading
from providers.adapters.embedded.readers.pointing import read_pointed

ELSE: Final = re.compile(
    r"\b(?:something|anything|someone|somewhere) (?:else|different)\b"
    r"|\bnone of (?:these|those|them|the above)\b|\bneither of (?:these|those|them)\b",
    re.I,
)
"""What people say who mean no option of a list."""

SHORT: Final = 3
"""Words with a subject up to which an answer may name an option by a part of its label."""


def read_option(page: Page, wanted: Field) -> list[Reading]:
    """The option that the message fits best, as a reading."""
    if all(
        isinstance(option.value, int | float) and not isinstance(option.value, bool)
        for option in wanted.options
    ):
        return _numeric(page, wanted) + read_pointed(page, wanted)
    readings = []
    subject = frozenset(word.stem for word in read_text(plain(wanted.name)).words)
    matches = find_options(page.utterance, wanted.options, subject)
    short = sum(word.content for word in page.utterance.words) <= SHORT
    if not (page.asked(wanted) and short):
        matches = [match for match in matches if match.strength > PART_OF_LABEL]
    if undecided(page, matches):
        return []
    for match in _best_first(matches):
        bare = match.labelled and _is_bare(match.option.label)
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
    return _clear(readings) + read_pointed(page, wanted) + _yes_or_no(page, wanted) + _other(page, wanted)


def _is_bare(label: str) -> bool:
    """True for labels that are words of every talk; "B2" and "O-" are none."""
    marked = re.search(r"[a-z]", label, re.I) and re.search(r"[\d+-]", label)
    return (len(label) <= 2 and not marked) or label.lower() in STOP_WORDS


def _worth(match: Match) -> float:
    """A label says most; of a describing text one word says less than two."""
    return 0.62 if match.labelled or match.weight >= 1.5 else 0.57


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


def _numeric(page: Page, wanted: Field) -> list[Reading]:
    readings = []
    for said in page.quantities:
        quantity = measured(wanted, said, unit_of_field(wanted)) or said
        option = next((option for option in wanted.options if option.value == quantity.value), None)
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


def undecided(page: Page, matches: list[Match]) -> bool:
    """True where the message names two options and leaves open which: "beginner or intermediate"."""
    plain = sorted(
        (match for match in matches if match.strength >= PART_OF_LABEL), key=lambda match: match.span
    )
    return any(
        page.utterance.lower[first.span.end : second.span.start].strip() == "or"
        for first, second in pairwise(plain)
    )


def _other(page: Page, wanted: Field) -> list[Reading]:
    """ "Something else" is the option for everything else, where there is one and it was asked for."""
    option = next((one for one in wanted.options if one.label.lower() in {"other", "something else"}), None)
    match = ELSE.search(page.utterance.text) if option and page.asked(wanted) else None
    if option is None or match is None:
        return []
    return [Reading(wanted, option.value, Span(*match.span()), 0.3 + page.standing(wanted))]
