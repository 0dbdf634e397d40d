"""Names that others choose, bounded: what could be endless gets no line of its own."""

from typing import Final

OTHER: Final = "other"
LONGEST: Final = 100
"""Characters of a name that are shown."""


class Names:
    """The first `most` different names; every further one is `other`."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: set[str] = set()

    def known(self, name: str) -> str:
        """The name as it is shown."""
        name = name[:LONGEST]
        if name not in self._known:
            if len(self._known) >= self._most:
                return OTHER
            self._known.add(name)
        return name
