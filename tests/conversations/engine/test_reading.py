"""What readers of a session get: visible messages by number, and how its newest turn stands."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from conversations.authoring import Graph, go
from conversations.engine import store
from conversations.engine.errors import SessionUnknown
from conversations.models import Session, Turn, TurnStatus
from conversations.testing import GraphHarness, ScriptedChat, call, calls, says
from providers.database import in_database
from tests.conversations.engine.stages import ActNode, TalkGraph, TalkNode

pytestmark = pytest.mark.django_db(transaction=True)


class FirstNode(ActNode):
    acts = {"go": lambda context, state: go(SecondNode).with_message("Forwarded.")}


class SecondNode(TalkNode):
    pass


class HiddenGraph(Graph):
    name = "hidden"
    nodes = [FirstNode, SecondNode]
    start = FirstNode


async def numbers(read, *args, **options) -> list[int]:
    return [message.number for message in await in_database(read, *args, **options)]


async def spoken(chat: GraphHarness, turns: int) -> None:
    for number in range(turns):
        await chat.send(f"Question {number}", client_id=f"id-{number}")


async def test_readers_see_visible_messages_only():
    model = ScriptedChat([calls(call("act", what="go"), text="Aside."), says("Hello.")])
    async with GraphHarness(HiddenGraph, model) as chat:
        await chat.send("Hi", client_id="a")
        question, reply = await in_database(store.visible_messages, chat.session_id)
        assert (question.number, question.role, question.text, question.client_id) == (1, "human", "Hi", "a")
        assert (reply.number, reply.role, reply.text, reply.client_id) == (2, "ai", "Hello.", None)
        assert (question.turn, reply.turn) == (1, 1)


async def test_the_newest_come_first_into_a_limit_and_in_order():
    async with GraphHarness(TalkGraph, ScriptedChat([says("Yes.") for _ in range(5)])) as chat:
        await spoken(chat, 5)
        session = chat.session_id
        assert await numbers(store.visible_messages, session) == list(range(1, 11))
        assert await numbers(store.visible_messages, session, limit=3) == [8, 9, 10]
        assert await numbers(store.visible_messages, session, after=8) == [9, 10]
        assert await numbers(store.visible_messages, session, before=4, limit=2) == [2, 3]
        assert await numbers(store.visible_messages, session, after=10) == []


async def test_pages_go_on_from_the_oldest():
    async with GraphHarness(TalkGraph, ScriptedChat([says("Yes.") for _ in range(3)])) as chat:
        await spoken(chat, 3)
        assert await numbers(store.page_of_messages, chat.session_id, after=0, limit=4) == [1, 2, 3, 4]
        assert await numbers(store.page_of_messages, chat.session_id, after=4, limit=4) == [5, 6]


async def test_a_view_tells_how_the_newest_turn_stands():
    async with GraphHarness(TalkGraph, ScriptedChat([says("Yes."), says("No.")])) as chat:
        new = await in_database(store.view_session, chat.session_id, after=0, limit=10)
        assert (new.newest_turn, new.messages) == (None, ())
        await spoken(chat, 2)
        view = await in_database(store.view_session, chat.session_id, after=2, limit=10)
        assert [message.number for message in view.messages] == [3, 4]
        assert view.newest_turn is not None
        assert (view.newest_turn.number, view.newest_turn.status) == (2, TurnStatus.COMPLETED)
        assert view.session.cursor == "TalkNode"


async def test_a_turn_that_lost_its_process_is_seen_as_interrupted():
    async with GraphHarness(TalkGraph, ScriptedChat([says("Yes.")])) as chat:
        await spoken(chat, 1)
        await in_database(Turn.objects.filter(session=chat.session_id).update, status=TurnStatus.RUNNING)
        dead = {"lease_owner": "dead", "lease_expires_at": timezone.now() - timedelta(seconds=1)}
        await in_database(Session.objects.filter(pk=chat.session_id).update, **dead)
        view = await in_database(store.view_session, chat.session_id, after=0, limit=10)
        assert view.newest_turn is not None
        assert view.newest_turn.status == TurnStatus.INTERRUPTED
        assert (await in_database(store.read_turn, chat.session_id, 1)).status == TurnStatus.INTERRUPTED


async def test_an_unknown_session_is_told_as_such():
    with pytest.raises(SessionUnknown):
        await in_database(store.read_session, uuid4())
