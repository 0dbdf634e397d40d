"""What is installed: a build holds every file of the packages, not only Python."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]

PACKAGES = ("conversations", "providers")

BUILD = "import setuptools; setuptools.setup()"


def files(folder: Path) -> set[str]:
    """All files of the packages in a folder, but not what Python makes of them."""
    return {
        str(path.relative_to(folder))
        for package in PACKAGES
        for path in (folder / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what a build reads, with a file of every kind that packages may come to have."""
    copy = tmp_path_factory.mktemp("sources")
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(CHECKOUT / name, copy)
    for package in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(CHECKOUT / package, copy / package, ignore=ignored)
    for name in ("locale/de/LC_MESSAGES/django.po", "locale/de/LC_MESSAGES/django.mo", "prompts/own.md"):
        file = copy / "conversations" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    for place, ending in enumerate(("html", "txt", "css", "js", "svg", "png", "woff2", "json", "yaml")):
        (copy / "providers" / "static" / "providers" / f"{place}.{ending}").touch()
    return copy


def compiled(sources: Path) -> Path:
    """What a run before the build left there."""
    file = sources / "providers" / "static" / "__pycache__" / "old.cpython-311.pyc"
    file.parent.mkdir()
    file.touch()
    return file


def test_every_file_of_the_packages_is_installed(sources: Path) -> None:
    left_over = compiled(sources)
    command = [sys.executable, "-c", BUILD, "-q", "build", "--build-lib", "built"]
    subprocess.run(command, cwd=sources, check=True, capture_output=True, timeout=120)

    built = sources / "built"

    assert files(sources) - files(built) == set()
    assert files(built) - files(sources) == set()
    assert not (built / left_over.relative_to(sources)).exists()
    assert {path.name for path in built.iterdir()} == set(PACKAGES)
