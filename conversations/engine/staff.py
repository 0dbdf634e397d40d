"""Who of staff speaks in the machine's place."""

from dataclasses import dataclass
from typing import Any, Final

UNNAMED: Final = "Staff"
"""The author of what somebody writes whose account has no person's name."""


@dataclass(frozen=True)
class Staff:
    """Somebody of staff: `key` is that of the account, `name` is for the record and for colleagues.

    `shown_name` is what customers read, "" where the account has no person's name: the name by which
    somebody logs in is none of theirs.
    """

    key: int
    name: str
    shown_name: str = ""

    @classmethod
    def of(cls, user: Any) -> "Staff":
        """The staff member of a Django account."""
        shown_name = str(user.get_full_name())
        return cls(key=user.pk, name=shown_name or str(user.get_username()), shown_name=shown_name)

    @property
    def author(self) -> str:
        """Who wrote their messages."""
        return self.shown_name or UNNAMED


@dataclass(frozen=True)
class Holder:
    """Whoever has taken a session over. `takeover` counts up with each take-over of a session.

    `staff` is the key of the account, None where that is gone; the names are those of `Staff`.
    """

    takeover: int
    staff: int | None
    name: str
    shown_name: str
