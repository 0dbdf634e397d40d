"""Which of the hotels shown a customer means: by its number, its name, or a name that is close to it."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final

from ezgraph_site.graphs.hotel.values import Offer
from ezgraph_site.graphs.refused import Refused

NUMBER: Final = re.compile(r"(?:(?:hotel|number|no\.?|nr\.?|option|#)\s*)*#?(\d{1,3})\.?", re.I)
CLOSE: Final = 0.75
"""Likeness of two names, 0 to 1, from which on one may be a misspelling of the other."""
LEAD: Final = 0.1
"""By how much the closest name has to be closer than the next one."""
COMMON_WORDS: Final = frozenset({"the", "hotel", "inn", "house", "suites", "lodge", "at", "in", "and"})
"""Words that tell no hotel from another."""


def choose_offer(words: str, offers: Sequence[Offer]) -> Offer:
    """The one that is meant. Raises Refused, with what there is to choose from, where that is not plain."""
    if not offers:
        raise Refused("There are no hotels to choose from yet.")
    number = NUMBER.fullmatch(words.strip())
    if number:
        place = int(number[1])
        if 1 <= place <= len(offers):
            return offers[place - 1]
        raise Refused(f"There is no hotel number {place}. {_choice(offers)}")
    for meant in (_named, _with_words, _close):
        found = meant(words, offers)
        if len(found) == 1:
            return found[0]
        if found:
            raise Refused(f"That could be more than one hotel. {_choice(found)}")
    raise Refused(f"That is none of the hotels found. {_choice(offers)}")


def _named(words: str, offers: Sequence[Offer]) -> list[Offer]:
    return [offer for offer in offers if _plain(offer.name) == _plain(words)]


def _with_words(words: str, offers: Sequence[Offer]) -> list[Offer]:
    """Those whose name has every telling word."""
    telling = _telling(words)
    return [offer for offer in offers if telling and telling <= _telling(offer.name)]


def _close(words: str, offers: Sequence[Offer]) -> list[Offer]:
    """Those whose name is much alike, and more so than the others'."""
    likeness = {offer.name: _likeness(words, offer.name) for offer in offers}
    best = max(likeness.values())
    if best < CLOSE:
        return []
    return [offer for offer in offers if likeness[offer.name] > best - LEAD]


def _likeness(words: str, name: str) -> float:
    said, called = " ".join(sorted(_telling(words))), " ".join(sorted(_telling(name)))
    return SequenceMatcher(None, said, called).ratio() if said else 0.0


def _telling(text: str) -> frozenset[str]:
    words = _plain(text).split()
    return frozenset(word for word in words if word not in COMMON_WORDS) or frozenset(words)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.replace("'", "").replace("’", "").casefold()))


def _choice(offers: Sequence[Offer]) -> str:
    return f"Please choose one of these: {', '.join(offer.name for offer in offers)}."
