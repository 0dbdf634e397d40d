"""Whoever does what docs/tutorial.md says gets what it says: every file, command and conversation of it."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from ezgraph_site.places import CHECKOUT
from tests.live_site import environment

PAGE = (CHECKOUT / "docs" / "tutorial.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"`(?P<path>[\w/]+\.\w+)`:\s*\Z")
PYTHON = ".venv/bin/python "
SOURCES = ("conversations", "providers", "ezgraph_site", "manage.py", "pyproject.toml")
PERSON = "You: "
QUICKLY = "--nomigrations -p no:schemathesis -p no:hypothesispytest -p no:cacheprovider"
"""How the page's tests are run, which need none of that."""


@dataclass(frozen=True)
class Step:
    """A block of the page: a file to write (`path`), a command, or what a command says."""

    kind: str
    text: str
    path: str


def steps() -> Iterator[Step]:
    """The blocks of the page in their order."""
    for block in BLOCK.finditer(PAGE):
        named = FILE.search(PAGE, 0, block.start())
        yield Step(block["kind"], block["text"], named["path"] if named else "")


@dataclass
class Reader:
    """Somebody who follows the page in a checkout of their own."""

    checkout: Path
    env: dict[str, str]

    def does(self, step: Step, answer: str) -> None:
        """Write a file, or run a command, talk as `answer` does, and compare."""
        if step.path:
            (self.checkout / step.path).write_text(step.text, encoding="utf-8")
        elif step.kind == "sh":
            said = self.runs(step.text, "".join(f"{line}\n" for line in spoken(answer)))
            self.compares(said, answer)

    def runs(self, command: str, typed: str = "") -> str:
        """What a command prints."""
        done = subprocess.run(
            ["sh", "-e", "-c", command.replace(PYTHON, f"{sys.executable} ")],
            cwd=self.checkout,
            env=self.env,
            input=typed,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def compares(self, said: str, expected: str) -> None:
        """Every line of the page has been said, in this order; … stands for any rest."""
        rest = said.splitlines()
        for line in expected.splitlines():
            if line.startswith(PERSON):
                continue
            begin, dots, _ = line.partition("…")
            fitting = (i for i, real in enumerate(rest) if real.startswith(begin) and (dots or real == line))
            place = next(fitting, None)
            assert place is not None, f"{line!r} is not in what was said:\n{said}"
            rest = rest[place + 1 :]


def spoken(answer: str) -> list[str]:
    """What the person of a conversation types."""
    return [line.removeprefix(PERSON) for line in answer.splitlines() if line.startswith(PERSON)]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """In a checkout whose database is ready, as after `make run`."""
    checkout = tmp_path_factory.mktemp("tutorial")
    for name in SOURCES:
        source = CHECKOUT / name
        if source.is_dir():
            shutil.copytree(source, checkout / name)
        else:
            shutil.copy(source, checkout)
    shutil.copytree(CHECKOUT / "tests" / "peers", checkout / "tests" / "peers")
    for shared in (CHECKOUT / "tests").glob("*.py"):
        shutil.copy(shared, checkout / "tests")
    env = environment(
        EZGRAPH_DATA_DIR=str(checkout / "data"), EZGRAPH_BUSINESS_DATE="2027-03-01", PYTEST_ADDOPTS=QUICKLY
    )
    reader = Reader(checkout, env)
    reader.runs(f"{PYTHON} -m ezgraph_site.bootstrap")
    reader.runs(f"{PYTHON} manage.py migrate --verbosity 0")
    return reader


@pytest.mark.slow
def test_whoever_follows_the_page_gets_what_it_shows(reader: Reader):
    blocks = list(steps())
    assert {step.kind for step in blocks} == {"sh", "text", "python", "markdown"}
    for step, following in zip(blocks, [*blocks[1:], None], strict=True):
        reader.does(step, following.text if following and following.kind == "text" else "")


@pytest.mark.slow
def test_what_the_page_had_written_is_tidy(reader: Reader):
    written = "ezgraph_site/graphs tests/site"
    reader.runs(f"{PYTHON} -m ruff check --no-cache {written}")
    reader.runs(f"{PYTHON} -m ruff format --no-cache --check {written}")


def test_every_file_of_the_page_has_a_name():
    assert all(step.path for step in steps() if step.kind in ("python", "markdown"))
    assert not any(step.path for step in steps() if step.kind in ("sh", "text"))


@pytest.mark.slow
def test_no_word_of_what_the_graph_began_as_is_left(reader: Reader):
    for file in (reader.checkout / "ezgraph_site" / "graphs" / "bikes").rglob("*.*"):
        assert file.suffix == ".pyc" or "call back" not in file.read_text(encoding="utf-8"), file
