"""Text files of this site as they travel: without the comments that only readers of the source need."""

import re
from typing import Final

_BLOCK: Final = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n", re.DOTALL | re.MULTILINE)
_LINE: Final = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
_INDENT: Final = re.compile(r"^[ \t\n]+", re.MULTILINE)
_BREAK: Final = re.compile(r"(?<=[;{,(\[])\n")


def lean(source: str) -> str:
    """A module or style sheet without comments that have lines of their own, indentation and needless breaks.

    It reads lines, not the language: it serves sources that keep texts of several lines out of their code.
    """
    return _BREAK.sub("", _INDENT.sub("", _LINE.sub("", _BLOCK.sub("", source))))
