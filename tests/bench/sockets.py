"""A thousand open chats on one process of the site, of which some talk: what the site adds to a turn."""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import aiohttp

from tests.live_site import LiveSite, running_site
from tests.peers import postgres
from tests.scale.memory import resident_mb
from tests.scale.model import serving_model
from tests.scale.sites import GRAPHS, use_model
from tests.scale.tab import Tab

SOCKETS: Final = 1_000
TURNS_A_SECOND: Final = 50
WARM_UP_SECONDS: Final = 15.0
SECONDS: Final = 60.0
GRAPH: Final = "talk"


@dataclass(frozen=True)
class Crowd:
    """What was seen: milliseconds from the customer's message to the end of its turn, and MB of memory."""

    turns: int
    failed: int
    p50_ms: float
    p99_ms: float
    warm_mb: float
    end_mb: float

    def lines(self) -> str:
        """The figures as a table in Markdown."""
        rows = [
            ("turns, failed ones among them", f"{self.turns:,}, {self.failed}"),
            ("ms of a turn, the model's and the client's own among them: median", f"{self.p50_ms:.0f}"),
            ("…, the slowest of 100", f"{self.p99_ms:.0f}"),
            ("MB of memory after the warm-up", f"{self.warm_mb:.0f}"),
            ("…, at the end", f"{self.end_mb:.0f}"),
        ]
        head = f"{SOCKETS:,} open WebSockets, {TURNS_A_SECOND} turns a second for {SECONDS:.0f} s"
        lines = [f"| {head} | |", "| --- | ---: |", *(f"| {label} | {value} |" for label, value in rows)]
        return "\n".join(lines)


def measure(server: str) -> Crowd:
    """Run the site on a new database of this PostgreSQL server, and let a crowd talk to it."""
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres.new_database(server) as database,
        serving_model() as model,
        running_site(Path(folder) / "data", DATABASE_URL=database, EZGRAPH_GRAPHS=GRAPHS) as site,
    ):
        use_model(site, model.url)
        return asyncio.run(_measure(site))


async def _measure(site: LiveSite) -> Crowd:
    async with _open_tabs(site.url) as tabs:
        turns = _Turns(tabs)
        await turns.run(WARM_UP_SECONDS)
        warm = resident_mb(site.process.pid)
        turns.forget()
        await turns.run(SECONDS)
        milliseconds = sorted(seconds * 1000 for seconds in turns.taken)
        return Crowd(
            turns=len(milliseconds) + turns.failed,
            failed=turns.failed,
            p50_ms=milliseconds[len(milliseconds) // 2],
            p99_ms=milliseconds[int(0.99 * len(milliseconds))],
            warm_mb=warm,
            end_mb=resident_mb(site.process.pid),
        )


class _Turns:
    """Lets one tab after the other say something, evenly; `taken` are the seconds of each turn."""

    def __init__(self, tabs: list[Tab]) -> None:
        self.taken: list[float] = []
        self.failed = 0
        self._tabs = tabs
        self._said = 0

    def forget(self) -> None:
        """Begin to count anew."""
        self.taken, self.failed = [], 0

    async def run(self, seconds: float) -> None:
        """Talk for so long, and wait for the last replies."""
        started, turns = time.perf_counter(), []
        for number in range(round(seconds * TURNS_A_SECOND)):
            await asyncio.sleep(started + number / TURNS_A_SECOND - time.perf_counter())
            turns.append(asyncio.ensure_future(self._turn()))
        await asyncio.gather(*turns)

    async def _turn(self) -> None:
        self._said += 1
        tab = self._tabs[self._said % len(self._tabs)]
        started = time.perf_counter()
        await tab.say("message", id=f"m{self._said}", text=f"Message {self._said}")
        end = await tab.hear("turn_completed", "turn_failed", "error")
        if end["type"] == "turn_completed":
            self.taken.append(time.perf_counter() - started)
        else:
            self.failed += 1


@asynccontextmanager
async def _open_tabs(site: str) -> AsyncIterator[list[Tab]]:
    """All tabs, each in a session and at an address of its own."""
    async with AsyncExitStack() as stack:
        tabs = []
        for number in range(SOCKETS):
            connector = aiohttp.TCPConnector(local_addr=(f"127.1.{number // 250}.{1 + number % 250}", 0))
            http = await stack.enter_async_context(aiohttp.ClientSession(connector=connector))
            socket = await stack.enter_async_context(http.ws_connect(f"{site}/ws/chat/"))
            tab = Tab(socket, GRAPH)
            await tab.hello()
            tabs.append(tab)
        yield tabs
