"""The proxy that `deploy/` describes."""

from pathlib import Path

import pytest

from tests.peers import nginx


@pytest.fixture(scope="session")
def nginx_command() -> Path:
    """The proxy's command; without one the test is skipped, where CI is set it fails."""
    return nginx.find_or_skip()
