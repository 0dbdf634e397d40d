"""Things that the customer was shown: messages that speak of one and do not take it."""

import re
from typing import Final

_BEFORE: Final = (
    r"^\W*(?:(?:please|ok(?:ay)?|and|but|so|well|h+m+|sorry|(?:can|could|would|will) you"
    r"|i(?:'d| would) like)\W+)*"
)
INQUIRY: Final = re.compile(
    rf"{_BEFORE}(?:tell|show|explain|describe|compare|to (?:know|see|hear))\b"
    r"|\b(?:more|further|some|any) (?:info|information|details)\b|\bdetails? (?:of|on|about|for)\b"
    r"|\b(?:erzähl\w*|zeig\w*|mehr (?:über|zu)|en savoir plus|más (?:sobre|información))\b",
    re.I,
)
"""Somebody who wants to hear more: "tell me about the second one", "details of number 1"."""
ASKED: Final = re.compile(
    rf"{_BEFORE}(?:is|are|was|has|have|had|does|do|did|why|where|which|who|when|(?:what|how)(?! about))\b",
    re.I,
)
"""How a question about a thing begins; "what about the second one?" and "can I have it?" may be a wish."""
REJECTED: Final = re.compile(
    r"^\W*(?:no\W+)?(?:(?:please|certainly|definitely|rather|but) )*(?:not|anything but)\b[^,;.:]*$"
    r"|^[^,;.:]*\b(?:do|am|'m|does|is|are|would|will|can)(?:n't| not) (?:really |so |too |quite )?"
    r"(?:like|want|need|fancy|take|sure|certain|convinced|for (?:me|us))\b[^,;.:]*$"
    r"|^[^,;.:]*\b(?:dislike|hate|won't take|unsure)\b[^,;.:]*$",
    re.I,
)
"""Somebody who rules a thing out or is not sure of it, and says nothing else."""
INSTEAD: Final = re.compile(r"\b(?:but|rather than|instead|sondern|mais|sino)\b", re.I)


def takes_none(text: str) -> bool:
    """True for a message that asks about a thing that was shown, or rules it out, and takes no other."""
    if INQUIRY.search(text) or (text.rstrip().endswith("?") and ASKED.match(text)):
        return True
    return REJECTED.match(text.strip(" .!\n\t")) is not None and INSTEAD.search(text) is None
