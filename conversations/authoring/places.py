"""Where in a graph author's code something is, in words for an error message."""

import os
import sysconfig
from collections.abc import Iterator
from types import FrameType
from typing import Final

_FRAMEWORK: Final = ("conversations", "providers")
"""Packages whose frames no author can mend."""

_INSTALLED: Final = tuple(
    sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")
)


def place_of(error: BaseException | None) -> str:
    """The innermost line of an author's code that an exception came through, "" where there is none.

    Such as `ezgraph_site/graphs/quote/nodes/driver.py, line 33`, beginning at the current folder.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return _shown(error.filename, error.lineno or 1)
    places = [_shown(frame.f_code.co_filename, line) for frame, line in _frames(error) if _is_authors(frame)]
    return places[-1] if places else ""


def _frames(error: BaseException | None) -> Iterator[tuple[FrameType, int]]:
    traceback = error.__traceback__ if error else None
    while traceback is not None:
        yield traceback.tb_frame, traceback.tb_lineno
        traceback = traceback.tb_next


def _is_authors(frame: FrameType) -> bool:
    file = frame.f_code.co_filename
    package = str(frame.f_globals.get("__name__", "")).partition(".")[0]
    return package not in _FRAMEWORK and os.path.isabs(file) and not file.startswith(_INSTALLED)


def _shown(file: str, line: int) -> str:
    shorter = os.path.relpath(file)
    return f"{file if shorter.startswith('..') else shorter}, line {line}"
