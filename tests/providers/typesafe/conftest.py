"""The three System One servers, each started once a run; without them the tests are skipped."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.peers import system_one


@pytest.fixture(scope="session")
def commands() -> Path:
    """Where the servers are; where CI is set they have to be there."""
    found = system_one.find()
    if found:
        return found
    if system_one.required():
        pytest.fail(system_one.MISSING)
    pytest.skip(system_one.MISSING)


@pytest.fixture(scope="session")
def jevcompat(commands: Path) -> Iterator[system_one.Jevcompat]:
    with system_one.running_jevcompat(commands) as servers:
        yield servers


@pytest.fixture(scope="session")
def laya(commands: Path) -> Iterator[str]:
    with system_one.running_laya(commands) as url:
        yield url


@pytest.fixture(scope="session")
def microllm(commands: Path) -> Iterator[str]:
    with system_one.running_microllm(commands) as url:
        yield url
