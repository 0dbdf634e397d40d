"""A deployment is restarted process by process while people and programs talk, and nothing is lost.

Two processes of the site, a worker, PostgreSQL, Redis and the proxy of `deploy/`, over TLS.
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.peers import nginx
from tests.scale.callers import Caller, begin
from tests.scale.crowd import Customer, Sent, customer_at
from tests.scale.fleet import Fleet, running_fleet
from tests.scale.load import percentile
from tests.scale.model import EchoModel

pytestmark = pytest.mark.slow

GRAPH = "talk"
MODEL_SECONDS = 0.3
"""A turn takes about so long, so that some run whenever a process is stopped."""

STORED = """
SELECT role, text FROM conversations_message WHERE session_id = %s AND number IS NOT NULL ORDER BY number
"""


@pytest.fixture(scope="module")
def nginx_command() -> Path:
    """The proxy's command; without one the test is skipped, where CI is set it fails."""
    return nginx.find_or_skip()


@pytest.fixture
def fleet(
    tmp_path: Path, nginx_command: Path, database_url: str, redis_url: str, echo_model: EchoModel
) -> Iterator[Fleet]:
    """All of it, with a model that takes its time."""
    echo_model.seconds = MODEL_SECONDS
    urls = {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
    with running_fleet(nginx_command, tmp_path, echo_model.url, **urls) as running:
        yield running


@pytest.fixture
async def customers(fleet: Fleet, full_load: bool) -> AsyncIterator[list[Customer]]:
    """People with a tab each, at addresses of their own."""
    async with AsyncExitStack() as stack:
        site, tls = fleet.proxy.url, fleet.proxy.tls
        yield [
            await stack.enter_async_context(
                customer_at(site, GRAPH, f"127.0.2.{n}", 1, random.Random(n), tls)
            )
            for n in range(1, 41 if full_load else 7)
        ]


@pytest.fixture
async def callers(fleet: Fleet, full_load: bool) -> AsyncIterator[list[Caller]]:
    """Programs with a session each."""
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(
                httpx.AsyncClient(base_url=fleet.proxy.url, verify=fleet.proxy.tls, timeout=60)
            )
            for _ in range(20 if full_load else 4)
        ]
        yield [await begin(http, GRAPH) for http in clients]


async def type_on(customer: Customer, over: asyncio.Event) -> int:
    """Let a customer send one message after the other, each once the last is answered; return how many."""
    tab, sent = customer.tabs[0], 0
    while not over.is_set():
        sent += 1
        await tab.send(Sent(f"m{sent}", f"Message {sent}"))
        await tab.show(2 * sent)
    return sent


async def call_on(caller: Caller, over: asyncio.Event) -> int:
    """The same by REST."""
    sent = 0
    while not over.is_set():
        sent += 1
        await caller.say(f"Message {sent}", f"m{sent}")
    return sent


async def roll(fleet: Fleet, rounds: int) -> list[float]:
    """Restart one process after the other; return how long each took to stop."""
    taken = []
    for _ in range(rounds):
        for site in fleet.sites:
            code, seconds = await asyncio.to_thread(site.stop)
            assert code == 0
            taken.append(seconds)
            await asyncio.to_thread(site.start)
    return taken


def stored(database_url: str, session: str) -> list[tuple[str, str]]:
    """What was said in a session, as its rows tell."""
    with psycopg.connect(database_url) as connection:
        return connection.execute(STORED, [session]).fetchall()


def said(messages: int) -> list[tuple[str, str]]:
    """A conversation in which each message was taken once and answered once."""
    numbers = range(1, messages + 1)
    return [row for n in numbers for row in (("human", f"Message {n}"), ("ai", f"You said: Message {n}"))]


async def test_processes_are_restarted_one_by_one_under_load_and_nothing_is_lost(
    fleet: Fleet,
    customers: list[Customer],
    callers: list[Caller],
    database_url: str,
    full_load: bool,
    capsys: pytest.CaptureFixture[str],
):
    over = asyncio.Event()
    talks = [asyncio.ensure_future(type_on(customer, over)) for customer in customers]
    calls = [asyncio.ensure_future(call_on(caller, over)) for caller in callers]
    stops = await roll(fleet, 2 if full_load else 1)
    over.set()
    typed, called = await asyncio.gather(*talks), await asyncio.gather(*calls)

    for customer, count in zip(customers, typed, strict=True):
        (tab,) = customer.tabs
        assert stored(database_url, customer.session) == said(count)
        assert tab.shown == list(enumerate((text for _, text in said(count)), start=1))
        assert {error["code"] for error in tab.errors} <= {"UNAVAILABLE"}
    for caller, count in zip(callers, called, strict=True):
        assert stored(database_url, caller.session) == said(count)
        assert caller.answers == [f"You said: Message {n}" for n in range(1, count + 1)]

    told = sum((caller.told for caller in callers), Counter[str]())
    seconds = [taken for caller in callers for taken in caller.seconds]
    with capsys.disabled():
        print(
            f"\n{len(stops)} restarts, each stopped within {max(stops):.1f} s: {sum(typed)} messages of"
            f" {len(customers)} tabs and {sum(called)} calls answered once each. Tabs came again"
            f" {sum(c.tabs[0].times_welcomed - 1 for c in customers)} times; calls were sent again"
            f" {dict(told)}; p50 {percentile(seconds, 0.5):.2f} s, p95 {percentile(seconds, 0.95):.2f} s,"
            f" longest {max(seconds):.2f} s."
            f" The proxy's complaints: {dict(fleet.proxy.complaints())}."
        )
