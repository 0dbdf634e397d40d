"""Values that are taken back or ruled out in the same breath: "Friday? No, Saturday", "not 5 but 6"."""

import re
from typing import Final

RULING_OUT: Final = re.compile(r"\bnot (?:on |at |for |in |the |this )*$", re.I)
TAKING_BACK: Final = re.compile(
    r"^[\s,.?!;-]*\b(?:no|nope|wait|sorry|rather|make that|or rather)[\s,.!:-]*(?:on |at )?$", re.I
)


def takes_back(between: str) -> bool:
    """True for what stands between a value and the one that replaces it: "eight, no, nine"."""
    return bool(TAKING_BACK.match(between))


def ruled_out(lead: str) -> bool:
    """True where a value is only named to be ruled out: "not Friday". `lead` is what stands before it."""
    return bool(RULING_OUT.search(lead))
