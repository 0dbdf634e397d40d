"""The door to the database: what a hop leaves behind for the next one."""

import pytest
from django.db import connection, transaction

from conversations.models import GraphSettings
from providers.database import in_author_thread, in_database

pytestmark = pytest.mark.django_db(transaction=True)


def forget_to_commit_by_setting() -> None:
    transaction.set_autocommit(False)
    GraphSettings.objects.create(graph="left-open")


def forget_to_commit_by_hand() -> None:
    connection.cursor().execute("BEGIN")
    GraphSettings.objects.create(graph="left-open")


def is_out_of_transactions() -> bool:
    return connection.get_autocommit() and not connection.in_atomic_block


@pytest.mark.parametrize("hop", [in_database, in_author_thread])
@pytest.mark.parametrize("forget", [forget_to_commit_by_setting, forget_to_commit_by_hand])
async def test_a_transaction_that_code_left_open_ends_with_its_hop(hop, forget, caplog):
    await hop(forget)

    assert "left a transaction open" in caplog.text
    for number in range(8):
        assert await hop(is_out_of_transactions)
        await hop(GraphSettings.objects.create, graph=f"later-{number}")
    names = await in_database(lambda: set(GraphSettings.objects.values_list("graph", flat=True)))
    assert names >= {f"later-{number}" for number in range(8)}
    assert "left-open" not in names


@pytest.mark.skipif(connection.vendor != "postgresql", reason="of PostgreSQL only")
async def test_a_connection_that_the_server_ended_meets_no_hop():
    def pid() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            return int(cursor.fetchone()[0])

    def end(ended: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [ended])

    ended = await in_database(pid)
    await in_author_thread(end, ended)

    assert ended not in [await in_database(pid) for _ in range(8)]
