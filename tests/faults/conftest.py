"""Databases and processes for the fault tests, and how often each of them is to be repeated.

The processes run on databases of their own, so these tests need none of pytest-django's. PostgreSQL
is `DATABASE_URL`'s server where that names one, else one that is started for this run.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.faults.cases import Cases
from tests.faults.processes import Nursery, running_nursery
from tests.faults.rehearsal import Rehearsal, rehearse
from tests.peers import postgres

AT_ONCE = 10
"""Cases that run beside each other; most of them wait for a lease to expire.

No case has more than four processes, and a server usually takes a hundred connections.
"""


@pytest.fixture(scope="session")
def fault_runs(pytestconfig: pytest.Config) -> int:
    """How often a case is repeated."""
    runs: int = pytestconfig.getoption("--fault-runs")
    return runs


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The URL of a server on which databases can be made."""
    with postgres.any_server() as url:
        yield url


@pytest.fixture(scope="session")
def nursery(postgresql_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """Processes on PostgreSQL."""
    with (
        postgres.new_database(postgresql_server) as database,
        running_nursery(tmp_path_factory.mktemp("faults") / "data", database) as nursery,
    ):
        yield nursery


@pytest.fixture(scope="session")
def sqlite_nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """Processes on SQLite."""
    with running_nursery(tmp_path_factory.mktemp("faults-sqlite") / "data", "") as nursery:
        yield nursery


@pytest.fixture(scope="session")
def rehearsal(nursery: Nursery) -> Rehearsal:
    """A turn on PostgreSQL that nobody strikes."""
    return rehearse(nursery)


@pytest.fixture(scope="session")
def pool() -> Iterator[ThreadPoolExecutor]:
    """Runs cases."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield pool


@pytest.fixture
def cases(pool: ThreadPoolExecutor) -> Cases:
    """The cases of a test."""
    return Cases(pool)
