"""Stored sessions follow their graph's schema before anything else looks at them."""

from typing import Any

import pytest
from pydantic import BaseModel

from conversations.authoring import Graph, GraphState, Migration, Restore, StoredSession
from conversations.engine.errors import SessionTooNew, SessionUnavailable
from conversations.models import Channel
from conversations.testing import GraphHarness, ScriptedChat, call, calls, fails, says
from providers.database import in_database
from tests.conversations.engine.stages import TalkNode
from tests.conversations.graphs import NameNode, WishGraph, WishNode

pytestmark = pytest.mark.django_db(transaction=True)


def split_name(session: StoredSession) -> None:
    old = session.channels.pop("NameNode", {})
    session.channels["PersonNode"] = {"first": old.get("name", "")}


def rename_node(session: StoredSession) -> None:
    if session.cursor == "WishNode":
        session.cursor = "DreamNode"


class PersonNode(TalkNode):
    class State(BaseModel):
        first: str = ""


class DreamNode(TalkNode):
    def get_prompt(self, state: GraphState) -> str:
        return f"{state.of(PersonNode).first} dreams."


class WishGraphNow(Graph):
    """The graph `wish`, two schema versions later."""

    name = "wish"
    nodes = [PersonNode, DreamNode]
    start = PersonNode
    schema_version = 3
    migrations = [Migration(1, split_name), Migration(2, rename_node)]
    history_spaces = {"dream": [DreamNode]}

    Config = WishGraph.Config


async def old_session(*last: Any) -> Any:
    model = ScriptedChat([calls(call("save_name", name="Ada")), *last])
    async with GraphHarness(WishGraph, model) as chat:
        await chat.send("Ada")
        assert (await chat.channel(NameNode)).name == "Ada"
        assert await chat.cursor() == WishNode.node_id()
        return chat.session_id


async def test_every_step_up_to_the_present_version_runs_in_order():
    session = await old_session(says("A wish?"))
    model = ScriptedChat([says("A dream?")])
    async with GraphHarness(WishGraphNow, model) as chat:
        chat.session_id = session
        result = await chat.send("Peace")
        assert result.message == "A dream?"
        assert model.request.messages[0].text == "Ada dreams."
        row = await chat.session()
        assert (row.schema_version, row.cursor) == (3, "DreamNode")
        stored = await in_database(
            lambda: dict(Channel.objects.filter(session=session).values_list("node", "state"))
        )
        assert stored == {"PersonNode": {"first": "Ada"}}


async def test_a_session_of_the_version_in_between_takes_only_what_it_lacks():
    ran: list[int] = []

    class MiddleGraph(WishGraph):
        schema_version = 2
        migrations = [Migration(1, lambda session: ran.append(1))]

    class NewestGraph(WishGraph):
        schema_version = 3
        migrations = [
            Migration(1, lambda session: ran.append(1)),
            Migration(2, lambda session: ran.append(2)),
        ]

    async with GraphHarness(MiddleGraph, ScriptedChat()) as chat:
        session = chat.session_id
    async with GraphHarness(NewestGraph, ScriptedChat([says("Hello."), says("Yes?")])) as chat:
        chat.session_id = session
        await chat.send("Hi")
        await chat.send("Well?")
    assert ran == [2]


async def test_a_session_of_a_newer_version_is_left_alone():
    async with GraphHarness(WishGraphNow, ScriptedChat()) as chat:
        session = chat.session_id
    async with GraphHarness(WishGraph, ScriptedChat()) as chat:
        chat.session_id = session
        with pytest.raises(SessionTooNew):
            await chat.send("Hi")
        row = await chat.session()
        assert (row.schema_version, row.lease_owner) == (3, "")
        assert await chat.messages() == []


async def test_a_migration_runs_before_on_restore():
    seen: list[str] = []

    class WatchingGraph(WishGraphNow):
        def on_restore(self, session: Any) -> Restore:
            seen.append(session.cursor)
            return Restore.KEEP

    session = await old_session(says("A wish?"))
    async with GraphHarness(WatchingGraph, ScriptedChat([says("A dream?")])) as chat:
        chat.session_id = session
        await chat.send("Peace")
    assert seen == ["DreamNode"]


async def test_a_retry_migrates_too():
    session = await old_session(fails())
    async with GraphHarness(WishGraphNow, ScriptedChat([says("A dream?")])) as chat:
        chat.session_id = session
        assert (await chat.retry(1)).message == "A dream?"
        assert await chat.cursor() == "DreamNode"


async def test_a_message_whose_turn_is_refused_migrates_nothing():
    session = await old_session(says("A wish?"))

    class BrokenGraph(WishGraphNow):
        def on_restore(self, session: Any) -> Restore:
            raise LookupError

    async with GraphHarness(BrokenGraph, ScriptedChat()) as chat:
        chat.session_id = session
        with pytest.raises(SessionUnavailable):
            await chat.send("Peace")
        assert (await chat.session()).schema_version == 1


async def test_a_new_session_begins_at_the_present_version():
    async with GraphHarness(WishGraphNow, ScriptedChat()) as chat:
        assert (await chat.session()).schema_version == 3
