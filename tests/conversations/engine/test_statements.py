"""What a turn costs the database: few statements a step, however long the session is."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db.backends.utils import CursorWrapper
from pydantic import BaseModel

from conversations.authoring import Graph, go, stay
from conversations.engine import store
from conversations.models import Message, Session, Turn
from conversations.testing import GraphHarness, ScriptedChat, call, calls, says
from providers.database import in_database
from tests.conversations.engine.stages import ActNode, TalkNode, saving

pytestmark = pytest.mark.django_db(transaction=True)

MOST_A_STEP = 8
EARLIER_MESSAGES = 200

FRAME = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "PRAGMA", "PREPARE")


class FirstNode(ActNode):
    class State(BaseModel):
        count: int = 0

    acts = {
        "stay": lambda context, state: stay("Go on."),
        "go": saving(go("SecondNode").with_state(count=1).with_message("Forwarded."), count=1),
    }


class SecondNode(TalkNode):
    class State(BaseModel):
        count: int = 0


class CostGraph(Graph):
    name = "cost"
    nodes = [FirstNode, SecondNode]
    start = FirstNode


class Statements:
    """The statements of all threads, those of a step's checkpoint apart."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self.steps: list[list[str]] = []
        self._step = threading.local()

    def add(self, text: str) -> None:
        """Count the statements of a text; what only keeps or frames others is none."""
        found = [sql for sql in text.split(";\n") if not sql.startswith(FRAME)]
        self.all += found
        step = getattr(self._step, "open", None)
        if step is not None:
            step += found

    @contextmanager
    def step(self) -> Iterator[None]:
        self._step.open = []
        try:
            yield
        finally:
            self.steps.append(self._step.open)
            self._step.open = None


@pytest.fixture
def statements(monkeypatch) -> Statements:
    seen = Statements()
    execute, executemany, commit_step = CursorWrapper.execute, CursorWrapper.executemany, store.commit_step

    def counted(self: Any, sql: str, params: Any = None) -> Any:
        seen.add(sql)
        return execute(self, sql, params)

    def counted_many(self: Any, sql: str, param_list: Any) -> Any:
        seen.add(sql)
        return executemany(self, sql, param_list)

    def counted_step(*args: Any) -> Any:
        with seen.step():
            return commit_step(*args)

    monkeypatch.setattr(CursorWrapper, "execute", counted)
    monkeypatch.setattr(CursorWrapper, "executemany", counted_many)
    monkeypatch.setattr(store, "commit_step", counted_step)
    return seen


def add_earlier_messages(chat: GraphHarness) -> None:
    session = Session.objects.get(pk=chat.session_id)
    turn = Turn.objects.get(session=session)
    Message.objects.bulk_create(
        Message(
            session=session,
            seq=session.last_seq + number,
            number=session.last_number + number,
            turn=turn,
            space="default",
            role="human" if number % 2 else "ai",
            text=f"Message {number}",
            created_at=turn.accepted_at,
        )
        for number in range(1, EARLIER_MESSAGES + 1)
    )
    session.last_seq += EARLIER_MESSAGES
    session.last_number += EARLIER_MESSAGES
    session.cursor = "FirstNode"
    session.save(update_fields=["last_seq", "last_number", "cursor"])


def two_steps() -> list[Any]:
    return [calls(call("act", what="stay")), calls(call("act", what="go")), says("Second.")]


async def test_a_step_takes_at_most_eight_statements(statements: Statements):
    async with GraphHarness(CostGraph, ScriptedChat(two_steps())) as chat:
        assert (await chat.send("Hi")).success
        assert len(statements.steps) == 2
        for step in statements.steps:
            assert len(step) <= MOST_A_STEP, "\n".join(step)


async def test_a_turn_takes_as_many_statements_after_two_hundred_messages_as_at_the_start(
    statements: Statements,
):
    model = ScriptedChat([*two_steps(), *two_steps()])
    async with GraphHarness(CostGraph, model) as chat:
        statements.all.clear()
        await chat.send("Hi")
        at_the_start = Counter(map(verb, statements.all))
        await in_database(add_earlier_messages, chat)
        statements.all.clear()
        result = await chat.send("Hi again")
        assert result.success
        assert Counter(map(verb, statements.all)) == at_the_start
        assert len(model.request.messages) <= 1 + 40


def verb(sql: str) -> str:
    """What a statement does to which table; a kept one tells it by its name."""
    words = sql.replace('"', "").replace("(", " ").split()
    if words[0] == "EXECUTE":
        return words[1]
    tables = [word for word in words if word.startswith("conversations_") and "." not in word]
    return f"{words[0]} {tables[0] if tables else ''}"
