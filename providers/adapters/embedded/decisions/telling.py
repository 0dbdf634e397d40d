"""Whether a message gives a value or only names a subject, by its form."""

import re
from collections.abc import Sequence
from typing import Final

from providers.adapters.embedded.decisions.labels import Label
from providers.adapters.embedded.decisions.recognition import Hit
from providers.adapters.embedded.decisions.tokens import Token
from providers.adapters.embedded.decisions.topics import SMALL_TALK
from providers.adapters.embedded.decisions.topics.stays import DISTANCE, PEOPLE, ROOMS
from providers.adapters.embedded.decisions.topics.telling import GIVING, NAMING
from providers.adapters.embedded.decisions.topics.time_and_money import DAYS, HOURS, MONEY

WORTH: Final = 0.8
COUNTED: Final = (DAYS, HOURS, DISTANCE, PEOPLE, ROOMS)
"""Topics whose figures are no amounts."""
LARGE: Final = 20
"""From here on a bare figure with a limit is rather an amount than a count."""
FULL: Final = 1.0
"""Worth of a hit that is no weak sign and no misspelling."""


INDIFFERENT: Final = re.compile(
    r"\b(?:(?:doesnt|does not|dont|do not) (?:really )?(?:matter|mind|care)|whatever|no preference"
    r"|anything goes|any is fine|up to you|egal|gleich|peu importe|indifferent|da igual|da lo mismo"
    r"|non importa|fa lo stesso|tanto faz|nao importa|maakt (?:me )?niet uit|obojetn\w*|fark ?etmez)\b"
)
"""What people say who leave it open, folded and without apostrophes."""


def telling_hits(tokens: Sequence[Token], hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """A hit of `GIVING` for a message with figures, particulars or "any", of `NAMING` for a bare subject."""
    things = [hit for hit in hits if not hit.topic.act and hit.topic not in (SMALL_TALK, NAMING, GIVING)]
    given = any(is_figure(token.text) for token in tokens)
    if not things and not given:
        return ()
    particular = any(not hit.head and hit.worth >= FULL for hit in things)
    topic = GIVING if given or particular or is_indifferent(tokens) else NAMING
    return (Hit(topic, WORTH, True, 0, 1, negated=False),)


def amount_hits(tokens: Sequence[Token], hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """A hit of `MONEY` for a limit with a large figure that counts nothing else: "500 at most"."""
    limit = next((hit for hit in hits if hit.topic is MONEY and not hit.head and hit.worth < FULL), None)
    large = any(token.text.isdecimal() and int(token.text) >= LARGE for token in tokens)
    if limit is None or not large or any(hit.topic in COUNTED for hit in hits):
        return ()
    return (Hit(MONEY, WORTH, False, limit.start, limit.end, limit.negated),)


def asks_how_much_is_told(labels: Sequence[Label]) -> bool:
    """True for a question about the form of messages; the sense of sentences does not help there."""
    return any(topic in label.own_topics for label in labels for topic in (GIVING, NAMING))


def is_figure(word: str) -> bool:
    """True for a number, a date or an ordinal."""
    return word.startswith("#") or word[0].isdigit()


def is_indifferent(tokens: Sequence[Token]) -> bool:
    """True where somebody has no preference."""
    return INDIFFERENT.search(" ".join(token.text for token in tokens)) is not None
