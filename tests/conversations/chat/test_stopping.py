"""A process that is being stopped tells its tabs to connect again, those last whose turns it still runs."""

import asyncio

import pytest

from conversations.chat import connected
from conversations.testing import ScriptedChat, held, says
from tests.conversations.chat.tab import open_tab

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_tab_that_waits_for_nothing_goes_at_once_and_one_with_a_turn_when_it_is_over(
    model: ScriptedChat,
):
    release = asyncio.Event()
    model.then(held(release, says("Hello Ada")))
    async with open_tab() as quiet, open_tab() as talking:
        await quiet.hello()
        await talking.hello()
        await talking.say(type="message", id="m1", text="I'm Ada")
        await talking.hear("step")

        await connected.dismiss_idle()

        notice = await quiet.hear("notice")
        assert (notice["code"], await quiet.closed_with()) == ("RECONNECT", 4012)
        release.set()
        await talking.hear("turn_completed")
        await connected.dismiss_all()
        notice = await talking.hear("notice")
        assert (notice["code"], await talking.closed_with()) == ("RECONNECT", 4012)
