"""What a client may not overdo, and how it is told."""

import json
from unittest.mock import patch

import pytest

from conversations import clock
from conversations.chat import consumer
from conversations.chat.pace import BAD_BURST, BURST
from conversations.models import GraphSettings, Message
from conversations.testing import ScriptedChat, says
from tests.conversations.chat.tab import open_tab

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_message_too_many_is_refused_and_says_for_how_long(model: ScriptedChat):
    await GraphSettings.objects.acreate(graph="wish", visitor_messages_per_minute=1)
    model.then(says("Hello Ada"))
    async with open_tab() as tab:
        assert (await tab.hello())["limits"]["messages_per_minute"] == 1
        await tab.say(type="message", id="m1", text="I'm Ada")
        await tab.hear("turn_completed")
        await tab.say(type="message", id="m2", text="Hello?")
        error, notice = await tab.next(), await tab.next()
        assert (error["type"], error["code"], error["id"]) == ("error", "RATE_LIMITED", "m2")
        assert (notice["code"], notice["message"]) == ("SLOW_DOWN", error["message"])
        assert 0 < notice["seconds"] <= 60
        assert "1 messages a minute" in notice["message"]
        assert await Message.objects.filter(number__isnull=False).acount() == 2


async def test_a_graph_may_take_shorter_messages_than_the_site(model: ScriptedChat):
    await GraphSettings.objects.acreate(graph="wish", longest_message=5)
    async with open_tab() as tab:
        assert (await tab.hello())["limits"]["message_length"] == 5
        await tab.say(type="message", id="m1", text="I'm Ada")
        error = await tab.next()
        assert (error["code"], error["id"]) == ("MESSAGE_INVALID", "m1")


@pytest.mark.usefixtures("model")
async def test_a_session_too_many_is_refused():
    await GraphSettings.objects.acreate(graph="wish", address_sessions_per_minute=1)
    async with open_tab() as tab:
        assert (await tab.hello())["type"] == "welcome"
        await tab.say(type="restart")
        assert (await tab.next())["code"] == "RATE_LIMITED"
        assert (await tab.next())["code"] == "SLOW_DOWN"
        await tab.say(type="ping")
        assert await tab.next() == {"type": "pong"}


@pytest.mark.usefixtures("model")
async def test_a_connection_too_many_is_closed_and_told_why(settings):
    settings.EZGRAPH_CONNECTIONS_PER_ADDRESS = 1
    async with open_tab() as one:
        await one.hello()
        async with open_tab() as two:
            notice = await two.next()
            assert (notice["code"], notice["seconds"]) == ("SLOW_DOWN", 30)
            assert await two.closed_with() == 4429
    async with open_tab() as three:
        assert (await three.hello())["type"] == "welcome"


@pytest.mark.usefixtures("model")
async def test_a_flood_of_frames_is_closed():
    async with open_tab() as tab:
        for _ in range(BURST * 3):
            await tab.say(type="ping")
        assert (await tab.hear("error"))["code"] == "RATE_LIMITED"
        assert await tab.closed_with() == 4429


@pytest.mark.usefixtures("model")
async def test_who_goes_on_sending_nonsense_is_closed():
    async with open_tab() as tab:
        for number in range(BAD_BURST + 1):
            await (tab.say_raw("{") if number % 2 else tab.say_raw(data=b"\x00"))
            assert (await tab.next())["code"] == "INVALID"
        assert await tab.closed_with() == 4400


@pytest.mark.usefixtures("model")
async def test_a_silent_client_is_closed_and_one_that_pings_is_not(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(consumer, "HELLO_SECONDS", 1.5)
    monkeypatch.setattr(consumer, "IDLE_SECONDS", 1.8)
    async with open_tab() as tab:
        await tab.hello()
        started = clock.elapsed()
        assert await tab.closed_with() == 4410
        assert clock.elapsed() - started > 1.6


@pytest.mark.usefixtures("model")
async def test_the_longest_frame_is_taken_and_one_byte_more_is_not():
    async with open_tab() as tab:
        await tab.hello()
        padding = 16 * 1024 - len(json.dumps({"type": "ping", "x": ""}))
        await tab.say(type="ping", x="x" * padding)
        assert (await tab.next())["type"] == "pong"
        await tab.say(type="ping", x="x" * (padding + 1))
        assert (await tab.next())["code"] == "TOO_LARGE"
        assert await tab.closed_with() == 4413


@pytest.mark.usefixtures("model")
async def test_an_expired_token_is_told_apart_for_the_customer():
    async with open_tab() as tab:
        token = (await tab.hello())["token"]
    async with open_tab() as tab:
        with patch("django.core.signing.time.time", return_value=clock.now().timestamp() + 31 * 86_400):
            assert (await tab.hello(token=token))["code"] == "SESSION_EXPIRED"
            assert (await tab.next())["code"] == "UNAUTHENTICATED"
        assert (await tab.hello())["type"] == "welcome"
