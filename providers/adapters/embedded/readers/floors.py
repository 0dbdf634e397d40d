"""Floors of a building: "the 3rd floor" is 3, "ground floor" 0, "the basement" -1."""

import re
from typing import Final

from providers.adapters.embedded.forms.fields import Field
from providers.adapters.embedded.language.calendar_words import ORDINAL_WORDS
from providers.adapters.embedded.language.text import Span, plain
from providers.adapters.embedded.readers.page import Page, Reading

FLOOR_NAMES: Final = frozenset({"floor", "storey", "level", "story"})
LOWEST: Final = re.compile(r"\b(?:ground|street|entrance)(?:[ -](?:floor|level))?\b", re.I)
CELLAR: Final = re.compile(r"\b(?:basement|cellar)\b", re.I)
COUNTED: Final = re.compile(
    r"\b(?P<place>\d{1,2}(?:st|nd|rd|th)|"
    + "|".join(word.replace("-", "[- ]") for word in sorted(ORDINAL_WORDS, key=len, reverse=True))
    + r")\b(?P<named>[ -](?:floor|storey|level)\b)?",
    re.I,
)


def read_floor(page: Page, wanted: Field) -> list[Reading]:
    """Floors as numbers from the ground floor, which is 0; a bare ordinal only as the answer."""
    if not FLOOR_NAMES & set(plain(wanted.name).split()) or (wanted.minimum or 0) > 0:
        return []
    readings = [_reading(page, wanted, 0, match) for match in LOWEST.finditer(page.utterance.text)]
    if wanted.minimum is None or wanted.minimum < 0:
        readings += [_reading(page, wanted, -1, match) for match in CELLAR.finditer(page.utterance.text)]
    for match in COUNTED.finditer(page.utterance.text):
        if match["named"] or page.asked(wanted):
            place = match["place"].lower().replace(" ", "-")
            number = ORDINAL_WORDS.get(place) or int(re.sub(r"\D", "", place))
            readings.append(_reading(page, wanted, number, match))
    return readings


def _reading(page: Page, wanted: Field, number: int, match: re.Match[str]) -> Reading:
    span = Span(*match.span())
    sure = 0.62 if match.groupdict().get("named") or not match.groupdict() else 0.4
    return Reading(wanted, number, span, sure + 0.2 * page.cue(wanted, span) + page.standing(wanted))
