"""Where a reader stands in the events of a turn that rows can repeat: the ids of server-sent events."""

import re
from dataclasses import dataclass
from typing import Final

STARTED: Final = 0
"""The place of a turn's beginning. A message has its number in the session, from 1 on."""

END: Final = 2**63
"""The place after all messages."""

_FORM: Final = re.compile(r"([0-9]{1,10})-(end|[0-9]{1,18})")


@dataclass(frozen=True)
class Position:
    """An event that has an id: `place` is STARTED, the number of a message, or END."""

    turn: int
    place: int

    def __str__(self) -> str:
        return f"{self.turn}-{'end' if self.place == END else self.place}"

    @classmethod
    def read(cls, text: str) -> "Position | None":
        """The position that a Last-Event-ID header names; None where it names none of ours."""
        found = _FORM.fullmatch(text.strip())
        if found is None:
            return None
        return cls(int(found[1]), END if found[2] == "end" else int(found[2]))
