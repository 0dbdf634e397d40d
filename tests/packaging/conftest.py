"""A wheel as it would be published, and an environment that has it instead of this checkout."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from ezgraph_site.places import CHECKOUT

PACKAGES = ("conversations", "providers")

BUILD_SECONDS = 300


def pytest_addoption(parser: pytest.Parser) -> None:
    """What takes more than a moment is for `make package`."""
    parser.addoption("--another-project", action="store_true", help="install the wheel and build on it")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what needs the wheel installed, unless it is asked for."""
    if config.getoption("--another-project", default=False):
        return
    left_out = [item for item in items if "installed" in getattr(item, "fixturenames", ())]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


@dataclass(frozen=True)
class Installed:
    """An environment with the wheel, and with the dependencies of this one."""

    python: Path

    def run(self, *command: str, folder: Path, **variables: str) -> str:
        """Run Python with these arguments; return what it printed. Fails with it where it fails."""
        done = subprocess.run(
            [self.python, *command],
            cwd=folder,
            env=environment(**variables),
            capture_output=True,
            text=True,
            timeout=BUILD_SECONDS,
        )
        assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
        return done.stdout


def environment(**variables: str) -> dict[str, str]:
    """The environment of somebody who has never seen this site."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "TMPDIR", "LANG")}
    return {**kept, **variables}


@pytest.fixture(scope="session")
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


@pytest.fixture(scope="session")
def wheel(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the copy, in which a run before the build has left something."""
    left_over = sources / "providers" / "static" / "__pycache__"
    left_over.mkdir()
    (left_over / "old.cpython-311.pyc").touch()
    built = tmp_path_factory.mktemp("built")
    _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(built), str(sources))
    (made,) = built.glob("*.whl")
    return made


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel, installed where no file of the checkout can be seen."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    (packages,) = folder.glob("lib/python*/site-packages")
    # Its dependencies are there already. A path that comes in this way brings no editable installation along.
    (packages / "shared.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    _pip("--python", str(python), "install", "--no-deps", "--no-index", str(wheel))
    return Installed(python)


def _pip(*arguments: str) -> None:
    command: Sequence[str] = (sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", *arguments)
    done = subprocess.run(command, capture_output=True, text=True, timeout=BUILD_SECONDS, env=environment())
    assert done.returncode == 0, done.stderr
