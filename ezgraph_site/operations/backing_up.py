"""A copy of a SQLite database that is in use: as it was at one moment, and whole."""

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from ezgraph_site.appearing import appear


class BackupFailed(Exception):
    """There is no copy; the message says why."""


def back_up(source: Path, target: Path) -> int:
    """Copy the database at `source` to a new file, readable by its owner only; return its size in bytes.

    Whoever writes meanwhile is not kept waiting. `target` appears when it is whole (see `appear`), and never
    takes the place of a file that is there. Raises BackupFailed.
    """
    if target.exists():
        raise BackupFailed(f"{target} exists already.")
    try:
        descriptor, draft = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")  # mode 600
        os.close(descriptor)
    except OSError as error:
        raise BackupFailed(f"{target} cannot be written: {error.strerror}.") from error
    try:
        _copy(source, Path(draft))
        appear(Path(draft), target)
        return target.stat().st_size
    except (sqlite3.Error, OSError) as error:
        raise BackupFailed(f"{source} cannot be copied to {target}: {error}.") from error
    finally:
        Path(draft).unlink(missing_ok=True)


def _copy(source: Path, draft: Path) -> None:
    """In one step, so that it is of one moment: a copy in parts begins anew whenever somebody writes."""
    with (
        closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as here,
        closing(sqlite3.connect(draft)) as there,
    ):
        here.backup(there)
        # One file, whatever the journal of the original is.
        there.execute("PRAGMA journal_mode=DELETE")
        (found,) = there.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise BackupFailed(f"{source} is damaged: {found}.")
    with draft.open("rb") as file:
        os.fsync(file.fileno())
