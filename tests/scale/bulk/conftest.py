"""A used site in the test database, every page of its back office, and what each cost."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from pytest_django import DjangoDbBlocker

from conversations.models import Decision
from tests.back_office.measuring import Cost
from tests.back_office.staff import somebody_who_may_do_everything
from tests.scale.bulk.costs import costs_of_every_page
from tests.scale.bulk.filling import fill
from tests.scale.bulk.table import COSTS, lines

HERE = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave these tests out unless they are asked for: the data set takes minutes and gigabytes."""
    if config.getoption("--bulk"):
        return
    left_out = {item for item in items if HERE in item.path.parents}
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def share(pytestconfig: pytest.Config) -> float:
    """How large the data set is; 1 has a million decisions. On SQLite the test is skipped."""
    if connection.vendor != "postgresql":
        pytest.skip("of PostgreSQL only")
    wanted: float = pytestconfig.getoption("--bulk")
    return wanted


@pytest.fixture(scope="session")
def used_site(share: float, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The data set. One that `--reuse-db` has kept is taken as it is."""
    with django_db_blocker.unblock():
        if not Decision.objects.exists():
            fill(share)
        yield


@pytest.fixture(scope="session")
def costs(used_site: None, pytestconfig: pytest.Config) -> list[Cost]:
    """What each page of the back office cost, for somebody of the staff who may do everything."""
    client = Client(raise_request_exception=False)
    client.force_login(somebody_who_may_do_everything())
    measured = costs_of_every_page(client)
    pytestconfig.stash[COSTS] = measured
    return measured


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tell which pages cost most."""
    for line in lines(config.stash.get(COSTS, [])):
        terminalreporter.write_line(line)
