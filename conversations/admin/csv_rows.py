"""CSV that a spreadsheet shows and never computes."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any, Final

FORMULA: Final = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r", "\n")
"""What a cell begins with that a spreadsheet would take for a formula, or for what hides one.

With East Asian settings the full-width signs start one as well.
"""


class _Echo(io.StringIO):
    """Gives back each line that is written to it."""

    def write(self, line: str) -> Any:
        """The line itself."""
        return line


def csv_lines(rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    """Each row as a line, its line break at the end."""
    writer = csv.writer(_Echo())
    for row in rows:
        yield str(writer.writerow([cell(value) for value in row]))


def cell(value: Any) -> str:
    """A value as the text of a cell; one that starts a formula gets an apostrophe in front."""
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(FORMULA) else text
