"""The database is asked what it may lose, and whether it has room for the site."""

from typing import Any

import pytest
from django.core.checks import run_checks
from django.db import connection

from conversations.checks.database_server import ASKED, faults_of_postgresql, faults_of_sqlite

DEFAULTS = {
    "fsync": "on",
    "full_page_writes": "on",
    "synchronous_commit": "on",
    "server_encoding": "UTF8",
    "transaction_isolation": "read committed",
    "max_connections": "100",
    "superuser_reserved_connections": "3",
}
"""Of a PostgreSQL server that nobody configured."""


def found(options: dict[str, Any] | None = None, **changes: str) -> list[str]:
    """The ids of what is wrong with such a server after these changes."""
    return [str(fault.id) for fault in faults_of_postgresql({**DEFAULTS, **changes}, options or {})]


def reported(databases: list[str] | None) -> set[str]:
    """The ids of what the checks say of the tests' own database."""
    ids = {str(fault.id) for fault in run_checks(databases=databases)}
    return {name for name in ids if name.startswith("ezgraph.database.")}


def test_nothing_is_wrong_with_a_server_that_nobody_configured():
    assert found() == found({"pool": {"max_size": 12}}) == []


@pytest.mark.parametrize("name", ["fsync", "full_page_writes"])
def test_a_server_that_a_crash_can_damage_is_named(name: str):
    (fault,) = faults_of_postgresql({**DEFAULTS, name: "off"}, {})

    assert fault.id == "ezgraph.database.W007"
    assert name in fault.msg


def test_a_server_that_a_crash_can_rob_of_messages_is_named():
    assert found(synchronous_commit="off") == ["ezgraph.database.W008"]


@pytest.mark.parametrize("value", ["local", "remote_write", "remote_apply"])
def test_a_server_that_waits_for_its_own_disk_is_fine(value: str):
    assert found(synchronous_commit=value) == []


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_an_encoding_that_cannot_hold_every_message_is_an_error(encoding: str):
    assert found(server_encoding=encoding) == ["ezgraph.database.E006"]


@pytest.mark.parametrize("level", ["repeatable read", "serializable"])
def test_another_isolation_level_of_the_server_is_an_error_unless_ours_is_named(level: str):
    assert found(transaction_isolation=level) == ["ezgraph.database.E007"]
    assert found({"isolation_level": 2}, transaction_isolation=level) == []


def test_a_pool_that_is_larger_than_the_server_is_named():
    assert found({"pool": {"max_size": 97}}) == []
    assert found({"pool": {"max_size": 98}}) == ["ezgraph.database.W009"]
    assert found({"pool": True}) == []


def test_a_journal_that_keeps_writers_waiting_is_named():
    assert [fault.id for fault in faults_of_sqlite("delete")] == ["ezgraph.database.W006"]
    assert list(faults_of_sqlite("wal")) == []


@pytest.mark.django_db
def test_the_real_database_is_asked_only_where_databases_are_checked():
    # The PostgreSQL that the tests start for themselves is fast because it may forget.
    forgetful = {"ezgraph.database.W007", "ezgraph.database.W008"}

    assert reported(None) == set()
    assert reported(["default"]) <= (forgetful if connection.vendor == "postgresql" else set())


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="of PostgreSQL only")
def test_postgresql_knows_every_setting_that_is_asked_for():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_settings WHERE name = ANY(%s)", [list(ASKED)])
        assert cursor.fetchone() == (len(ASKED),)


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="of PostgreSQL only")
def test_what_holds_for_our_own_connection_counts():
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")

    assert "ezgraph.database.W008" in reported(["default"])
