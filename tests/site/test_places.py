"""The data folder and its keys: made once, for the owner only."""

import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured

from ezgraph_site.bootstrap import make_data_dir
from ezgraph_site.env import Environment
from ezgraph_site.places import (
    CHECKOUT,
    MAKING,
    data_dir,
    manage_command,
    read_encryption_keys,
    read_secret_key,
)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_default_folder_is_outside_of_the_checkout(tmp_path: Path):
    folder = data_dir(Environment({"XDG_DATA_HOME": str(tmp_path)}))

    assert folder.parent == tmp_path / "ezgraph"
    assert folder.name.startswith(f"{CHECKOUT.name}-")


def test_a_relative_folder_is_made_absolute():
    assert data_dir(Environment({"EZGRAPH_DATA_DIR": "data"})) == Path.cwd() / "data"


def test_the_folder_and_its_keys_are_for_the_owner_only(tmp_path: Path):
    folder = tmp_path / "deep" / "data"
    make_data_dir(folder)

    assert mode(folder) == 0o700
    assert mode(folder / "secret.key") == 0o600
    assert mode(folder / "encryption.keys") == 0o600


def test_the_keys_can_be_used(tmp_path: Path):
    make_data_dir(tmp_path)

    assert len(read_secret_key(tmp_path)) >= 50
    (key,) = read_encryption_keys(tmp_path)
    Fernet(key)


def test_a_second_run_keeps_the_keys(tmp_path: Path):
    make_data_dir(tmp_path)
    before = (read_secret_key(tmp_path), read_encryption_keys(tmp_path))
    make_data_dir(tmp_path)

    assert (read_secret_key(tmp_path), read_encryption_keys(tmp_path)) == before


def test_runs_at_once_agree_on_the_keys(tmp_path: Path):
    together = threading.Barrier(8)
    seen = []

    def run() -> None:
        together.wait()
        make_data_dir(tmp_path)
        seen.append((read_secret_key(tmp_path), read_encryption_keys(tmp_path)))

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(seen) == 8
    assert len(set(seen)) == 1


def test_no_draft_of_a_key_is_left_behind(tmp_path: Path):
    make_data_dir(tmp_path)

    assert {path.name for path in tmp_path.iterdir()} == {".gitignore", "secret.key", "encryption.keys"}


def test_git_never_sees_the_folder(tmp_path: Path):
    make_data_dir(tmp_path)

    assert (tmp_path / ".gitignore").read_text() == "*\n"


def test_every_line_of_the_file_is_an_encryption_key(tmp_path: Path):
    (tmp_path / "encryption.keys").write_text("new\nold\n")

    assert read_encryption_keys(tmp_path) == ("new", "old")


@pytest.mark.parametrize(
    ("variable", "read"),
    [("EZGRAPH_SECRET_KEY", read_secret_key), ("EZGRAPH_ENCRYPTION_KEYS", read_encryption_keys)],
    ids=["secret-key", "encryption-keys"],
)
def test_a_missing_key_says_how_to_get_one_here_and_in_a_deployment(
    tmp_path: Path, variable: str, read: Callable[[Path], object]
):
    with pytest.raises(
        ImproperlyConfigured, match=f"{variable} is not set .*`make run` makes one"
    ) as refusal:
        read(tmp_path)

    command = MAKING[variable]
    assert f"In a deployment set {variable}, the same for all processes: `{command}`" in str(refusal.value)
    assert command in (CHECKOUT / "docs" / "keys.md").read_text()
    assert command in (CHECKOUT / "deploy" / "env.example").read_text()


@pytest.mark.parametrize("content", ["", "\n", "short", "\u00e9" * 40])
def test_a_key_that_cannot_be_one_says_that_its_file_has_to_go(tmp_path: Path, content: str):
    (tmp_path / "secret.key").write_text(content, encoding="utf-8")

    with pytest.raises(ImproperlyConfigured, match=r"secret\.key .*[Rr]emove the file"):
        read_secret_key(tmp_path)


def test_a_folder_in_place_of_a_key_is_named(tmp_path: Path):
    (tmp_path / "encryption.keys").mkdir()

    with pytest.raises(ImproperlyConfigured, match=r"EZGRAPH_ENCRYPTION_KEYS .* cannot be read"):
        read_encryption_keys(tmp_path)


@pytest.mark.parametrize("place", ["file", "file/below", "long" * 100])
def test_a_folder_that_cannot_be_made_is_named_with_its_setting(tmp_path: Path, place: str):
    (tmp_path / "file").touch()

    with pytest.raises(ImproperlyConfigured, match=r"^EZGRAPH_DATA_DIR: the data folder .* cannot be used: "):
        make_data_dir(tmp_path / place)


def test_an_unknown_home_folder_is_named_with_its_setting():
    with pytest.raises(ImproperlyConfigured, match="EZGRAPH_DATA_DIR: the home folder"):
        data_dir(Environment({"EZGRAPH_DATA_DIR": "~nobody-of-this-name/data"}))


def test_a_command_to_paste_names_a_folder_that_is_not_the_default():
    assert manage_command(data_dir(Environment({})), "check") == ".venv/bin/python manage.py check"
    assert manage_command(Path("/my data"), "check").startswith(
        "EZGRAPH_DATA_DIR='/my data' .venv/bin/python "
    )
