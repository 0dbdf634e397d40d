"""Staff follow a conversation, take it over, write, and hand it back over their WebSocket."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from pydantic import BaseModel

from conversations import live
from conversations.engine import engine
from conversations.engine.events import DecisionMade
from conversations.testing import ScriptedChat, fails, hangs, says
from tests.conversations.chat.tab import Tab, open_tab
from tests.conversations.staff.staff_page import StaffPage, page_of
from tests.conversations.takeovers.staff import logged, staff

pytestmark = pytest.mark.django_db(transaction=True)


async def session_of(tab: Tab) -> UUID:
    return UUID((await tab.hello())["session"])


async def told_by_ping(page: StaffPage) -> list[dict[str, Any]]:
    """What a ping brings, until the frame after it is answered."""
    told = []
    await page.say(type="ping")
    assert await page.next() == {"type": "pong"}
    await page.say_raw("no frame")
    while (frame := await page.next()).get("code") != "INVALID":
        told.append(frame)
    return told


async def test_a_page_is_told_how_the_session_stands_and_all_that_is_said(model: ScriptedChat, reader: User):
    model.then(says("Hello **Ada**"))
    async with open_tab() as tab, page_of(reader) as page:
        session = await session_of(tab)
        state = await page.follow(session)
        assert state == {
            "type": "state",
            "session": str(session),
            "graph": "wish",
            "status": "active",
            "may_take_over": False,
            "after": 0,
        }
        await tab.say(type="message", id="m1", text="I'm Ada")
        assert (await page.hear("step"))["node"] == "NameNode"
        assert (await page.hear("delta"))["text"]
        assert (await page.hear("turn_completed"))["turn"] == 1
        assert page.messages() == [(1, "customer", "I'm Ada"), (2, "assistant", "Hello **Ada**")]
    async with page_of(reader) as page:
        assert (await page.follow(session, after=1))["first"] == 2
        assert (await page.hear("message"))["html"] == "<p>Hello <strong>Ada</strong></p>"


async def test_staff_take_over_write_and_hand_back(model: ScriptedChat, ann: User, bob: User):
    model.then(says("As Ann said."))
    async with open_tab() as tab, page_of(ann) as one, page_of(bob) as two:
        session = await session_of(tab)
        for page in (one, two):
            assert (await page.follow(session))["may_take_over"]
        await one.say(type="take_over")
        assert await one.hear("handed_over") == {"type": "handed_over", "name": "Ann Lee", "you": True}
        assert await two.hear("handed_over") == {"type": "handed_over", "name": "Ann Lee", "you": False}
        await one.say(type="typing")
        assert (await tab.hear("notice"))["code"] == "HANDED_OVER"
        assert (await tab.hear("notice"))["code"] == "STAFF_TYPING"
        await one.say(type="say", id="s1", text="Hello.")
        assert (await one.hear("said")) == {"type": "said", "id": "s1", "n": 1}
        await tab.say(type="message", id="m1", text="Hi")
        await one.hear("turn_completed")
        await one.say(type="say", id="s1", text="Hello.")
        assert (await one.hear("said"))["n"] == 1
        await two.say(type="say", id="t1", text="Me too.")
        refusal = await two.hear("error")
        assert (refusal["code"], refusal["id"]) == ("HELD_BY_ANOTHER", "t1")
        await two.say(type="take_over")
        assert await one.hear("handed_over") == {"type": "handed_over", "name": "bob", "you": False}
        await two.say(type="hand_back")
        assert (await one.hear("handed_back"))["name"] == "bob"
        await tab.say(type="message", id="m2", text="And now?")
        await one.hear("turn_completed")
        said = [
            (1, "staff", "Hello."),
            (2, "customer", "Hi"),
            (3, "customer", "And now?"),
            (4, "assistant", "As Ann said."),
        ]
        assert one.messages() == said
        await tab.hear("turn_completed")
        await tab.hear("turn_completed")
        assert tab.messages() == said
    assert [who for who, _ in await logged()] == ["ann", "ann", "bob", "bob"]


async def test_a_page_that_comes_again_finds_who_holds_the_session(
    model: ScriptedChat, ann: User, reader: User
):
    async with open_tab() as tab, page_of(ann) as page:
        session = await session_of(tab)
        await page.follow(session)
        await page.say(type="take_over")
        await page.hear("handed_over")
    async with page_of(ann) as page:
        assert (await page.follow(session))["holder"] == {"name": "Ann Lee", "you": True}
    async with page_of(reader) as page:
        state = await page.follow(session)
        assert (state["status"], state["holder"]["you"]) == ("handed_over", False)


async def test_the_running_turn_is_shown_and_cancelled(model: ScriptedChat, ann: User):
    model.then(hangs())
    async with open_tab() as tab, page_of(ann) as page:
        session = await session_of(tab)
        await tab.say(type="message", id="m1", text="Hi")
        await tab.hear("step")
        assert (await page.follow(session))["turn"] == 1
        await page.say(type="take_over")
        await page.hear("turn_failed", "handed_over")
        await page.hear("turn_failed", "handed_over")
        await page.silence()


async def test_a_failure_is_told_with_its_cause(model: ScriptedChat, reader: User):
    model.then(fails())
    async with open_tab() as tab, page_of(reader) as page:
        await page.follow(await session_of(tab))
        await tab.say(type="message", id="m1", text="Hi")
        assert (await page.hear("turn_failed"))["cause"] == "PROVIDER_FAILED"


async def test_decisions_are_told_to_those_who_may_read_them(model: ScriptedChat, bob: User, reader: User):
    made = DecisionMade(
        turn=1, decision=UUID(int=1), node="N", outcome="success", answered_by="typesafe", model="m"
    )
    async with open_tab() as tab, page_of(bob) as sees, page_of(reader) as does_not:
        session = await session_of(tab)
        for page in (sees, does_not):
            await page.follow(session)
        await live.publish_to_staff(session, made)
        decision = await sees.hear("decision")
        assert (decision["node"], decision["outcome"], decision["turn"]) == ("N", "success", 1)
        for silent in (does_not, tab):
            await silent.silence()


async def test_what_the_layer_loses_is_told_by_a_ping(
    model: ScriptedChat, reader: User, monkeypatch: pytest.MonkeyPatch
):
    async def lose(session: UUID, *events: BaseModel, run: str = "") -> None:
        """Tell nobody."""

    async with open_tab() as tab, page_of(reader) as page:
        session, cid = await session_of(tab), await staff("cid")
        await page.follow(session)
        monkeypatch.setattr(live, "publish", lose)
        await engine.take_over(session, cid)
        await engine.say(session, cid, "Hello.", "a")
        assert [frame["type"] for frame in await told_by_ping(page)] == ["message", "handed_over"]
        await engine.hand_back(session, cid)
        assert [frame["type"] for frame in await told_by_ping(page)] == ["handed_back"]
        await engine.end_session(session)
        assert [frame["type"] for frame in await told_by_ping(page)] == ["ended"]


async def test_a_page_may_go_on_to_another_session(model: ScriptedChat, reader: User):
    async with open_tab() as one, open_tab() as two, page_of(reader) as page:
        first, second = await session_of(one), await session_of(two)
        await page.follow(first)
        assert (await page.follow(second))["session"] == str(second)
        model.then(says("One"), says("Two"))
        await one.say(type="message", id="m1", text="1")
        await one.hear("turn_completed")
        await two.say(type="message", id="m1", text="2")
        await page.hear("turn_completed")
        assert page.messages() == [(1, "customer", "2"), (2, "assistant", "Two")]


async def test_an_unknown_session_and_frames_before_any_are_refused(ann: User):
    async with page_of(ann) as page:
        await page.say(type="say", id="s1", text="Hello?")
        assert (await page.hear("error"))["code"] == "INVALID"
        assert (await page.follow(uuid4()))["code"] == "SESSION_UNKNOWN"
        await page.say(type="take_over")
        assert (await page.hear("error"))["code"] == "INVALID"


@pytest.mark.parametrize(
    "text",
    ["{", '{"type": "hello"}', '{"type": "follow", "session": "x"}', '{"type": "say", "id": "", "text": ""}'],
    ids=["no-json", "unknown", "no-uuid", "no-id"],
)
async def test_what_is_no_frame_is_refused_and_changes_nothing(ann: User, text: str):
    async with page_of(ann) as page:
        await page.say_raw(text)
        assert (await page.hear("error"))["code"] == "INVALID"
        await page.say(type="ping")
        assert await page.next() == {"type": "pong"}
