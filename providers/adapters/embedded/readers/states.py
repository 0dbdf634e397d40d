"""U.S. states by name or code."""

import re
from functools import lru_cache
from typing import Final

from providers.adapters.embedded.forms.fields import Field
from providers.adapters.embedded.language.matching import misspelt
from providers.adapters.embedded.language.text import Span
from providers.adapters.embedded.readers.page import Page, Reading

STATES: Final = dict(
    pair.split(":")
    for pair in [
        "Alabama:AL",
        "Alaska:AK",
        "Arizona:AZ",
        "Arkansas:AR",
        "California:CA",
        "Colorado:CO",
        "Connecticut:CT",
        "Delaware:DE",
        "District of Columbia:DC",
        "Florida:FL",
        "Georgia:GA",
        "Hawaii:HI",
        "Idaho:ID",
        "Illinois:IL",
        "Indiana:IN",
        "Iowa:IA",
        "Kansas:KS",
        "Kentucky:KY",
        "Louisiana:LA",
        "Maine:ME",
        "Maryland:MD",
        "Massachusetts:MA",
        "Michigan:MI",
        "Minnesota:MN",
        "Mississippi:MS",
        "Missouri:MO",
        "Montana:MT",
        "Nebraska:NE",
        "Nevada:NV",
        "New Hampshire:NH",
        "New Jersey:NJ",
        "New Mexico:NM",
        "New York:NY",
        "North Carolina:NC",
        "North Dakota:ND",
        "Ohio:OH",
        "Oklahoma:OK",
        "Oregon:OR",
        "Pennsylvania:PA",
        "Rhode Island:RI",
        "South Carolina:SC",
        "South Dakota:SD",
        "Tennessee:TN",
        "Texas:TX",
        "Utah:UT",
        "Vermont:VT",
        "Virginia:VA",
        "Washington:WA",
        "West Virginia:WV",
        "Wisconsin:WI",
        "Wyoming:WY",
    ]
)
"""Name to code, with the District of Columbia."""

NICKNAMES: Final = {
    "cali": "CA",
    "calif": "CA",
    "washington dc": "DC",
    "washington d.c.": "DC",
    "d.c.": "DC",
    "nyc": "NY",
    "penn": "PA",
    "mass": "MA",
}
WORDS_TOO: Final = frozenset(
    {"IN", "OR", "ME", "OK", "HI", "OH", "PA", "MA", "LA", "DE", "AL", "CO", "ID", "MO"}
)
"""Codes that are also words: only in capitals, or as the whole answer."""

DOTTED: Final = re.compile(r"(?<![\w.])([A-Z])\.\s?([A-Z])\.(?!\w)")
LEFT_BEHIND: Final = re.compile(r"\b(?:mov|relocat|chang|transferr?)\w* (?:\w+ ){0,2}?from\b.+\bto\b", re.I)
"""Who moved from one state to another lives in the second."""

SPOKEN: Final = re.compile(
    r"\b("
    + "|".join(
        re.escape(name)
        for name in sorted([*NICKNAMES, *(name.lower() for name in STATES)], key=len, reverse=True)
    )
    + r")(?![a-z])"
)


@lru_cache(maxsize=1)
def names_by_code() -> dict[str, str]:
    """Code to name."""
    return {code: name for name, code in STATES.items()}


def find_states(page: Page) -> list[tuple[str, Span, float]]:
    """Codes with their places and how sure they are, in order."""
    utterance = page.utterance
    found: list[tuple[str, Span, float]] = []
    for match in SPOKEN.finditer(utterance.lower):
        name = match.group(1)
        code = NICKNAMES.get(name) or next(code for full, code in STATES.items() if full.lower() == name)
        found.append((code, Span(*match.span()), 0.6))
    for match in re.finditer(r"(?<![\w'-])[A-Za-z]{2}(?![\w'])", utterance.text):
        code, span = match.group().upper(), Span(*match.span())
        if code not in names_by_code() or any(span.overlaps(other) for _, other, _ in found):
            continue
        alone = utterance.text.strip(" .!") == match.group()
        place = bool(re.search(r"[A-Za-z],?\s*$", utterance.text[: span.start])) and bool(
            re.match(r"\s*(?:\d{5}|[,.;]|$)", utterance.text[span.end :])
        )
        if match.group().isupper() and not (code in WORDS_TOO and utterance.text.isupper() and not alone):
            found.append((code, span, 0.6))
        elif (alone and code not in WORDS_TOO) or (
            code not in WORDS_TOO and (place or match.group().islower())
        ):
            found.append((code, span, 0.6 if alone else 0.35))
    for match in DOTTED.finditer(utterance.text):
        code, span = f"{match[1]}{match[2]}".upper(), Span(*match.span())
        if code in names_by_code() and not any(span.overlaps(other) for _, other, _ in found):
            found.append((code, span, 0.6))
    if not found:
        found += _misspelt(page)
    return sorted(found, key=lambda item: item[1])


def read_state(page: Page, wanted: Field) -> list[Reading]:
    """The state named, as a code unless the field takes the full name."""
    readings = []
    full = (
        wanted.longest is None
        and "full name" in wanted.description.lower()
        and "code" not in wanted.description.lower()
    )
    states = find_states(page)
    bare = page.utterance.text.strip(" .!").upper()
    if not states and page.asked(wanted) and bare in WORDS_TOO - {"OK", "HI", "OH", "ME"}:
        states = [(bare, Span(0, len(page.utterance.text)), 0.6)]
    if LEFT_BEHIND.search(page.utterance.text) and len(states) > 1:
        states = states[1:]
    for code, span, sure in states:
        word = page.utterance.within(span)
        if any(part.negated for part in word) and len(find_states(page)) > 1:
            continue
        score = sure + 0.25 * page.cue(wanted, span) + page.standing(wanted)
        readings.append(Reading(wanted, names_by_code()[code] if full else code, span, score))
    return readings


def _misspelt(page: Page) -> list[tuple[str, Span, float]]:
    for word in page.utterance.words:
        if len(word.lower) < 5:
            continue
        for name, code in STATES.items():
            if misspelt(word.lower, name.lower()):
                return [(code, word.span, 0.56)]
    return []
