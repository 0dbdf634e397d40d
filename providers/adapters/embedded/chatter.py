"""Messages that say nothing: sounds, and talk of the weather."""

import re
from typing import Final

from providers.adapters.embedded.purposes import is_request

SIGH: Final = re.compile(
    r"^\W*(?:(?:h+m+|u+h+m*|e+r+m*|o+h+|a+h+|well|so|let me (?:see|think))\b\W*)+$", re.I
)
"""Sounds of somebody who has not answered yet."""
EXCLAMATION: Final = re.compile(
    r"^\W*(?:oh |ah |wow |well |hi |hello )?[, ]*(?:what an? |such an? |it's |it is |we have )?(?:a "
    r"|an )?(?:such )?"
    r"(?:so |really |very )?(?:nice|lovely|beautiful|gorgeous|great|terrible|awful|rainy|sunny|cold|hot"
    r"|grey|gray)"
    r"(?: \w+)? (?:day|weather|morning|afternoon|evening|summer|winter)\b",
    re.I,
)
LONGEST: Final = 10
"""Words of small talk; who writes more also says something."""


def says_nothing(text: str) -> bool:
    """True for a message without any answer or wish in it."""
    if SIGH.match(text):
        return True
    return bool(EXCLAMATION.match(text)) and len(text.split()) <= LONGEST and not is_request(text)
