"""Each setting of the database that would make turns slow, stall or fail is named."""

from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks
from django.db import connection
from django.db.backends.postgresql.psycopg_any import IsolationLevel

from conversations.checks.database_settings import faults_of
from ezgraph_site.databases import database

THREADS = 8
SQLITE = {"vendor": "sqlite", "url": ""}
POSTGRESQL = {"vendor": "postgresql", "url": "postgres://u:p@db.example/site"}


def found(kind: dict[str, str], options: dict[str, Any] | None = None, **changes: Any) -> list[str]:
    """The ids of what is wrong with this site's own settings after these changes."""
    config = {"ATOMIC_REQUESTS": False, **database(kind["url"], Path("/data"), THREADS), **changes}
    config["OPTIONS"] = {**config["OPTIONS"], **(options or {})}
    return [str(fault.id) for fault in faults_of(kind["vendor"], config, THREADS)]


def test_nothing_is_wrong_with_the_settings_of_this_site():
    assert found(SQLITE) == found(POSTGRESQL) == []
    assert not [fault for fault in run_checks() if str(fault.id).startswith("ezgraph.database.")]


@pytest.mark.parametrize("kind", [SQLITE, POSTGRESQL], ids=["SQLite", "PostgreSQL"])
def test_a_transaction_around_every_request_is_an_error(kind: dict[str, str]):
    assert found(kind, ATOMIC_REQUESTS=True) == ["ezgraph.database.E001"]


@pytest.mark.parametrize("level", [IsolationLevel.REPEATABLE_READ, IsolationLevel.SERIALIZABLE])
def test_another_isolation_level_is_an_error(level: IsolationLevel):
    assert found(POSTGRESQL, {"isolation_level": level}) == ["ezgraph.database.E002"]


def test_the_usual_isolation_level_may_be_named():
    assert found(POSTGRESQL, {"isolation_level": IsolationLevel.READ_COMMITTED}) == []


@pytest.mark.parametrize(
    "pool", [{"max_size": THREADS}, {"min_size": 2}, {"min_size": 2, "max_size": None}, True], ids=str
)
def test_a_pool_without_a_connection_to_spare_is_an_error(pool: object):
    assert found(POSTGRESQL, {"pool": pool}) == ["ezgraph.database.E003"]


@pytest.mark.parametrize("pool", [{"max_size": THREADS + 1}, {"min_size": THREADS + 1}], ids=str)
def test_a_pool_with_one_to_spare_is_enough(pool: object):
    assert found(POSTGRESQL, {"pool": pool}) == []


@pytest.mark.parametrize("name", [":memory:", "file:site?mode=memory&cache=shared"])
def test_sqlite_in_memory_is_an_error(name: str):
    assert found(SQLITE, NAME=name) == ["ezgraph.database.E004"]


@pytest.mark.parametrize("age", [60, None])
def test_connections_that_are_kept_beside_a_pool_are_an_error(age: int | None):
    assert found(POSTGRESQL, CONN_MAX_AGE=age) == ["ezgraph.database.E005"]


@pytest.mark.parametrize("pool", [None, False, {}], ids=str)
def test_postgresql_without_a_pool_is_slow(pool: object):
    assert found(POSTGRESQL, {"pool": pool}) == ["ezgraph.database.W001"]


def test_connections_that_nobody_checks_fail_after_a_restart():
    assert found(POSTGRESQL, CONN_HEALTH_CHECKS=False) == ["ezgraph.database.W002"]


@pytest.mark.parametrize("mode", ["DEFERRED", None])
def test_a_late_lock_fails_with_two_writers(mode: str | None):
    assert found(SQLITE, {"transaction_mode": mode}) == ["ezgraph.database.W003"]


@pytest.mark.parametrize("seconds", [0, 1.5])
def test_writers_without_patience_find_the_database_locked(seconds: float):
    assert found(SQLITE, {"timeout": seconds}) == ["ezgraph.database.W004"]


def test_a_file_that_is_opened_again_and_again_is_slow():
    assert found(SQLITE, CONN_MAX_AGE=0) == ["ezgraph.database.W005"]


def test_all_faults_are_reported_at_once_each_with_a_hint(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(connection.settings_dict, "ATOMIC_REQUESTS", True)
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 60)
    reported = [fault for fault in run_checks() if str(fault.id).startswith("ezgraph.database.")]

    assert len(reported) == 2
    assert all(fault.hint for fault in reported)
