"""What the log holds of a Redis that went away and came back: lines, no tracebacks."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live_site import LiveSite, running_site
from tests.peers import redis
from tests.peers.redis import RedisServer
from tests.scale.sites import GRAPHS
from tests.scale.tab import Closed, open_tab, returning_tab

pytestmark = pytest.mark.slow


@pytest.fixture
def server(redis_command: Path) -> Iterator[RedisServer]:
    """A Redis of one's own, to stop and start again."""
    with redis.running_server(redis_command) as running:
        yield running


async def come_again(site: LiveSite, token: str) -> str:
    """Go on with a session in a new tab; return what the tab is told."""
    async with open_tab(site.url, "echo") as tab:
        try:
            return str((await tab.hello(token))["type"])
        except Closed as closed:
            return str(closed)


async def lose_redis(site: LiveSite, server: RedisServer) -> list[str]:
    """Everything that tabs do, before, while and after Redis is away; return what new ones are told."""
    async with returning_tab(site.url, "echo") as tab, returning_tab(site.url, "echo"):
        token = tab.heard[0]["token"]
        server.stop()
        await tab.say("message", id="m1", text="Hi")
        await tab.hear("turn_completed")
        told = [await come_again(site, token) for _ in range(3)]
        await tab.hello(token, after=tab.last)
        await tab.silence()
        server.start()
    async with returning_tab(site.url, "echo", token):
        """It is seated again."""
    server.stop()
    server.start()
    return told + [await come_again(site, token) for _ in range(3)]


async def test_everything_that_a_missing_redis_causes_is_a_warning_of_one_line(
    tmp_path: Path, server: RedisServer, capfd: pytest.CaptureFixture[str]
):
    with running_site(tmp_path / "data", EZGRAPH_GRAPHS=GRAPHS, REDIS_URL=server.url) as site:
        told = await lose_redis(site, server)
        server.stop()
    lines = capfd.readouterr().err.splitlines()

    assert told[-1] == "welcome"
    assert all(answer == "welcome" or "4503" in answer for answer in told), told
    assert lines
    assert [line for line in lines if not re.search(r"WARNING .*away", line)] == []
