"""Migrations make and remove indexes while others write, and can be run again where they were broken off."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import PROTECT, ForeignKey, Index
from django.utils import timezone

from conversations.indexing import AddIndexBesideWriters, RemoveForeignKeyIndexBesideWriters
from conversations.models import Session

pytestmark = pytest.mark.django_db(transaction=True)

on_postgresql = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has one writer.")

SECONDS = 30.0


def adding() -> AddIndexBesideWriters:
    return AddIndexBesideWriters("session", Index(fields=["cursor"], name="session_for_a_test"))


def key(**options: Any) -> "ForeignKey[Any, Any]":
    return ForeignKey(
        "conversations.ApiClient", on_delete=PROTECT, related_name="sessions", null=True, **options
    )


def removing() -> RemoveForeignKeyIndexBesideWriters:
    return RemoveForeignKeyIndexBesideWriters(
        "session", "client", key(db_index=False), index="session_client_for_a_test"
    )


def states(operation: Operation) -> tuple[ProjectState, ProjectState]:
    before = ProjectState.from_apps(apps)
    before.alter_field("conversations", "session", "client", key(), preserve_default=True)
    after = before.clone()
    operation.state_forwards("conversations", after)
    return before, after


def forwards(operation: Operation) -> None:
    before, after = states(operation)
    with connection.schema_editor(atomic=False) as editor:
        operation.database_forwards("conversations", editor, before, after)


def backwards(operation: Operation) -> None:
    before, after = states(operation)
    with connection.schema_editor(atomic=False) as editor:
        operation.database_backwards("conversations", editor, after, before)


def indexes() -> set[str]:
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, Session._meta.db_table)
    return {name for name, index in found.items() if index["index"]}


def write() -> None:
    Session.objects.create(graph="quote", cursor="DriverNode", updated_at=timezone.now())


def in_thread(work: Callable[[], None]) -> threading.Thread:
    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_an_index_comes_and_goes():
    forwards(adding())
    assert "session_for_a_test" in indexes()
    backwards(adding())
    assert "session_for_a_test" not in indexes()


@on_postgresql
def test_the_index_of_a_foreign_key_comes_and_goes():
    backwards(removing())
    assert "session_client_for_a_test" in indexes()
    forwards(removing())
    assert "session_client_for_a_test" not in indexes()


@on_postgresql
def test_what_was_broken_off_is_made_again():
    forwards(adding())
    forwards(adding())
    backwards(adding())
    backwards(adding())

    assert "session_for_a_test" not in indexes()


@on_postgresql
def test_others_write_while_an_index_waits_for_a_transaction():
    with transaction.atomic():
        write()
        making = in_thread(lambda: forwards(adding()))
        with connection.cursor() as cursor:
            for _ in range(10_000):
                cursor.execute("SELECT pg_stat_clear_snapshot()")
                cursor.execute(
                    "SELECT count(*) FROM pg_stat_activity"
                    " WHERE wait_event_type = 'Lock' AND query LIKE 'CREATE INDEX CONCURRENTLY%'"
                )
                if cursor.fetchone() == (1,):
                    break
            else:
                pytest.fail("It does not wait.")
        writing = in_thread(write)
        writing.join(SECONDS)
        assert making.is_alive()
        assert not writing.is_alive()
    making.join(SECONDS)

    assert Session.objects.count() == 2
    assert "session_for_a_test" in indexes()
    backwards(adding())
