"""Whatever happens to tabs, Redis and the site: each tab ends with exactly the messages of the database."""

import asyncio
import random
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path

import psycopg
import pytest

from tests.live_site import running_site
from tests.peers import redis
from tests.peers.redis import RedisServer
from tests.scale.crowd import Customer, Sent, customer_at
from tests.scale.sites import GRAPHS

pytestmark = pytest.mark.slow

TABS = 4
MESSAGES = 5

STORED = """
SELECT number, text FROM conversations_message WHERE session_id = %s AND number IS NOT NULL ORDER BY number
"""


class RestartingSite:
    """A site at one address, which stops and comes again; its Redis, too."""

    def __init__(self, data_dir: Path, database_url: str, redis_server: RedisServer) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.redis = redis_server
        self._settings = {"DATABASE_URL": database_url, "REDIS_URL": redis_server.url}
        self._data_dir = data_dir
        self._stack = ExitStack()

    def start(self) -> None:
        site = running_site(self._data_dir, PORT=str(self.port), EZGRAPH_GRAPHS=GRAPHS, **self._settings)
        self._stack.enter_context(site)

    def stop(self) -> None:
        self._stack.close()


@pytest.fixture
def site(tmp_path: Path, database_url: str, redis_command: Path) -> Iterator[RestartingSite]:
    """A site on PostgreSQL and a Redis of its own."""
    with redis.running_server(redis_command) as server:
        restarting = RestartingSite(tmp_path / "data", database_url, server)
        restarting.start()
        yield restarting
        restarting.stop()


@pytest.fixture
async def customers(site: RestartingSite, full_load: bool) -> AsyncIterator[list[Customer]]:
    """All of them, each at an address of their own."""
    chance = random.Random(6)
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(
                customer_at(site.url, "echo", f"127.0.{1 + number // 200}.{1 + number % 200}", TABS, chance)
            )
            for number in range(200 if full_load else 40)
        ]


async def write(customer: Customer, chance: random.Random, seconds: float) -> None:
    """Send messages from any of the tabs, at any time, each once the one before is answered."""
    for number in range(1, MESSAGES + 1):
        await asyncio.sleep(chance.uniform(0, 2 * seconds / MESSAGES))
        tab = chance.choice(customer.tabs)
        await tab.send(Sent(id=f"m{number}", text=f"Message {number}"))
        await tab.show(2 * number)


async def lose_connections(customers: list[Customer], chance: random.Random) -> None:
    """Cut off one tab after the other."""
    while True:
        await asyncio.sleep(0.05)
        await chance.choice(chance.choice(customers).tabs).cut()


async def disturb(site: RestartingSite, seconds: float) -> None:
    """Restart Redis, then the site."""
    for begin, end in ((site.redis.stop, site.redis.start), (site.stop, site.start)):
        await asyncio.sleep(seconds / 4)
        await asyncio.to_thread(begin)
        await asyncio.sleep(1)
        await asyncio.to_thread(end)


async def test_every_tab_ends_with_exactly_what_is_stored(
    site: RestartingSite, customers: list[Customer], database_url: str, full_load: bool
):
    chance, seconds = random.Random(7), 40.0 if full_load else 16.0
    losing = asyncio.ensure_future(lose_connections(customers, chance))
    try:
        await asyncio.gather(
            disturb(site, seconds), *(write(customer, chance, seconds) for customer in customers)
        )
    finally:
        losing.cancel()
    for customer in customers:
        for tab in customer.tabs:
            await tab.show(2 * MESSAGES)

    with psycopg.connect(database_url) as database:
        stored = {
            customer.session: database.execute(STORED, [customer.session]).fetchall()
            for customer in customers
        }
    texts = [text for n in range(1, MESSAGES + 1) for text in (f"Message {n}", f"{n}: Message {n}")]
    for customer in customers:
        assert stored[customer.session] == list(enumerate(texts, start=1))
        for tab in customer.tabs:
            assert tab.shown == stored[customer.session]
            assert {error["code"] for error in tab.errors} <= {"UNAVAILABLE"}, "as a site that stops says"
    assert sum(tab.times_welcomed for customer in customers for tab in customer.tabs) > 2 * TABS * len(
        customers
    )
