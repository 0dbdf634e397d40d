"""Receipts as text files, each with the record that a careful reader makes of it."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).with_name("receipts")
BUILT_ON: Final = "built_on"
"""Receipts that the embedded model was built with."""
HELD_OUT: Final = "held_out"
"""Receipts that were kept from it at first; what they showed has been mended since."""


@dataclass(frozen=True)
class Sample:
    """A receipt's text and its record, as the graph answers with it."""

    name: str
    text: str
    record: dict[str, Any]

    def arguments(self, **changes: Any) -> dict[str, Any]:
        """What a model calls the tool with to have it recorded, some of it changed."""
        return {**json.loads(json.dumps(self.record)), **changes}


@cache
def samples(group: str) -> tuple[Sample, ...]:
    """The receipts of a group, by name."""
    return tuple(
        Sample(path.stem, path.read_text("utf-8"), json.loads(path.with_suffix(".json").read_text("utf-8")))
        for path in sorted((FOLDER / group).glob("*.txt"))
    )


def sample(name: str) -> Sample:
    """A receipt by its name."""
    return next(one for group in (BUILT_ON, HELD_OUT) for one in samples(group) if one.name == name)
