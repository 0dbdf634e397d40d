"""What is published: every file of the packages, nothing else, and what an index shows of it."""

import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

from tests.packaging.conftest import PACKAGES

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def contents(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode())


def test_every_file_of_the_packages_is_in_it_and_nothing_else(sources: Path, contents: set[str]) -> None:
    files = {
        str(path.relative_to(sources))
        for package in PACKAGES
        for path in (sources / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }

    assert {name for name in contents if ".dist-info/" not in name} == files


def test_both_packages_tell_type_checkers_that_they_are_typed(contents: set[str]) -> None:
    assert {f"{package}/py.typed" for package in PACKAGES} <= contents


def test_an_index_can_say_what_it_is(metadata: Message) -> None:
    assert metadata["Name"] == "ezgraph-django"
    assert {"Framework :: Django :: 5.2", "Typing :: Typed"} <= set(metadata.get_all("Classifier", []))
    assert str(metadata.get_payload()).startswith("# EZGraph for Django")
