"""Messages that say nothing: sounds, and talk of the weather."""

import re
from typing import Final

from providers.adapters.embedded.conversation.purposes import INQUIRY, is_request
from providers.adapters.embedded.readers.lists import NOTHING

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
GREETING: Final = re.compile(r"^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|greetings)\b", re.I)
THANKS: Final = re.compile(r"^\W*(?:thanks|thank you|thx|great|perfect)\b", re.I)
AGREEMENT: Final = re.compile(
    r"^\W*(?:(?:ok|okay|fine|alright|all right|good|cool|nice|perfect|great|sounds good)\W*)+$", re.I
)
SUBJECT: Final = re.compile(r"\W*(?:i|i'm|i'll|i've|i'd|we|we're|we've|there|it's|it|you|they)\b", re.I)
STATED: Final = re.compile(
    r"^\W*(?:i|we|you|they|he|she)(?:'m|'ll|'ve|'d|'re|'s| am| will| have| would| was| were| do| don't)\b"
    r"|\w\s+(?:is|isn't|are|aren't|was|were|has|hasn't|have|haven't)\b",
    re.I,
)
"""Somebody tells something: "I'll accept it", "the license is from Georgia"."""
LONGEST_THING: Final = 4
"""Words of a name that begins like a sentence."""
SHORT_GREETING: Final = 6
LONGEST: Final = 10
"""Words of small talk; who writes more also says something."""


def says_nothing(text: str) -> bool:
    """True for a message without any answer or wish in it."""
    if SIGH.match(text):
        return True
    return bool(EXCLAMATION.match(text)) and len(text.split()) <= LONGEST and not is_request(text)


def is_sentence(text: str) -> bool:
    """True for a text that tells something, and so is no name of a thing: "I'm not insured at the moment"."""
    if STATED.search(text):
        return True
    return SUBJECT.match(text) is not None and len(text.split()) > LONGEST_THING


def is_greeting(text: str) -> bool:
    """True for a hello and little else."""
    return GREETING.match(text) is not None and len(text.split()) <= SHORT_GREETING


def wants_nothing_more(text: str) -> bool:
    """True for a no to the question whether there is anything else."""
    return NOTHING.match(text) is not None


def asks_back(text: str) -> bool:
    """True where the customer greets or wants to know something, and so has not tried to answer."""
    return text.rstrip().endswith("?") or is_greeting(text) or INQUIRY.search(text) is not None
