"""Older messages, which a tab asks for: in order, without gaps, and of its own session only."""

from uuid import UUID

import pytest
from django.utils import timezone

from conversations.models import Message, MessageRole, Session, Turn, TurnStatus
from conversations.testing import ScriptedChat
from providers.database import in_database
from tests.conversations.chat.tab import Tab, open_tab

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("model")]


def talk(session: UUID, count: int) -> None:
    """Give a session so many visible messages of the assistant's."""
    now = timezone.now()
    turn = Turn.objects.create(
        session_id=session, number=1, status=TurnStatus.COMPLETED, request_hash="", accepted_at=now
    )
    Message.objects.bulk_create(
        Message(
            session_id=session,
            seq=number,
            number=number,
            turn=turn,
            space="main",
            role=MessageRole.AI,
            text=f"Message {number}",
            created_at=now,
        )
        for number in range(1, count + 1)
    )
    Session.objects.filter(pk=session).update(last_seq=count, last_number=count, last_turn=1)


async def returning(tab: Tab, count: int) -> None:
    """Open a session and come back to it when it holds so many messages."""
    welcome = await tab.hello()
    await in_database(talk, UUID(welcome["session"]), count)
    await tab.hello(token=welcome["token"])


async def test_a_long_conversation_is_shown_from_its_end_and_older_messages_on_request():
    async with open_tab() as tab:
        await returning(tab, 250)
        assert tab.heard[-1]["first"] == 151
        for _ in range(100):
            await tab.next()
        assert [n for n, _, _ in tab.messages()] == list(range(151, 251))

        await tab.say(type="more", before=151)
        older = await tab.next()
        assert (older["type"], older["first"]) == ("older", 51)
        assert [message["n"] for message in older["messages"]] == list(range(51, 151))
        assert older["messages"][0]["html"] == "<p>Message 51</p>"

        await tab.say(type="more", before=51)
        assert (await tab.next())["first"] == 1
        await tab.say(type="more", before=1)
        assert await tab.next() == {"type": "older", "messages": []}


async def test_all_of_them_come_where_a_tab_misses_more_than_a_welcome_holds(model: ScriptedChat):
    async with open_tab() as tab:
        await in_database(talk, UUID((await tab.hello())["session"]), 250)
        await tab.say(type="ping")
        await tab.hear("pong")
        while len(tab.messages()) < 250:
            await tab.next()
        assert [n for n, _, _ in tab.messages()] == list(range(1, 251))


@pytest.mark.parametrize("before", [0, -1, 1.5, "5", None, 2**60])
async def test_an_odd_number_is_refused(before: object):
    async with open_tab() as tab:
        await tab.hello()
        await tab.say(type="more", before=before)
        assert (await tab.next())["code"] == "INVALID"
