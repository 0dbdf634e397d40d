"""Names that others choose, bounded: what could be endless gets no line of its own."""

from collections import defaultdict
from typing import Final

OTHER: Final = "other"
LONGEST: Final = 100
"""Characters of a name that are shown."""


def shown(name: str) -> str:
    """A name as it is shown: cut, and without half characters, with which no page could be written."""
    return name[:LONGEST].encode("utf-8", "replace").decode("utf-8")


class Names:
    """The first `most` different names of each owner; every further one is `other`.

    So an owner whose names are endless takes no line from the names of another.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: defaultdict[str, set[str]] = defaultdict(set)

    def known(self, owner: str, name: str) -> str:
        """The name as it is shown."""
        name, known = shown(name), self._known[owner]
        if name not in known:
            if len(known) >= self._most:
                return OTHER
            known.add(name)
        return name
