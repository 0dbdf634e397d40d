"""A copy of the database: whole, for its owner only, and never in the place of another file."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ezgraph_site.operations.backing_up import BackupFailed, back_up


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A database in which somebody is about to write."""
    path = tmp_path / "db.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE said (text TEXT)")
        database.execute("INSERT INTO said VALUES ('Hello.')")
    return path


def said(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return [text for (text,) in database.execute("SELECT text FROM said")]


def test_it_is_of_the_moment_though_somebody_writes_and_keeps_nobody_waiting(source: Path, tmp_path: Path):
    target = tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(source, isolation_level=None, timeout=0)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO said VALUES ('Not yet.')")
        size = back_up(source, target)
        writer.execute("COMMIT")

    assert said(target) == ["Hello."]
    assert said(source) == ["Hello.", "Not yet."]
    assert size == target.stat().st_size
    assert target.stat().st_mode & 0o077 == 0
    assert {path.name for path in tmp_path.iterdir()} <= {"copy.sqlite3", *_of(source)}


def test_a_file_that_is_there_stays_as_it_is(source: Path, tmp_path: Path):
    target = tmp_path / "copy.sqlite3"
    target.write_text("mine")
    with pytest.raises(BackupFailed, match="exists already"):
        back_up(source, target)

    assert target.read_text() == "mine"


@pytest.mark.parametrize("place", ["no/folder/copy.sqlite3", "db.sqlite3/copy.sqlite3"])
def test_a_place_that_cannot_be_written_is_named(source: Path, place: str):
    with pytest.raises(BackupFailed, match=place):
        back_up(source, source.parent / place)


def test_a_database_that_is_none_leaves_nothing_behind(tmp_path: Path):
    source = tmp_path / "db.sqlite3"
    source.write_text("not a database, but long enough to be looked at as if it were one" * 100)
    with pytest.raises(BackupFailed, match="file is not a database"):
        back_up(source, tmp_path / "copy.sqlite3")

    assert [path.name for path in tmp_path.iterdir()] == ["db.sqlite3"]


def _of(source: Path) -> set[str]:
    return {f"{source.name}{suffix}" for suffix in ("", "-wal", "-shm")}
