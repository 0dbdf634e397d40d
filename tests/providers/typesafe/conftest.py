"""The System One servers that only these tests need, each started once a run."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.peers import system_one


@pytest.fixture(scope="session")
def laya(system_one_commands: Path) -> Iterator[str]:
    """The address of the server with another error body."""
    with system_one.running_laya(system_one_commands) as url:
        yield url


@pytest.fixture(scope="session")
def microllm(system_one_commands: Path) -> Iterator[str]:
    """The address of the server whose answers depend on the text."""
    with system_one.running_microllm(system_one_commands) as url:
        yield url
