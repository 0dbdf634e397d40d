"""Bursts of events, and what the channel layer loses of them: every tab ends with what is stored."""

import asyncio
from uuid import UUID

import pytest

from conversations import live
from conversations.chat import connected, lookout
from conversations.chat.consumer import ChatConsumer
from conversations.engine.events import Delta
from conversations.testing import ScriptedChat, says
from tests.conversations.chat.tab import open_tab

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_burst_of_300_events_leaves_two_tabs_exact(model: ScriptedChat):
    model.then(says("word " * 300))
    async with open_tab() as one, open_tab() as two:
        welcome = await one.hello()
        await two.hello(token=welcome["token"])
        await one.say(type="message", id="m1", text="I'm Ada")
        await one.hear("accepted")
        for number in range(300):
            await live.publish(UUID(welcome["session"]), Delta(turn=1, text=str(number)), run="another")
        for tab in (one, two):
            while not any(frame["type"] == "turn_completed" for frame in tab.heard):
                await tab.next()
            assert tab.messages() == [(1, "customer", "I'm Ada"), (2, "assistant", ("word " * 300).strip())]


async def test_a_tab_that_heard_only_the_beginning_of_a_turn_is_told_its_end(
    model: ScriptedChat, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(lookout, "QUIET_SECONDS", 0.2)
    publish = live.publish

    async def only_beginnings(session: UUID, *events: object, run: str = "") -> None:
        await publish(session, *[event for event in events if event.kind == "step_started"], run=run)  # type: ignore[attr-defined,arg-type]

    monkeypatch.setattr(live, "publish", only_beginnings)
    model.then(says("Hello Ada"))
    async with open_tab() as one, open_tab() as two:
        await two.hello(token=(await one.hello())["token"])
        await one.say(type="message", id="m1", text="I'm Ada")
        await one.hear("turn_completed")
        assert (await two.hear("turn_completed"))["turn"] == 1
        assert two.messages() == [(1, "customer", "I'm Ada"), (2, "assistant", "Hello Ada")]


async def test_a_tab_that_reads_nothing_for_a_while_holds_up_nobody_and_is_told_all_when_it_reads(
    model: ScriptedChat, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(lookout, "QUIET_SECONDS", 0.2)
    reads = asyncio.Event()
    reads.set()
    send = ChatConsumer._send_text
    slow: list[ChatConsumer] = []

    async def read_slowly(consumer: ChatConsumer, text: str) -> None:
        if consumer in slow:
            await reads.wait()
        await send(consumer, text)

    monkeypatch.setattr(ChatConsumer, "_send_text", read_slowly)
    model.then(says(("word" * 50 + " ") * 600), says("Hello again"))
    async with open_tab() as two, open_tab() as one:
        token = (await two.hello())["token"]
        slow += [
            one
            for one in connected._connected
            if isinstance(one, ChatConsumer) and one.desk and one.desk.seat
        ]
        reads.clear()
        await one.hello(token=token)
        for text in ("I'm Ada", "And?"):
            await one.say(type="message", id=text, text=text)
            await one.hear("turn_completed")
        reads.set()
        while len(two.messages()) < 4:
            await two.next()
        assert two.messages() == one.messages()
        assert "delta_reset" in [frame["type"] for frame in two.heard]
