"""A customer's conversation over the WebSocket."""

import asyncio
from typing import Any

import pytest
from django.utils import timezone

from conversations import live
from conversations.engine.turns.running import wait_for_all
from conversations.models import Session
from conversations.testing import call, calls, fails, hangs, held, says
from tests.conversations.chat.tab import open_tab

pytestmark = pytest.mark.django_db(transaction=True)


async def test_hello_opens_a_session_and_tells_what_the_page_needs(model):
    async with open_tab() as tab:
        welcome = await tab.hello()
        assert welcome["type"] == "welcome"
        assert (welcome["title"], welcome["greeting"], welcome["status"]) == (
            "Wishes",
            "Who is there?",
            "active",
        )
        assert welcome["limits"] == {"message_length": 4000, "messages_per_minute": 20}
        assert welcome["token"]


async def test_a_message_is_accepted_streamed_and_answered(model):
    model.then(calls(call("save_name", name="Ada"), text="One moment"), says("What do you wish?"))
    async with open_tab() as tab:
        await tab.hello()
        await tab.say(type="message", id="m1", text="I'm Ada")
        assert await tab.next() == {"type": "accepted", "id": "m1", "turn": 1}
        done = await tab.hear("turn_completed", "turn_failed")
        assert done == {"type": "turn_completed", "turn": 1, "completed": False}
        assert tab.messages() == [(1, "customer", "I'm Ada"), (2, "assistant", "What do you wish?")]
        await tab.silence()
        reset = [frame["type"] for frame in tab.heard].index("delta_reset")
        written = "".join(frame["text"] for frame in tab.heard[reset:] if frame["type"] == "delta")
        assert written == "What do you wish?"


async def test_a_returning_tab_finds_what_it_missed(model):
    model.then(says("Hello Ada"))
    async with open_tab() as tab:
        token = (await tab.hello())["token"]
        await tab.say(type="message", id="m1", text="I'm Ada")
        await tab.hear("turn_completed")
    async with open_tab() as tab:
        welcome = await tab.hello(token=token, after=1)
        assert (welcome["after"], welcome["first"]) == (1, 2)
        await tab.next()
        assert tab.messages() == [(2, "assistant", "Hello Ada")]


async def test_a_turn_goes_on_when_its_tab_leaves(model):
    model.then(says("Hello Ada"))
    async with open_tab() as tab:
        token = (await tab.hello())["token"]
        await tab.say(type="message", id="m1", text="I'm Ada")
        await tab.hear("accepted")
    await wait_for_all()
    async with open_tab() as tab:
        await tab.hello(token=token)
        await tab.next()
        await tab.next()
        assert tab.messages()[-1] == (2, "assistant", "Hello Ada")


async def test_all_tabs_of_a_session_hear_the_same(model):
    model.then(says("Hello Ada"))
    async with open_tab() as one, open_tab() as two:
        token = (await one.hello())["token"]
        await two.hello(token=token)
        await one.say(type="message", id="m1", text="I'm Ada")
        for tab in (one, two):
            await tab.hear("turn_completed")
            assert tab.messages() == [(1, "customer", "I'm Ada"), (2, "assistant", "Hello Ada")]
            await tab.silence()


async def test_the_same_message_again_leads_to_the_same_answer(model):
    model.then(says("Hello Ada"))
    async with open_tab() as tab:
        await tab.hello()
        for _ in range(2):
            await tab.say(type="message", id="m1", text="I'm Ada")
            assert (await tab.hear("accepted"))["turn"] == 1
            await tab.hear("turn_completed")
        assert tab.messages() == [(1, "customer", "I'm Ada"), (2, "assistant", "Hello Ada")]
        assert len(model.requests) == 1


async def test_a_failed_turn_can_be_retried_also_after_coming_back(model):
    model.then(fails())
    async with open_tab() as tab:
        token = (await tab.hello())["token"]
        await tab.say(type="message", id="m1", text="I'm Ada")
        failed = await tab.hear("turn_failed")
        assert (failed["code"], failed["retryable"]) == ("TURN_FAILED", True)
        assert "script" not in failed["message"]
    model.then(says("Hello Ada"))
    async with open_tab() as tab:
        await tab.hello(token=token)
        failed = await tab.hear("turn_failed")
        await tab.say(type="retry", turn=failed["turn"])
        await tab.hear("turn_completed")
        assert tab.messages() == [(1, "customer", "I'm Ada"), (2, "assistant", "Hello Ada")]


async def test_ending_tells_every_tab(model):
    async with open_tab() as one, open_tab() as two:
        token = (await one.hello())["token"]
        await two.hello(token=token)
        await one.say(type="end")
        for tab in (one, two):
            assert (await tab.hear("notice"))["code"] == "SESSION_ENDED"
            await tab.silence()
        await one.say(type="message", id="m1", text="Still there?")
        error = await one.hear("error")
        assert (error["code"], error["id"]) == ("SESSION_COMPLETED", "m1")


async def test_a_message_while_a_turn_runs_is_busy_and_names_the_turn(model):
    model.then(hangs())
    async with open_tab() as tab:
        await tab.hello()
        await tab.say(type="message", id="m1", text="I'm Ada")
        await tab.hear("step")
        await tab.say(type="message", id="m2", text="Hello?")
        error = await tab.hear("error")
        assert (error["code"], error["id"], error["turn"]) == ("SESSION_BUSY", "m2", 1)
        await tab.say(type="message", id="m1", text="I'm Ada")
        assert await tab.hear("accepted") == {"type": "accepted", "id": "m1", "turn": 1}
        await tab.say(type="end")
        await tab.hear("notice")


async def test_a_turn_that_lost_its_process_runs_to_its_end_on_return(model):
    model.then(hangs())
    async with open_tab() as tab:
        token = (await tab.hello())["token"]
        await tab.say(type="message", id="m1", text="I'm Ada")
        await tab.hear("step")
        await Session.objects.aupdate(lease_expires_at=timezone.now())
    model.then(says("Hello Ada"))
    async with open_tab() as tab:
        assert (await tab.hello(token=token))["turn"] == 1
        await tab.hear("turn_completed")
        assert tab.messages() == [(1, "customer", "I'm Ada"), (2, "assistant", "Hello Ada")]


async def test_ending_in_the_middle_of_a_turn_is_the_last_that_is_heard(model):
    model.then(hangs())
    async with open_tab() as one, open_tab() as two:
        token = (await one.hello())["token"]
        await two.hello(token=token)
        await one.say(type="message", id="m1", text="I'm Ada")
        await one.hear("step")
        await two.hear("step")
        await one.say(type="end")
        for tab in (one, two):
            await tab.hear("notice")
            await tab.silence()


async def test_ending_is_answered_though_the_channel_layer_is_away(model, monkeypatch):
    async def lost(*args: Any, **options: Any) -> None:
        """A layer that loses everything."""

    monkeypatch.setattr(live, "publish", lost)
    async with open_tab() as tab:
        await tab.hello()
        await tab.say(type="end")
        assert (await tab.next())["code"] == "SESSION_ENDED"


async def test_a_new_session_on_the_same_connection_hears_nothing_of_the_old_one(model):
    release = asyncio.Event()
    model.then(held(release, says("Too late for you")), says("Hello Grace"))
    async with open_tab() as tab:
        await tab.hello()
        await tab.say(type="message", id="m1", text="I'm Ada")
        await tab.hear("step")
        assert (await tab.hello())["type"] == "welcome"
        release.set()
        await tab.silence()
        await tab.say(type="message", id="m1", text="I'm Grace")
        await tab.hear("turn_completed")
        assert tab.messages()[-2:] == [(1, "customer", "I'm Grace"), (2, "assistant", "Hello Grace")]


async def test_saying_hello_again_in_the_middle_of_a_turn_loses_nothing(model):
    release = asyncio.Event()
    model.then(held(release, says("Hello Ada")))
    async with open_tab() as tab:
        token = (await tab.hello())["token"]
        await tab.say(type="message", id="m1", text="I'm Ada")
        await tab.hear("step")
        assert (await tab.hello(token=token, after=1))["turn"] == 1
        release.set()
        await tab.hear("turn_completed")
        await tab.silence()
        assert tab.messages()[-1] == (2, "assistant", "Hello Ada")


async def test_a_number_that_was_never_shown_hides_nothing(model):
    model.then(says("Hello Ada"))
    async with open_tab() as tab:
        assert (await tab.hello(after=50))["after"] == 0
        await tab.say(type="message", id="m1", text="I'm Ada")
        await tab.hear("turn_completed")
        assert tab.messages() == [(1, "customer", "I'm Ada"), (2, "assistant", "Hello Ada")]


async def test_a_refused_retry_names_its_turn(model):
    async with open_tab() as tab:
        await tab.hello()
        await tab.say(type="retry", turn=7)
        error = await tab.next()
        assert (error["code"], error["turn"]) == ("NOT_FOUND", 7)
