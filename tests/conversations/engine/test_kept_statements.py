"""Statements that PostgreSQL keeps planned, and proxies that let it keep none."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection
from django.db.backends.utils import CursorWrapper

from conversations.engine.store import prepared
from conversations.testing import GraphHarness, ScriptedChat, says
from providers.database import in_database, shut_down
from tests.conversations.engine.stages import TalkGraph

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="of PostgreSQL only"),
]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that any thread sends."""
    texts: list[str] = []
    execute = CursorWrapper.execute

    def heard(self: Any, sql: str, params: Any = None) -> Any:
        texts.append(sql)
        return execute(self, sql, params)

    monkeypatch.setattr(CursorWrapper, "execute", heard)
    return texts


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections that forget what they kept, as behind a proxy that lends another one each time."""
    monkeypatch.setattr(prepared._kept, "losses", 0)
    texts = prepared.texts

    def lent(database: Any, cursor: Any, statements: Sequence[str]) -> list[str]:
        told = texts(database, cursor, statements)
        if prepared._kept.losses < prepared.MOST_LOSSES:
            cursor.execute("DEALLOCATE ALL")
            prepared._kept.of(database).clear()
        return told

    monkeypatch.setattr(prepared, "texts", lent)


@pytest.fixture
def new_connections() -> None:
    """None that other tests had, and which planned already."""
    shut_down()
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]  # of PostgreSQL only


@pytest.mark.usefixtures("new_connections")
async def test_the_statements_of_turns_are_planned_once_a_connection(monkeypatch: pytest.MonkeyPatch):
    planned: list[tuple[int, str]] = []
    execute = CursorWrapper.execute

    def heard(self: Any, sql: str, params: Any = None) -> Any:
        if sql.startswith("PREPARE"):
            planned.append((self.db.connection.info.backend_pid, sql))
        return execute(self, sql, params)

    monkeypatch.setattr(CursorWrapper, "execute", heard)
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello.")] * 10)) as chat:
        for number in range(10):
            assert (await chat.send(f"Message {number}")).success

    assert planned
    assert len(planned) == len(set(planned))


async def test_behind_a_proxy_that_is_told_of_none_is_kept(sent: list[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(prepared._kept, "losses", prepared.MOST_LOSSES)
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello.")])) as chat:
        assert (await chat.send("Hi")).success

    assert sent
    assert not any("PREPARE" in text or "EXECUTE" in text for text in sent)


@pytest.mark.usefixtures("forgetful")
async def test_a_proxy_that_nobody_told_of_is_noticed_and_costs_no_turn(caplog: pytest.LogCaptureFixture):
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello."), says("Hello again.")])) as chat:
        assert (await chat.send("Hi")).success
        assert (await chat.send("Hi again")).success

    assert "EZGRAPH_DATABASE_PROXY" in caplog.text


async def test_a_migration_of_a_table_that_is_in_use_costs_nobody_a_turn():
    def change(type: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE conversations_session ALTER COLUMN last_number TYPE {type}")

    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello.")] * 4)) as chat:
        await chat.send("Hi")
        await in_database(change, "integer")
        try:
            for _ in range(2):
                assert (await chat.send("Hi again")).success
        finally:
            await in_database(change, "bigint")
        assert (await chat.send("Hi at last")).success
