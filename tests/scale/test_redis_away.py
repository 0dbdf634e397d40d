"""Redis is only a doorbell: while it is away turns go on, and tabs catch up when it is back."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.live_site import LiveSite
from tests.peers import redis
from tests.peers.redis import RedisServer
from tests.scale.sites import running_sites
from tests.scale.tab import Closed, Tab, open_tab, returning_tab

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def running_redis(redis_command: Path) -> Iterator[RedisServer]:
    """A Redis of one's own, to stop and start again."""
    with redis.running_server(redis_command) as server:
        yield server


@pytest.fixture
def away(running_redis: RedisServer) -> Iterator[RedisServer]:
    """That Redis, which the test may leave stopped."""
    yield running_redis
    running_redis.stop()
    running_redis.start()


@pytest.fixture(scope="module")
def sites(
    tmp_path_factory: pytest.TempPathFactory, database_url: str, running_redis: RedisServer
) -> Iterator[list[LiveSite]]:
    """Two sites side by side."""
    folder = tmp_path_factory.mktemp("redis") / "data"
    with running_sites(2, folder, DATABASE_URL=database_url, REDIS_URL=running_redis.url) as both:
        yield both


async def ask(site: LiveSite, welcome: dict[str, str], text: str) -> str:
    """Run a turn over REST, in a session that a tab has opened, and return the reply."""
    async with httpx.AsyncClient(headers={"Authorization": f"Bearer {welcome['token']}"}) as http:
        turns = f"{site.url}/api/v1/sessions/{welcome['session']}/turns"
        turn = await http.post(turns, json={"message": text})
    assert turn.status_code == 200, turn.text
    return str(turn.json()["message"])


async def say(tab: Tab, text: str) -> None:
    """Let the customer say something and wait for the end of the turn."""
    await tab.say("message", id=text, text=text)
    await tab.hear("accepted")
    await tab.hear("turn_completed")


def conversation(*said: str) -> list[tuple[int, str]]:
    """What a tab shows of the graph `echo` after these messages."""
    texts = [text for number, one in enumerate(said, start=1) for text in (one, f"{number}: {one}")]
    return list(enumerate(texts, start=1))


async def test_turns_go_on_without_redis_and_a_tab_shows_those_of_others_with_its_own(
    sites: list[LiveSite], away: RedisServer
):
    one, two = sites
    async with returning_tab(one.url, "echo") as tab:
        welcome = tab.heard[0]
        assert await ask(two, welcome, "First") == "1: First"
        await tab.show(2)
        away.stop()
        assert await ask(two, welcome, "Second") == "2: Second"
        await say(tab, "Third")
        assert tab.messages() == conversation("First", "Second", "Third")


async def test_a_tab_that_stayed_hears_again_and_what_it_missed_comes_first(
    sites: list[LiveSite], away: RedisServer
):
    one, two = sites
    async with returning_tab(one.url, "echo") as tab:
        welcome = tab.heard[0]
        said = ["Missed"]
        away.stop()
        await ask(two, welcome, "Missed")
        away.start()
        hearing = asyncio.ensure_future(tab.hear("message"))
        while not hearing.done():  # it is heard once the site has found Redis again
            said.append(f"Message {len(said)}")
            await ask(two, welcome, said[-1])
            await asyncio.wait([hearing], timeout=0.2)
        await tab.show(2 * len(said))
        assert tab.messages() == conversation(*said)


async def test_a_tab_that_comes_back_after_a_restart_is_told_what_it_missed(
    sites: list[LiveSite], away: RedisServer
):
    one, two = sites
    async with returning_tab(one.url, "echo") as tab:
        welcome = tab.heard[0]
        await say(tab, "First")
    away.stop()
    await ask(two, welcome, "Second")
    away.start()
    async with returning_tab(two.url, "echo", welcome["token"], after=2) as tab:
        await tab.show(4)
        await say(tab, "Third")
        assert tab.messages() == conversation("First", "Second", "Third")[2:]


async def test_a_tab_that_comes_while_redis_is_away_is_sent_away_and_its_turn_is_kept(
    sites: list[LiveSite], away: RedisServer
):
    one, two = sites
    async with returning_tab(one.url, "echo") as tab:
        welcome = tab.heard[0]
    away.stop()
    async with open_tab(one.url, "echo") as tab:
        with pytest.raises(Closed):
            await tab.hello(welcome["token"])
    await ask(two, welcome, "First")
    away.start()
    async with returning_tab(one.url, "echo", welcome["token"]) as tab:
        await tab.show(2)
        assert tab.messages() == conversation("First")


async def test_a_redis_that_hangs_keeps_nobody_from_ending(sites: list[LiveSite], away: RedisServer):
    one, _ = sites
    async with returning_tab(one.url, "echo") as tab:
        welcome = tab.heard[0]
        with away.hanging():  # SIGSTOP … SIGCONT
            for number in range(3):
                await ask(one, welcome, f"Message {number}")
            async with asyncio.timeout(3), httpx.AsyncClient() as http:
                bearer = {"Authorization": f"Bearer {welcome['token']}"}
                ended = await http.post(f"{one.url}/api/v1/sessions/{welcome['session']}/end", headers=bearer)
        assert ended.status_code == 200


async def test_a_quiet_tab_asks_after_what_it_missed(sites: list[LiveSite], away: RedisServer):
    one, two = sites
    async with returning_tab(one.url, "echo") as tab:
        welcome = tab.heard[0]
        away.stop()
        await ask(two, welcome, "Missed")
        await tab.say("ping")
        await tab.hear("turn_completed")
        assert tab.messages() == conversation("Missed")
        away.start()
        await tab.silence()
        assert tab.messages() == conversation("Missed")
