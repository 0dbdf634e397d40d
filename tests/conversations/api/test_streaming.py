"""A turn as a stream of events: in order, to be resumed anywhere, and on its way without readers."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from conversations.api.streaming import bell
from conversations.api.streaming.positions import END, Position
from conversations.api.streaming.responses import with_heartbeats
from conversations.engine.turns.running import wait_for_all
from conversations.models import Turn
from conversations.testing import call, calls, fails, held, says
from tests.conversations.api.client import Api, visitor
from tests.conversations.api.streams import Told, stream

pytestmark = pytest.mark.django_db(transaction=True)


async def all_of(told: AsyncIterator[Told]) -> list[Told]:
    return [event async for event in told]


def names(told: list[Told]) -> list[str]:
    return [event.event for event in told]


def lasting(told: list[Told]) -> list[Told]:
    return [event for event in told if event.id]


async def test_events_come_in_order_and_what_rows_repeat_has_an_id(model):
    api, session = await visitor()
    model.then(says("Hello there"))
    told = await all_of(stream(api, f"{session}/turns", {"message": "Hi", "client_id": "m-1"}))
    assert names(told) == [
        "turn_started",
        "message",
        "step_started",
        "delta",
        "delta",
        "message",
        "turn_completed",
    ]
    assert [event.id for event in told] == ["1-0", "1-1", None, None, None, "1-2", "1-end"]
    assert "".join(event.data["text"] for event in told if event.event == "delta") == "Hello there"
    assert told[0].data == {"turn": 1, "client_id": "m-1"}
    assert (told[1].data["role"], told[1].data["text"]) == ("customer", "Hi")
    assert "node" not in told[2].data
    end = told[-1].data
    assert (end["success"], end["message"], end["turn"]) == (True, "Hello there", 1)
    assert "by_model" not in end["usage"]


async def test_a_key_sees_nodes_and_causes(model, api_key):
    api = await api_key()
    assert await api.post("/sessions", {"graph": "wish"}) == 201
    model.then(fails())
    told = await all_of(stream(api, f"/sessions/{api.body['id']}/turns", {"message": "Hi"}))
    assert [event.data["node"] for event in told if event.event == "step_started"] == ["NameNode"]
    assert told[-1].event == "turn_failed"
    assert (told[-1].data["code"], told[-1].data["cause"]) == ("TURN_FAILED", "PROVIDER_FAILED")


@pytest.mark.parametrize("seen", ["1-0", "1-1", "1-2", "1-end"])
async def test_what_follows_the_last_event_is_told_again_from_rows(model, seen: str):
    api, session = await visitor()
    model.then(says("Hello"))
    told = lasting(await all_of(stream(api, f"{session}/turns", {"message": "Hi", "client_id": "m-1"})))
    rest = told[[event.id for event in told].index(seen) + 1 :]
    again = {"message": "Hi", "client_id": "m-1"}
    assert await all_of(stream(api, f"{session}/turns", again, Last_Event_ID=seen)) == rest
    assert await all_of(stream(api, f"{session}/turns/1", method="get", Last_Event_ID=seen)) == rest
    assert len(model.requests) == 1


async def test_the_turn_goes_on_when_the_reader_leaves_and_is_followed_from_rows(model, monkeypatch):
    monkeypatch.setattr(bell, "QUIET_SECONDS", 0.05)
    api, session = await visitor()
    release = asyncio.Event()
    model.then(calls(call("save_name", name="Ada")), held(release, says("What do you wish?")))
    first = stream(api, f"{session}/turns", {"message": "I'm Ada", "client_id": "m-1"})
    seen = [await anext(first) for _ in range(2)]
    await model.waiting.wait()
    await first.aclose()
    assert (await Turn.objects.aget()).status == "running"
    assert await api.post(f"{session}/turns", {"message": "I'm Ada", "client_id": "m-1"}) == 409

    again = {"message": "I'm Ada", "client_id": "m-1"}
    assert seen[-1].id
    other, late = Api(api.bearer), Api(api.bearer)
    readers = [
        asyncio.ensure_future(all_of(one))
        for one in (
            stream(api, f"{session}/turns", again, Last_Event_ID=seen[-1].id),
            stream(other, f"{session}/turns/1", method="get", Last_Event_ID=seen[-1].id),
        )
    ]
    # No id was seen, or one of another turn: everything is told again.
    readers_from_the_start = [
        asyncio.ensure_future(all_of(stream(late, f"{session}/turns", again, **headers)))
        for headers in ({}, {"Last_Event_ID": "7-1"})
    ]
    await asyncio.sleep(0)
    release.set()
    for told in await asyncio.gather(*readers):
        assert [event.id for event in lasting(told)] == ["1-2", "1-end"]
        assert told[-1].data["message"] == "What do you wish?"
    for told in await asyncio.gather(*readers_from_the_start):
        assert [event.id for event in lasting(told)] == ["1-0", "1-1", "1-2", "1-end"]
    await wait_for_all()


async def test_a_cancelled_turn_ends_its_streams(model, monkeypatch):
    monkeypatch.setattr(bell, "QUIET_SECONDS", 0.05)
    api, session = await visitor()
    model.then(held(asyncio.Event(), says("Never")))
    running = asyncio.ensure_future(all_of(stream(api, f"{session}/turns", {"message": "Hi"})))
    await model.waiting.wait()
    other = Api(api.bearer)
    followed = asyncio.ensure_future(all_of(stream(other, f"{session}/turns/1", method="get")))
    assert await Api(api.bearer).post(f"{session}/turns/1/cancel") == 200
    for told in await asyncio.gather(running, followed):
        assert told[-1].event == "turn_failed"
        assert told[-1].data["code"] == "TURN_CANCELLED"


async def test_a_refused_message_is_a_problem_and_no_stream(model):
    api, session = await visitor()
    assert await api.post(f"{session}/turns", {"message": ""}, Accept="text/event-stream") == 400
    assert api.code == "MESSAGE_INVALID"
    assert await api.get(f"{session}/turns/1", Accept="text/event-stream") == 404


async def test_without_waiting_the_address_of_the_turn_is_told(model):
    api, session = await visitor()
    release = asyncio.Event()
    model.then(held(release, says("Hello")))
    assert await api.post(f"{session}/turns?wait=0", {"message": "Hi", "client_id": "m-1"}) == 202
    assert (api.body["turn"], api.body["status"], api.body["client_id"]) == (1, "running", "m-1")
    address = api.response["Location"].removeprefix("/api/v1")
    release.set()
    await wait_for_all()
    assert await api.get(address) == 200
    assert (api.body["status"], api.body["message"]) == ("completed", "Hello")
    assert await api.post(f"{session}/turns?wait=2", {"message": "Hi"}) == 400


async def test_a_quiet_stream_has_heartbeats():
    go_on = asyncio.Event()

    async def frames() -> AsyncIterator[str]:
        yield "first"
        await go_on.wait()
        yield "second"

    told = with_heartbeats(frames(), 0.01)
    assert (await anext(told)).startswith(":")
    assert await anext(told) == "first"
    assert (await anext(told)).startswith(":")
    go_on.set()
    rest = [frame async for frame in told]
    assert [frame for frame in rest if not frame.startswith(":")] == ["second"]


async def test_a_stream_says_at_once_that_it_is_there():
    async def frames() -> AsyncIterator[str]:
        await asyncio.Event().wait()
        yield "never"

    told = with_heartbeats(frames(), 3600)
    assert (await anext(told)).startswith(":")
    await told.aclose()  # type: ignore[attr-defined]


async def test_a_reader_who_leaves_a_quiet_stream_closes_it():
    closed = asyncio.Event()

    async def frames() -> AsyncIterator[str]:
        try:
            await asyncio.Event().wait()
            yield "never"
        finally:
            closed.set()

    told = with_heartbeats(frames(), 0.01)
    for _ in range(2):
        assert (await anext(told)).startswith(":")
    await told.aclose()  # type: ignore[attr-defined]
    assert closed.is_set()


@pytest.mark.parametrize("text", ["", "7", "7-", "7-x", "-1-2", "7-end-", "\u0661-2", "1-" + "9" * 20])
def test_an_id_that_is_none_of_ours_is_no_position(text: str):
    assert Position.read(text) is None


def test_an_id_names_the_position_that_it_was_made_of():
    for position in (Position(3, 0), Position(3, 12), Position(3, END)):
        assert Position.read(str(position)) == position


async def test_streams_are_counted_among_the_connections_of_their_address(model, settings):
    settings.EZGRAPH_CONNECTIONS_PER_ADDRESS = 1
    api, session = await visitor()
    enough = asyncio.Event()
    model.then(held(enough, says("Hello")))
    first = stream(api, f"{session}/turns", {"message": "Hi"})
    assert (await anext(first)).event in ("", "turn_started")
    events = "text/event-stream"
    for refused in (
        await api.get(f"{session}/turns/1", Accept=events),
        await api.post(f"{session}/turns", {"message": "Again"}, Accept=events),
        await api.post(f"{session}/turns/1/retry", Accept=events),
    ):
        assert (refused, api.code) == (429, "RATE_LIMITED")
        assert int(api.response["Retry-After"]) > 0
    assert await api.get(f"{session}/turns/1") == 200
    enough.set()
    await wait_for_all()
    await first.aclose()
    async with asyncio.timeout(10):
        while await api.get(f"{session}/turns/1", Accept=events) == 429:
            """What was inside of the stream that was left is ended by the loop."""
