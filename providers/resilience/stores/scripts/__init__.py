"""Lua that Redis runs, each script one atomic step on one key.

`common.lua` begins every script, `circuit.lua` after it those about circuits.
"""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final


@dataclass(frozen=True)
class Script:
    """A script's text, and the hash by which Redis knows it once it has seen it."""

    text: str
    sha: str = field(init=False)

    def __post_init__(self) -> None:
        # Redis names scripts by it; nothing is kept secret with it.
        sha = hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest()
        object.__setattr__(self, "sha", sha)


def _script(*files: str) -> Script:
    folder = Path(__file__).parent
    return Script("\n".join((folder / f"{name}.lua").read_text("utf-8") for name in ("common", *files)))


TAKE: Final = _script("take")
ENTER: Final = _script("circuit", "enter")
RENEW: Final = _script("circuit", "renew")
LEAVE: Final = _script("circuit", "leave")
LOOK: Final = _script("circuit", "look")
OPEN: Final = _script("circuit", "open")
CLOSE: Final = _script("circuit", "close")
