"""What the customer's tabs are told while staff answer."""

import asyncio
from typing import Any
from uuid import UUID

import pytest
from pydantic import BaseModel

from conversations import live
from conversations.engine import engine, takeovers
from conversations.engine.events import DecisionMade
from conversations.testing import ScriptedChat, hangs, held, says
from tests.conversations.chat.tab import Tab, open_tab
from tests.conversations.takeovers.staff import staff

pytestmark = pytest.mark.django_db(transaction=True)


def session_of(tab: Tab) -> UUID:
    return UUID(tab.heard[0]["session"])


def kinds(tab: Tab) -> list[str]:
    """The types of what was heard, notices by their codes."""
    return [frame.get("code", frame["type"]) for frame in tab.heard]


async def told_by_ping(tab: Tab) -> list[dict[str, Any]]:
    """What a ping brings, until the frame after it is answered."""
    told = []
    await tab.say(type="ping")
    assert await tab.next() == {"type": "pong"}
    await tab.say_raw("no frame")
    while (frame := await tab.next()).get("code") != "INVALID":
        told.append(frame)
    return told


async def test_every_tab_is_told_who_answers_what_they_write_and_when_the_machine_is_back(
    model: ScriptedChat,
):
    model.then(says("Hello Ada"))
    async with open_tab() as one, open_tab() as two:
        token = (await one.hello())["token"]
        assert "staff" not in await two.hello(token=token)
        ann = await staff("ann", "Ann Lee")
        session = session_of(one)
        await engine.take_over(session, ann)
        await engine.tell_typing(session, ann)
        await engine.say(session, ann, "I am **here**.", "a")
        await engine.hand_back(session, ann)
        for tab in (one, two):
            notice = await tab.hear("notice")
            assert notice == {
                "type": "notice",
                "code": "HANDED_OVER",
                "message": "Ann Lee answers you from now on.",
                "name": "Ann Lee",
            }
            assert (await tab.hear("notice"))["code"] == "STAFF_TYPING"
            message = await tab.hear("message")
            assert (message["n"], message["turn"], message["role"]) == (1, 0, "staff")
            assert message["author"] == "Ann Lee"
            assert "<strong>here</strong>" in message["html"]
            assert "id" not in message
            assert (await tab.hear("notice"))["code"] == "HANDED_BACK"
        await one.say(type="message", id="m1", text="I'm Ada")
        assert (await two.hear("turn_completed"))["turn"] == 1
        assert two.messages() == [
            (1, "staff", "I am **here**."),
            (2, "customer", "I'm Ada"),
            (3, "assistant", "Hello Ada"),
        ]


async def test_a_message_is_accepted_and_its_turn_over_at_once(model: ScriptedChat):
    async with open_tab() as one, open_tab() as two:
        await two.hello(token=(await one.hello())["token"])
        await engine.take_over(session_of(one), await staff("ann"))
        await one.hear("notice")
        await two.hear("notice")
        await one.say(type="message", id="m1", text="Hi")
        assert await one.next() == {"type": "accepted", "id": "m1", "turn": 1}
        message = await one.next()
        assert (message["n"], message["role"], message["id"]) == (1, "customer", "m1")
        assert await one.next() == {"type": "turn_completed", "turn": 1, "completed": False}
        await two.hear("turn_completed")
        for tab in (one, two):
            await tab.silence()
        assert kinds(two) == ["welcome", "HANDED_OVER", "message", "turn_completed"]
        await one.say(type="message", id="m1", text="Hi")
        assert await one.next() == {"type": "accepted", "id": "m1", "turn": 1}
        assert await one.next() == {"type": "turn_completed", "turn": 1, "completed": False}
        await one.silence()


async def test_the_turn_that_runs_is_told_as_cancelled_and_its_reply_never_comes(model: ScriptedChat):
    model.then(hangs())
    async with open_tab() as tab:
        await tab.hello()
        await tab.say(type="message", id="m1", text="Hi")
        await tab.hear("step")
        await engine.take_over(session_of(tab), await staff("ann"))
        await tab.hear("turn_failed", "notice")
        await tab.hear("turn_failed", "notice")
        await tab.silence()
        assert sorted(kinds(tab)[-2:]) == ["HANDED_OVER", "TURN_CANCELLED"]
        assert tab.messages() == [(1, "customer", "Hi")]
        await tab.say(type="retry", turn=1)
        assert (await tab.hear("error"))["code"] == "TURN_NOT_RETRYABLE"


async def test_a_turn_of_another_process_writes_on_unheard(
    model: ScriptedChat, monkeypatch: pytest.MonkeyPatch
):
    release = asyncio.Event()
    model.then(held(release, says("Much too late.")))
    monkeypatch.setattr(takeovers, "stop_turn", lambda session, owner: False)
    async with open_tab() as one, open_tab() as two:
        await two.hello(token=(await one.hello())["token"])
        await one.say(type="message", id="m1", text="Hi")
        for tab in (one, two):
            await tab.hear("step")
        await engine.take_over(session_of(one), await staff("ann"))
        for tab in (one, two):
            assert (await tab.next())["code"] == "HANDED_OVER"
            assert (await tab.next())["code"] == "TURN_CANCELLED"
        release.set()
        for tab in (one, two):
            await tab.silence()
            assert tab.messages() == [(1, "customer", "Hi")]


async def test_a_reload_finds_who_answers(model: ScriptedChat):
    async with open_tab() as tab:
        token = (await tab.hello())["token"]
        session = session_of(tab)
    ann, nameless = await staff("ann", "Ann Lee"), await staff("login.name")
    await engine.take_over(session, ann)
    async with open_tab() as tab:
        welcome = await tab.hello(token=token)
        assert (welcome["status"], welcome["staff"]) == ("handed_over", "Ann Lee")
        await engine.take_over(session, nameless)
        notice = await tab.hear("notice")
        assert (notice["code"], notice["message"]) == (
            "HANDED_OVER",
            "Somebody of our staff answers you from now on.",
        )
        await engine.say(session, nameless, "Hello.", "a")
        assert "author" not in await tab.hear("message")
        assert "login.name" not in str(tab.heard)
    async with open_tab() as tab:
        welcome = await tab.hello(token=token)
        assert welcome["status"] == "handed_over"
        assert "staff" not in welcome
        assert "login.name" not in str(tab.heard)


async def test_what_the_layer_loses_is_told_by_a_ping(model: ScriptedChat, monkeypatch: pytest.MonkeyPatch):
    async def lose(session: UUID, *events: BaseModel, run: str = "") -> None:
        """Tell nobody."""

    async with open_tab() as tab:
        await tab.hello()
        session, ann, bob = session_of(tab), await staff("ann", "Ann Lee"), await staff("bob", "Bob Ray")
        monkeypatch.setattr(live, "publish", lose)
        await engine.take_over(session, ann)
        await engine.say(session, ann, "Hello.", "a")
        assert [frame.get("name", frame.get("n")) for frame in await told_by_ping(tab)] == [1, "Ann Lee"]
        assert await told_by_ping(tab) == []
        await engine.take_over(session, bob)
        assert [frame["name"] for frame in await told_by_ping(tab)] == ["Bob Ray"]
        await engine.hand_back(session, bob)
        assert [frame["code"] for frame in await told_by_ping(tab)] == ["HANDED_BACK"]
        assert await told_by_ping(tab) == []


async def test_late_and_repeated_news_of_staff_is_none(model: ScriptedChat, monkeypatch: pytest.MonkeyPatch):
    told: list[BaseModel] = []
    publish = live.publish

    async def keep(session: UUID, *events: BaseModel, run: str = "") -> None:
        told.extend(events)
        await publish(session, *events, run=run)

    monkeypatch.setattr(live, "publish", keep)
    async with open_tab() as tab:
        await tab.hello()
        session, ann = session_of(tab), await staff("ann")
        await engine.take_over(session, ann)
        await engine.tell_typing(session, ann)
        await engine.hand_back(session, ann)
        await publish(session, *told)
        await publish(session, *reversed(told))
        for _ in range(3):
            await tab.hear("notice")
        await tab.silence()
        assert kinds(tab) == ["welcome", "HANDED_OVER", "STAFF_TYPING", "HANDED_BACK"]


async def test_a_decision_is_told_to_no_customer(model: ScriptedChat):
    async with open_tab() as tab:
        await tab.hello()
        decision = DecisionMade(
            turn=1, decision=UUID(int=1), node="N", outcome="success", answered_by="typesafe", model="m"
        )
        await live.publish_to_staff(session_of(tab), decision)
        await live.publish(session_of(tab), decision)
        await tab.silence()
