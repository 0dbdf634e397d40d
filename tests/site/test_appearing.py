"""A new file appears whole and in no other's place, on file systems with hard links and on those without."""

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ezgraph_site.appearing import appear
from ezgraph_site.bootstrap import make_data_dir
from ezgraph_site.operations.backing_up import BackupFailed, back_up
from ezgraph_site.places import ENCRYPTION_KEYS_FILE, SECRET_KEY_FILE


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A database."""
    path = tmp_path / "db.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("CREATE TABLE said (text TEXT)")
    return path


@pytest.fixture(
    params=[None, errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS],
    ids=["links", "as on FAT", "as on a share", "as in a sandbox"],
)
def links(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the file system says to hard links."""
    if request.param is not None:
        monkeypatch.setattr(os, "link", _failing(request.param))


def _failing(code: int) -> Any:
    def fail(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    return fail


@pytest.mark.usefixtures("links")
def test_backups_and_keys_are_written_whole_and_nothing_else_is_left(source: Path, tmp_path: Path):
    place = tmp_path / "place"
    make_data_dir(place)
    back_up(source, place / "copy.sqlite3")

    files = {path.name: path.stat() for path in place.iterdir()}
    assert set(files) == {".gitignore", SECRET_KEY_FILE, ENCRYPTION_KEYS_FILE, "copy.sqlite3"}
    assert all(file.st_size and file.st_mode & 0o077 == 0 for file in files.values())


@pytest.mark.usefixtures("links")
def test_what_came_meanwhile_stays_as_it_is(tmp_path: Path):
    draft, path = tmp_path / "draft", tmp_path / "path"
    draft.write_text("late")
    path.write_text("mine")
    with pytest.raises(FileExistsError):
        appear(draft, path)

    assert path.read_text() == "mine"


@pytest.mark.parametrize(
    "trouble",
    [{"link": errno.EIO}, {"link": errno.EPERM, "replace": errno.EIO}],
    ids=["of links", "of renaming"],
)
def test_another_trouble_of_the_file_system_leaves_no_file(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: dict[str, int]
):
    for call, code in trouble.items():
        monkeypatch.setattr(os, call, _failing(code))
    with pytest.raises(BackupFailed, match="Input/output error"):
        back_up(source, tmp_path / "copy.sqlite3")

    assert list(tmp_path.iterdir()) == [source]
