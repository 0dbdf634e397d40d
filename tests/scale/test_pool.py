"""A process never has more connections than its pool, however many customers come by every way in."""

import asyncio
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest

from ezgraph_site.databases import POOL_SPARE_CONNECTIONS
from tests.live_site import LiveSite
from tests.scale import sampling
from tests.scale.sites import lift_limits, running_sites
from tests.scale.tab import open_tab

pytestmark = pytest.mark.slow

SESSIONS = 500
AT_ONCE = 50

STAFF = 10
"""Every so-manyth of them is of staff, and reads a list, which takes a connection as long as it is made."""

THREADS = 6


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, database_url: str) -> Iterator[LiveSite]:
    """A site with fewer threads than usual, so that its pool is easily used up."""
    folder = tmp_path_factory.mktemp("pool") / "data"
    settings = {"DATABASE_URL": database_url, "EZGRAPH_DATABASE_THREADS": str(THREADS)}
    with running_sites(1, folder, **settings) as (running,):
        lift_limits(running)
        yield running


async def by_rest(http: httpx.AsyncClient) -> str:
    """A session and a turn by REST; return the answer."""
    started = (await http.post("/api/v1/sessions", json={"graph": "echo"})).raise_for_status().json()
    headers = {"Authorization": f"Bearer {started['token']}"}
    turns = f"/api/v1/sessions/{started['id']}/turns"
    turn = await http.post(turns, json={"message": "Hello."}, headers=headers)
    return str(turn.raise_for_status().json()["message"])


async def by_tab(site: LiveSite) -> str:
    """A session and a turn in a tab; return the answer."""
    async with open_tab(site.url, "echo") as tab:
        await tab.hello()
        await tab.say("message", id="m1", text="Hello.")
        await tab.hear("turn_completed")
        return tab.messages()[-1][1]


async def by_page(http: httpx.AsyncClient) -> str:
    """A page of the back office, whose views are sync; return what its title says."""
    page = (await http.get("/admin/conversations/session/")).raise_for_status()
    return "Select session" if "Select session" in page.text else page.text


async def sign_in(http: httpx.AsyncClient, site: LiveSite) -> None:
    """Become the administrator."""
    await http.get("/admin/login/")
    form = {
        "username": "admin",
        "password": site.password,
        "csrfmiddlewaretoken": http.cookies["csrftoken"],
        "next": "/admin/",
    }
    assert (await http.post("/admin/login/", data=form)).status_code == 302


async def test_five_hundred_sessions_never_need_more_connections_than_the_pool_has(
    site: LiveSite, postgres_server: str, database_url: str
):
    room = asyncio.Semaphore(AT_ONCE)

    async def somebody(http: httpx.AsyncClient, staff: httpx.AsyncClient, number: int) -> str:
        async with room:
            if number % STAFF == 0:
                return await by_page(staff)
            return await (by_rest(http) if number % 2 else by_tab(site))

    with sampling.most(postgres_server, urlsplit(database_url).path.removeprefix("/")) as connections:
        async with (
            httpx.AsyncClient(base_url=site.url, timeout=60) as http,
            httpx.AsyncClient(base_url=site.url, timeout=60) as staff,
        ):
            await sign_in(staff, site)
            answers = await asyncio.gather(*(somebody(http, staff, number) for number in range(SESSIONS)))
    assert set(answers) == {"1: Hello.", "Select session"}
    assert 0 < connections.open <= THREADS + POOL_SPARE_CONNECTIONS
