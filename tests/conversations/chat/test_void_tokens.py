"""A session whose tokens were revoked is closed to the tabs that hold them, open ones too."""

from uuid import UUID

import pytest

from conversations.engine import engine, store
from conversations.testing import ScriptedChat, hangs, says
from providers.database import in_database
from tests.conversations.chat.tab import open_tab

pytestmark = pytest.mark.django_db(transaction=True)


async def test_an_open_tab_is_told_at_once_and_nothing_of_the_session_any_more(model: ScriptedChat):
    model.then(says("Hello Ada"))
    async with open_tab() as tab, open_tab() as other:
        token = (await tab.hello())["token"]
        session = UUID((await other.hello(token=token))["session"])
        await engine.revoke_tokens(session)
        for each in (tab, other):
            assert (await each.next())["code"] == "UNAUTHENTICATED"
        await tab.say(type="message", id="m1", text="Still there?")
        assert (await tab.next())["code"] == "INVALID"
        assert await in_database(store.page_of_messages, session, after=0, limit=10) == []


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "message", "id": "m1", "text": "Still there?"},
        {"type": "rate", "value": 1},
        {"type": "more", "before": 5},
        {"type": "restart"},
        {"type": "end"},
    ],
    ids=lambda frame: frame["type"],
)
async def test_a_tab_that_was_not_told_finds_out_with_its_next_frame(model: ScriptedChat, frame: dict):
    async with open_tab() as tab:
        session = UUID((await tab.hello())["session"])
        await in_database(store.revoke_tokens, session)
        await tab.say(**frame)
        assert (await tab.next())["code"] == "UNAUTHENTICATED"
        assert (await in_database(store.read_session, session)).status == "active"


async def test_a_tab_that_only_listens_finds_out_with_its_next_ping(model: ScriptedChat):
    model.then(hangs())
    async with open_tab() as tab:
        session = UUID((await tab.hello())["session"])
        await in_database(store.revoke_tokens, session)
        await tab.say(type="ping")
        assert [(await tab.next()).get("code") for _ in range(2)] == [None, "UNAUTHENTICATED"]
