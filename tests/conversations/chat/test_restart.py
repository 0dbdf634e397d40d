"""Starting over: the session ends for all its tabs, and the one that asked goes on in a new one."""

import pytest

from conversations.models import Session, SessionStatus
from conversations.testing import ScriptedChat, hangs, says
from tests.conversations.chat.tab import open_tab

pytestmark = pytest.mark.django_db(transaction=True)


async def test_the_tab_is_welcomed_to_a_new_session_and_the_others_hear_the_end(model: ScriptedChat):
    model.then(says("Hello Ada"), says("Hello Grace"))
    async with open_tab() as one, open_tab() as two:
        former = await one.hello()
        await two.hello(token=former["token"])
        await one.say(type="message", id="m1", text="I'm Ada")
        await two.hear("turn_completed")
        await one.hear("turn_completed")

        await one.say(type="restart")

        welcome = await one.next()
        assert (welcome["type"], welcome["after"], welcome["status"]) == ("welcome", 0, "active")
        assert welcome["session"] != former["session"]
        assert (await two.hear("notice"))["code"] == "SESSION_ENDED"
        assert (await Session.objects.aget(pk=former["session"])).status == SessionStatus.ENDED
        await one.silence()
        await one.say(type="message", id="m1", text="I'm Grace")
        await one.hear("turn_completed")
        await two.silence()
        async with open_tab() as later:
            assert (await later.hello(token=welcome["token"]))["session"] == welcome["session"]


async def test_starting_over_in_the_middle_of_a_turn_stops_it(model: ScriptedChat):
    model.then(hangs(), says("Hello Grace"))
    async with open_tab() as tab:
        await tab.hello()
        await tab.say(type="message", id="m1", text="I'm Ada")
        await tab.hear("step")
        await tab.say(type="restart")
        assert (await tab.next())["type"] == "welcome"
        await tab.say(type="message", id="m2", text="I'm Grace")
        await tab.hear("turn_completed")
        assert tab.messages()[-2:] == [(1, "customer", "I'm Grace"), (2, "assistant", "Hello Grace")]


@pytest.mark.usefixtures("model")
async def test_starting_over_after_the_end_begins_a_new_session():
    async with open_tab() as tab:
        former = await tab.hello()
        await tab.say(type="end")
        await tab.hear("notice")
        await tab.say(type="restart")
        assert (await tab.next())["session"] != former["session"]


@pytest.mark.usefixtures("model")
async def test_a_new_session_is_the_same_users():
    async with open_tab() as tab:
        former = await tab.hello()
        await Session.objects.aupdate(external_user="ada", external_user_verified=True, external_name="Ada")
        await tab.say(type="restart")
        session = await Session.objects.aget(pk=(await tab.next())["session"])
        assert str(session.pk) != former["session"]
        assert (session.external_user, session.external_user_verified) == ("ada", True)
        assert session.external_name == "Ada"
