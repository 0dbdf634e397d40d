"""Frames that are not taken: an error with its code, and nothing stored."""

import json

import pytest

from conversations.access import tokens
from conversations.chat import consumer
from conversations.models import GraphSettings, Message, Session
from tests.conversations.chat.tab import open_tab

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("model")]

FRAMES = {
    "not JSON": "{",
    "a list": "[]",
    "no type": "{}",
    "unknown type": '{"type": "dance"}',
    "wrong type": '{"type": "message", "id": "m", "text": 5}',
    "no text": '{"type": "message", "id": "m"}',
    "empty id": '{"type": "message", "id": "", "text": "Hi"}',
    "long id": json.dumps({"type": "message", "id": "m" * 101, "text": "Hi"}),
    "lone surrogate": '{"type": "message", "id": "m", "text": "\\ud800"}',
    "a text as number": '{"type": "retry", "turn": "1"}',
    "a turn out of range": '{"type": "retry", "turn": 99999999999999999999}',
    "deep": "[" * 5000,
}


@pytest.mark.parametrize("text", FRAMES.values(), ids=FRAMES)
async def test_a_bad_frame_is_answered_and_the_connection_stays(text: str):
    async with open_tab() as tab:
        await tab.hello()
        await tab.say_raw(text)
        assert (await tab.next())["code"] in ("INVALID", "MESSAGE_INVALID")
        await tab.say(type="ping")
        assert (await tab.next()) == {"type": "pong"}
        assert await Message.objects.acount() == 0


@pytest.mark.parametrize("text", ["  ", "\u200b", "x" * 4001, "Hi\x07", "Hi\x00"])
async def test_a_bad_message_is_named_by_its_id(text: str):
    async with open_tab() as tab:
        await tab.hello()
        await tab.say(type="message", id="m1", text=text)
        error = await tab.next()
        assert (error["type"], error["code"], error["id"]) == ("error", "MESSAGE_INVALID", "m1")
        assert await Message.objects.acount() == 0


async def test_bytes_are_refused():
    async with open_tab() as tab:
        await tab.say_raw(data=b"\x00\xff")
        assert (await tab.next())["code"] == "INVALID"


async def test_a_frame_over_16_kib_closes_the_connection():
    async with open_tab() as tab:
        await tab.hello()
        await tab.say(type="message", id="m1", text="x" * 5_000_000)
        assert (await tab.next())["code"] == "TOO_LARGE"
        assert await tab.closed_with() == 4413


async def test_everything_but_ping_needs_a_hello_first():
    async with open_tab() as tab:
        for frame in (
            {"type": "message", "id": "m", "text": "Hi"},
            {"type": "retry", "turn": 1},
            {"type": "end"},
        ):
            await tab.say(**frame)
            assert (await tab.next())["code"] == "INVALID"


async def test_a_connection_without_hello_is_closed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(consumer, "HELLO_SECONDS", 0)
    async with open_tab() as tab:
        assert await tab.closed_with() == 4408


async def test_hello_is_refused_with_its_reason():
    await GraphSettings.objects.acreate(graph="wish", public=True)
    other = await Session.objects.acreate(graph="other", cursor="X", updated_at="2026-01-01T00:00:00Z")
    async with open_tab() as tab:
        assert (await tab.hello(graph="nowhere"))["code"] == "GRAPH_UNKNOWN"
        assert (await tab.hello(token="forged"))["code"] == "UNAUTHENTICATED"
        assert (await tab.hello(token=tokens.make(other.pk, 0)))["code"] == "SESSION_UNKNOWN"
        assert (await tab.hello(token=tokens.make(other.pk, 1)))["code"] == "UNAUTHENTICATED"
        await tab.say(type="hello", protocol=2, graph="wish")
        assert (await tab.next())["code"] == "INVALID"
        await GraphSettings.objects.aupdate(public=False)
        assert (await tab.hello())["code"] == "GRAPH_UNKNOWN"
    assert await Session.objects.acount() == 1


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://[", "http://testserver.evil.example"]
)
async def test_a_foreign_page_is_refused(origin: str):
    async with open_tab(origin=origin) as tab:
        assert (await tab.hello())["code"] == "FORBIDDEN"
        assert await tab.closed_with() == 4403
    assert await Session.objects.acount() == 0


async def test_the_own_page_is_welcome():
    async with open_tab(origin="http://localhost:8000") as tab:
        assert (await tab.hello())["type"] == "welcome"
