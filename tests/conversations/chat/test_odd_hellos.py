"""Odd values in a hello: an error with its code, no session, and the tab may try once more."""

import json
from typing import Any

import pytest

from conversations.models import Session
from tests.conversations.chat.tab import open_tab

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("model")]

HELLOS: dict[str, tuple[dict[str, Any], str]] = {
    "no graph": ({"graph": ""}, "GRAPH_UNKNOWN"),
    "NUL for a graph": ({"graph": "\x00"}, "GRAPH_UNKNOWN"),
    "a number for a graph": ({"graph": 5}, "INVALID"),
    "a surrogate for a graph": ({"graph": "\ud800"}, "INVALID"),
    "an empty token": ({"token": ""}, "UNAUTHENTICATED"),
    "a token with NUL": ({"token": "\x00"}, "UNAUTHENTICATED"),
    "a token of other letters": ({"token": "é:1:x"}, "UNAUTHENTICATED"),
    "a token of nothing": ({"token": "WyIiLDBd:1:x"}, "UNAUTHENTICATED"),
    "a key for a token": ({"token": "ezg_" + "x" * 40}, "UNAUTHENTICATED"),
    "a token too long": ({"token": "x" * 1001}, "INVALID"),
    "a list for a token": ({"token": ["x"]}, "INVALID"),
    "a negative number": ({"after": -1}, "INVALID"),
    "a fraction": ({"after": 1.5}, "INVALID"),
    "a number too large": ({"after": 2**63}, "INVALID"),
    "truth for a number": ({"after": True}, "INVALID"),
    "another protocol": ({"protocol": 10**30}, "INVALID"),
    "a text for the protocol": ({"protocol": "1"}, "INVALID"),
}


@pytest.mark.parametrize("name", HELLOS)
async def test_an_odd_hello_is_refused(name: str):
    odd, code = HELLOS[name]
    async with open_tab() as tab:
        await tab.say_raw(json.dumps({"type": "hello", "protocol": 1, "graph": "wish", **odd}))
        assert (await tab.next())["code"] == code
        assert await Session.objects.acount() == 0
        assert (await tab.hello())["type"] == "welcome"


@pytest.mark.parametrize("graph", ["a\x00b", "a\x07", "x" * 64])
async def test_what_cannot_be_a_graph_s_name_is_refused_whoever_asks(
    graph: str, caplog: pytest.LogCaptureFixture
):
    async with open_tab(origin="https://foreign.example") as tab:
        assert (await tab.hello(graph=graph))["code"] == "FORBIDDEN"
    async with open_tab() as tab:
        assert (await tab.hello(graph=graph, user="a.b.c"))["code"] == "GRAPH_UNKNOWN"
    assert not [record for record in caplog.records if record.exc_info]


async def test_a_session_of_a_graph_that_is_served_no_longer_is_refused_without_a_fault(
    caplog: pytest.LogCaptureFixture,
):
    async with open_tab() as tab:
        token = (await tab.hello())["token"]
    await Session.objects.aupdate(graph="gone")
    async with open_tab() as tab:
        assert (await tab.hello(graph="gone", token=token))["code"] == "GRAPH_UNKNOWN"
        await tab.say(type="ping")
        assert (await tab.next()) == {"type": "pong"}
    assert caplog.records == []


@pytest.mark.parametrize("message_id", ["\x00", "a\x07", "m" * 101])
async def test_an_odd_message_id_is_refused(message_id: str):
    async with open_tab() as tab:
        await tab.hello()
        await tab.say(type="message", id=message_id, text="Hi")
        assert (await tab.next())["code"] == "INVALID"
        await tab.say(type="ping")
        assert (await tab.next()) == {"type": "pong"}
