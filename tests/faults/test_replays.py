"""Replays by real worker processes: two at once, and one that is killed in the middle."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from conversations.background.replaying import AT_ONCE
from ezgraph_site.bootstrap import make_data_dir
from providers.database import in_author_thread
from tests.conversations.decisions.contract_server import SystemOneServer, system_one_server
from tests.live_site import environment
from tests.peers import postgres

pytestmark = pytest.mark.slow

ITEMS = 30
DIES_AT = 10

PUT = """
import asyncio, sys
from tests.conversations.background.replays import captured, ordered
from tests.conversations.decisions.asking import save_typesafe
asyncio.run(save_typesafe("judge", {url!r}))
for number in range({items}):
    captured(1, said=str(number))
ordered()
"""
TOLD = """
import json
from conversations.models import Replay
print(json.dumps(Replay.objects.values("status", "done", "total").get()))
"""
FOLLOW = """
import select
from conversations.models import Replay
while Replay.objects.get().ended_at is None:
    select.select([], [], [], 0.1)
"""

Site = Mapping[str, str]
"""The environment of its processes."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site with an empty database of its own, whose leases are short."""
    server = os.environ.get("DATABASE_URL")  # noqa: TID251 - whichever database the tests run on
    with postgres.new_database(server) if server else nullcontext("") as database:
        make_data_dir(tmp_path)
        env = environment(
            EZGRAPH_DATA_DIR=str(tmp_path),
            DATABASE_URL=database,
            EZGRAPH_LEASE_SECONDS="2",
            EZGRAPH_ALLOWED_PRIVATE_HOSTS="127.0.0.1:*",
        )
        manage(env, "migrate", "-v", "0")
        yield env


@pytest.fixture
async def server() -> AsyncIterator[SystemOneServer]:
    async with system_one_server() as served:
        yield served


def manage(site: Site, *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, env=dict(site), check=True, stdout=subprocess.PIPE, text=True, timeout=90
    ).stdout


async def shell(site: Site, code: str) -> str:
    """Run code in a process of the site, while this one goes on answering."""
    return await in_author_thread(manage, site, "shell", "-v", "0", "-c", code)


@contextmanager
def worker(site: Site) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen([sys.executable, "manage.py", "worker"], env=dict(site))
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)


async def told(site: Site) -> Any:
    return json.loads(await shell(site, TOLD))


def asked(server: SystemOneServer) -> Counter[str]:
    """How often each decision was asked."""
    return Counter(body["state"]["request"] for body in server.bodies)


async def test_two_workers_share_a_replay_without_asking_twice(site: Site, server: SystemOneServer):
    await shell(site, PUT.format(url=server.url, items=ITEMS))
    with worker(site), worker(site):
        await shell(site, FOLLOW)

    assert await told(site) == {"status": "done", "done": ITEMS, "total": ITEMS}
    assert asked(server) == {str(number): 1 for number in range(ITEMS)}


async def test_a_killed_worker_is_followed_and_nothing_stored_is_asked_again(
    site: Site, server: SystemOneServer
):
    await shell(site, PUT.format(url=server.url, items=ITEMS))
    with worker(site) as first:

        def kill(reply: dict[str, Any]) -> None:
            if len(server.bodies) == DIES_AT:
                first.kill()

        server.spoils = [kill]
        await in_author_thread(first.wait)
    stored = (await told(site))["done"]
    died_with = set(asked(server))

    with worker(site):
        await shell(site, FOLLOW)

    assert await told(site) == {"status": "done", "done": ITEMS, "total": ITEMS}
    assert DIES_AT - AT_ONCE <= stored < DIES_AT
    again = {name for name, times in asked(server).items() if times > 1}
    assert set(asked(server)) == {str(number) for number in range(ITEMS)}
    assert len(again) == len(died_with) - stored
    assert again <= died_with
