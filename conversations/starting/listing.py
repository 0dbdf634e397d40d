"""The module that lists a site's graphs, and how one is added to it without touching the rest."""

import ast
from pathlib import Path


class Unlistable(Exception):
    """The module does not hold its list in a form to which a line can be added."""


def listed_in(path: Path) -> tuple[str, ...]:
    """The dotted paths that a module lists. Raises Unlistable."""
    return _read(path.read_text(encoding="utf-8"), path)[0]


def add_to_list(path: Path, entry: str) -> None:
    """Add a dotted path as the last line of the list. Raises Unlistable, and OSError."""
    source = path.read_text(encoding="utf-8")
    before, last_line = _read(source, path)
    lines = source.splitlines(keepends=True)
    lines.insert(last_line - 1, f'    "{entry}",\n')
    changed = "".join(lines)
    # Holds whatever the form of the list was: only what reads as meant is written.
    if _read(changed, path)[0] != (*before, entry):
        raise Unlistable(f"{path} does not end its list with a bracket on a line of its own.")
    path.write_text(changed, encoding="utf-8")


def _read(source: str, path: Path) -> tuple[tuple[str, ...], int]:
    """The entries of the one tuple or list, and the number of the line that its bracket closes."""
    try:
        values = [
            part.value for part in ast.parse(source).body if isinstance(part, ast.Assign | ast.AnnAssign)
        ]
        (found,) = (value for value in values if isinstance(value, ast.Tuple | ast.List))
        entries = tuple(ast.literal_eval(found))
    except (SyntaxError, ValueError):
        raise Unlistable(f"{path} does not hold one list of dotted paths.") from None
    assert found.end_lineno is not None
    return entries, found.end_lineno
