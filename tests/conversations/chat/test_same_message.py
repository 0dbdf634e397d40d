"""A message that is sent again leads to what it led to, whatever would be said of a new one."""

import pytest

from conversations.models import GraphSettings
from conversations.testing import ScriptedChat, hangs, says
from tests.conversations.chat.tab import open_tab

pytestmark = pytest.mark.django_db(transaction=True)


async def test_it_is_accepted_also_where_a_new_one_would_be_too_much(model: ScriptedChat):
    await GraphSettings.objects.acreate(graph="wish", visitor_messages_per_minute=1)
    model.then(says("Hello Ada"))
    async with open_tab() as tab:
        await tab.hello()
        await tab.say(type="message", id="m1", text="I'm Ada")
        await tab.hear("turn_completed")
        await tab.say(type="message", id="m1", text="I'm Ada")
        assert await tab.next() == {"type": "accepted", "id": "m1", "turn": 1}


async def test_after_its_turn_was_cancelled_it_is_accepted_and_told_so(model: ScriptedChat):
    model.then(hangs())
    async with open_tab() as tab:
        await tab.hello()
        await tab.say(type="message", id="m1", text="I'm Ada")
        await tab.hear("step")
        await tab.say(type="cancel", turn=1)
        await tab.hear("turn_failed")
        await tab.say(type="message", id="m1", text="I'm Ada")
        assert await tab.next() == {"type": "accepted", "id": "m1", "turn": 1}
        assert (await tab.next())["code"] == "TURN_CANCELLED"
