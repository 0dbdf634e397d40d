"""People of staff with different rights."""

import pytest
from django.contrib.auth.models import User

from tests.conversations.takeovers.staff import account

READS = "view_session"
WRITES = "take_over_session"


@pytest.fixture
def ann(transactional_db: None) -> User:
    """May read and take over."""
    return account("ann", READS, WRITES, full_name="Ann Lee")


@pytest.fixture
def bob(transactional_db: None) -> User:
    """May read, take over and see decisions."""
    return account("bob", READS, WRITES, "view_decision")


@pytest.fixture
def reader(transactional_db: None) -> User:
    """May only read."""
    return account("reader", READS)
