"""Two processes serve the same sessions, on one database and one Redis."""

import asyncio
from collections.abc import Iterator

import httpx
import pytest

from tests.live_site import LiveSite
from tests.scale.model import EchoModel
from tests.scale.sites import running_sites, use_model
from tests.scale.tab import Tab, open_tab

pytestmark = pytest.mark.slow

POSTS = 50


@pytest.fixture(scope="module")
def sites(
    tmp_path_factory: pytest.TempPathFactory, database_url: str, redis_url: str, echo_model: EchoModel
) -> Iterator[list[LiveSite]]:
    """Two sites side by side."""
    folder = tmp_path_factory.mktemp("processes") / "data"
    with running_sites(2, folder, DATABASE_URL=database_url, REDIS_URL=redis_url) as both:
        use_model(both[0], echo_model.url)
        yield both


async def say(tab: Tab, number: int) -> None:
    """Let the customer say something and wait for the answer."""
    await tab.say("message", id=f"m{number}", text=f"Message {number}")
    await tab.hear("turn_completed")


def conversation(*numbers: int) -> list[tuple[int, str]]:
    """What a tab shows of the graph `talk` after these messages, from number 1 on."""
    texts = [text for n in numbers for text in (f"Message {n}", f"You said: Message {n}")]
    return list(enumerate(texts, start=1))


async def test_a_tab_hears_turns_of_another_process_in_order_and_once(sites: list[LiveSite]):
    one, two = sites
    async with open_tab(one.url, "talk") as here, open_tab(two.url, "talk") as there:
        token = (await here.hello())["token"]
        assert (await there.hello(token))["type"] == "welcome"
        for number in range(1, 6):
            await say(here, number)
            await there.hear("turn_completed")
        await here.silence()
        await there.silence()
        for tab in (here, there):
            assert tab.messages() == conversation(*range(1, 6))
        told = [frame for frame in here.heard if frame["type"] not in ("accepted", "welcome", "pong")]
        assert [f for f in there.heard if f["type"] not in ("welcome", "pong")] == told
        assert any(frame["type"] == "delta" for frame in told)


async def test_a_session_goes_on_in_another_process(sites: list[LiveSite]):
    one, two = sites
    async with open_tab(one.url, "talk") as tab:
        token = (await tab.hello())["token"]
        await say(tab, 1)
    async with open_tab(two.url, "talk") as tab:
        assert (await tab.hello(token, after=1))["after"] == 1
        await say(tab, 2)
        assert tab.messages() == conversation(1, 2)[1:]
    async with open_tab(one.url, "talk") as tab:
        await tab.hello(token)
        await tab.show(4)
        assert tab.messages() == conversation(1, 2)


async def test_both_processes_in_turn_answer_one_session(sites: list[LiveSite]):
    one, two = sites
    async with httpx.AsyncClient() as http:
        started = (await http.post(f"{one.url}/api/v1/sessions", json={"graph": "echo"})).json()
        http.headers["Authorization"] = f"Bearer {started['token']}"
        for number in range(1, 9):
            site = one if number % 2 else two
            turn = await http.post(
                f"{site.url}/api/v1/sessions/{started['id']}/turns", json={"message": f"No. {number}"}
            )
            assert (turn.status_code, turn.json()["message"]) == (200, f"{number}: No. {number}")


async def test_simultaneous_posts_of_one_key_to_both_are_one_turn_with_equal_answers(
    sites: list[LiveSite], echo_model: EchoModel
):
    async with httpx.AsyncClient(timeout=60) as http:
        started = (await http.post(f"{sites[0].url}/api/v1/sessions", json={"graph": "talk"})).json()
        headers = {"Authorization": f"Bearer {started['token']}", "Idempotency-Key": "m-1"}
        path = f"/api/v1/sessions/{started['id']}/turns"
        before = echo_model.asked

        async def post(number: int) -> httpx.Response:
            return await http.post(f"{sites[number % 2].url}{path}", json={"message": "Hi"}, headers=headers)

        answers = await asyncio.gather(*map(post, range(POSTS)))
        again = await asyncio.gather(*map(post, range(POSTS)))

    assert echo_model.asked == before + 1
    bodies = {answer.text for answer in [*answers, *again] if answer.status_code == 200}
    assert len(bodies) == 1
    busy = [answer.json() for answer in answers if answer.status_code != 200]
    assert all((body["code"], body["turn"]) == ("SESSION_BUSY", 1) for body in busy)
    assert {answer.status_code for answer in again} == {200}


async def test_a_turn_that_runs_in_one_process_is_seen_as_running_in_the_other(
    sites: list[LiveSite], echo_model: EchoModel
):
    one, two = sites
    async with open_tab(one.url, "talk") as here, open_tab(two.url, "talk") as there:
        token = (await here.hello())["token"]
        echo_model.hold()
        try:
            await here.say("message", id="m1", text="Message 1")
            await here.hear("step")
            assert (await there.hello(token))["turn"] == 1
            await there.say("message", id="m2", text="Message 2")
            refused = await there.hear("error")
            assert (refused["code"], refused["id"], refused["turn"]) == ("SESSION_BUSY", "m2", 1)
        finally:
            echo_model.release()
        for tab in (here, there):
            await tab.hear("turn_completed")
            assert tab.messages() == conversation(1)


async def test_ending_in_one_process_is_heard_in_the_other(sites: list[LiveSite]):
    one, two = sites
    async with open_tab(one.url, "talk") as here, open_tab(two.url, "talk") as there:
        token = (await here.hello())["token"]
        await there.hello(token)
        await there.say("end")
        for tab in (here, there):
            assert (await tab.hear("notice"))["code"] == "SESSION_ENDED"
        await here.say("message", id="m1", text="Still there?")
        assert (await here.hear("error"))["code"] == "SESSION_COMPLETED"


async def test_ending_in_one_process_ends_the_turn_that_runs_in_the_other(
    sites: list[LiveSite], echo_model: EchoModel
):
    one, two = sites
    async with open_tab(one.url, "talk") as here, open_tab(two.url, "talk") as there:
        token = (await here.hello())["token"]
        await there.hello(token)
        echo_model.hold()
        try:
            await here.say("message", id="m1", text="Message 1")
            await here.hear("step")
            await there.say("end")
            for tab in (here, there):
                assert (await tab.hear("notice"))["code"] == "SESSION_ENDED"
        finally:
            echo_model.release()
        await here.silence()
        assert here.messages() == conversation(1)[:1]
