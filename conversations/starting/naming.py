"""The name of a new graph, and what its class and its title are called after it."""

import keyword
import re
from dataclasses import dataclass
from typing import Final

LONGEST: Final = 40
"""Characters of a name, so that the template's lines stay within a line."""

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")


class NameRefused(ValueError):
    """A graph and its package cannot have this name; the message says which one they could have."""


@dataclass(frozen=True)
class Names:
    """What a graph is called: in addresses and settings, as a class, and by customers."""

    name: str
    class_name: str
    title: str


def names_of(name: str) -> Names:
    """The names that follow from one such as `bike_repair`. Raises NameRefused."""
    if not _NAME.fullmatch(name):
        raise NameRefused(
            f"{name!r} is no name for a graph: it needs small letters, digits and single _ between them, "
            f"beginning with a letter{_advice(name)}."
        )
    if len(name) > LONGEST:
        raise NameRefused(f"{name!r} has {len(name)} characters; a name has at most {LONGEST}.")
    if keyword.iskeyword(name):
        raise NameRefused(f"{name!r} is a word of Python. Add one, such as {name}_talk.")
    words = name.split("_")
    class_name = "".join(word.capitalize() for word in words).removesuffix("Graph") or "Graph"
    return Names(name, f"{class_name}Graph", " ".join(words).capitalize())


def _advice(name: str) -> str:
    """The nearest name that would do, where there is one."""
    nearest = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:LONGEST].strip("_")
    return f", such as {nearest}" if _NAME.fullmatch(nearest) else ", such as bike_repair"
