"""PostgreSQL is restarted between turns and inside of them: whoever asks is told, and can ask again."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

import httpx
import pytest
import pytest_asyncio

from tests.live_site import LiveSite
from tests.peers import postgres
from tests.peers.postgres import OwnServer
from tests.scale.model import EchoModel
from tests.scale.sites import running_sites, use_model
from tests.scale.tab import Tab, open_tab

pytestmark = pytest.mark.slow

LEASE_SECONDS = 3
AWAY_SECONDS = 15
RECOVERY_SECONDS = 5
"""What it may take until a server that was away for so long is noticed."""
PATIENCE_SECONDS = 60.0


@pytest.fixture(scope="module")
def database(postgres_server: str) -> Iterator[OwnServer]:
    """A PostgreSQL server of one's own, to stop and start again."""
    with postgres.own_server() as server:
        yield server


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, database: OwnServer, echo_model: EchoModel
) -> Iterator[LiveSite]:
    """A site on that server, whose leases are short."""
    folder = tmp_path_factory.mktemp("away") / "data"
    settings = {"DATABASE_URL": database.url, "EZGRAPH_LEASE_SECONDS": str(LEASE_SECONDS)}
    with running_sites(1, folder, **settings) as (running,):
        use_model(running, echo_model.url)
        yield running


@pytest.fixture
def held_model(echo_model: EchoModel) -> Iterator[EchoModel]:
    """The model, which keeps its answers."""
    echo_model.hold()
    yield echo_model
    echo_model.release()


@dataclass
class Talk:
    """A session of the graph `talk`, by REST."""

    http: httpx.AsyncClient

    async def ask(self, number: int) -> httpx.Response:
        """Send message `number`; the same number is the same message."""
        message = {"message": f"Message {number}", "client_id": f"m{number}"}
        answer = await self.http.post("turns", json=message)
        assert "Traceback" not in answer.text
        assert "psycopg" not in answer.text
        return answer

    async def ask_until_answered(self, number: int) -> str:
        """Send it again while the answer is that it has to wait; return the reply."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while (answer := await self.ask(number)).status_code in (409, 503):
                assert answer.json()["code"] in ("SESSION_BUSY", "UNAVAILABLE")
                assert answer.headers["Retry-After"]
        assert answer.status_code == 200, answer.text
        return str(answer.json()["message"])

    async def messages(self) -> list[tuple[int, str]]:
        """What the customer sees: (n, text)."""
        found = (await self.http.get("messages")).json()["messages"]
        return [(message["n"], message["text"]) for message in found]


@pytest_asyncio.fixture
async def by_rest(site: LiveSite) -> AsyncIterator[Talk]:
    """A new session with one turn behind it."""
    async with httpx.AsyncClient() as http:
        started = (await http.post(f"{site.url}/api/v1/sessions", json={"graph": "talk"})).json()
    session = f"{site.url}/api/v1/sessions/{started['id']}/"
    headers = {"Authorization": f"Bearer {started['token']}"}
    async with httpx.AsyncClient(base_url=session, headers=headers, timeout=PATIENCE_SECONDS) as http:
        yield Talk(http)


def conversation(count: int) -> list[tuple[int, str]]:
    """What is seen of so many messages and their answers."""
    texts = [text for n in range(1, count + 1) for text in (f"Message {n}", f"You said: Message {n}")]
    return list(enumerate(texts, start=1))


async def ends_with(tab: Tab, number: int) -> str:
    """Send message `number` in a tab, and return how its turn ended."""
    await tab.say("message", id=f"m{number}", text=f"Message {number}")
    return str((await tab.hear("turn_completed", "turn_failed", "error"))["type"])


async def test_a_restart_between_turns_is_noticed_by_nobody(
    site: LiveSite, database: OwnServer, by_rest: Talk
):
    async with open_tab(site.url, "talk") as tab:
        await tab.hello()
        assert (await by_rest.ask(1)).status_code == 200
        assert await ends_with(tab, 1) == "turn_completed"
        database.stop()
        database.start()
        assert (await by_rest.ask(2)).status_code == 200
        assert await ends_with(tab, 2) == "turn_completed"
        assert await by_rest.messages() == tab.messages() == conversation(2)


async def test_a_restart_inside_a_turn_is_noticed_by_nobody(
    site: LiveSite, database: OwnServer, by_rest: Talk, held_model: EchoModel
):
    async with open_tab(site.url, "talk") as tab:
        await tab.hello()
        asking = asyncio.ensure_future(by_rest.ask(1))
        in_a_tab = asyncio.ensure_future(ends_with(tab, 1))
        await asyncio.to_thread(held_model.expect, 2)
        database.stop()
        database.start()
        held_model.release()
        assert (await asking).status_code == 200
        assert await in_a_tab == "turn_completed"
        assert await by_rest.messages() == tab.messages() == conversation(1)


async def test_while_the_database_is_away_a_message_is_refused_and_later_taken(
    site: LiveSite, database: OwnServer, by_rest: Talk
):
    async with open_tab(site.url, "talk") as tab:
        await tab.hello()
        assert (await by_rest.ask(1)).status_code == 200
        assert await ends_with(tab, 1) == "turn_completed"
        database.stop()
        refused = await by_rest.ask(2)
        assert (refused.status_code, refused.json()["code"]) == (503, "UNAVAILABLE")
        assert await ends_with(tab, 2) == "error"
        assert tab.heard[-1] == {**tab.heard[-1], "code": "UNAVAILABLE", "id": "m2"}
        database.start()
        assert await by_rest.ask_until_answered(2) == "You said: Message 2"
        assert await ends_with(tab, 2) == "turn_completed"
        assert await by_rest.messages() == tab.messages() == conversation(2)


async def test_a_turn_that_cannot_be_written_is_told_and_runs_again(
    site: LiveSite, database: OwnServer, by_rest: Talk, held_model: EchoModel
):
    async with open_tab(site.url, "talk") as tab:
        token = (await tab.hello())["token"]
        asking = asyncio.ensure_future(by_rest.ask(1))
        in_a_tab = asyncio.ensure_future(ends_with(tab, 1))
        await asyncio.to_thread(held_model.expect, 2)
        database.stop()
        held_model.release()
        assert (await asking).status_code in (502, 503)
        assert await in_a_tab == "turn_failed"
        assert tab.heard[-1]["retryable"] is True
        database.start()
        assert await by_rest.ask_until_answered(1) == "You said: Message 1"
        assert await by_rest.ask_until_answered(2) == "You said: Message 2"
        assert await by_rest.messages() == conversation(2)
    async with open_tab(site.url, "talk") as tab:
        await tab.hello(token)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await ends_with(tab, 1) != "turn_completed":
                assert tab.heard[-1]["code"] in ("SESSION_BUSY", "TURN_FAILED")
        assert tab.messages() == conversation(1)


async def staff_are_told_to_come_again(site: LiveSite) -> None:
    async with httpx.AsyncClient(cookies={"sessionid": "a" * 32}, timeout=PATIENCE_SECONDS) as browser:
        page = await browser.get(f"{site.url}/admin/")
    assert page.status_code == 503
    assert "One moment, please" in page.text


async def test_the_site_is_back_soon_after_its_database(site: LiveSite, database: OwnServer, by_rest: Talk):
    now = asyncio.get_running_loop().time
    away = now()
    database.stop()
    while now() - away < AWAY_SECONDS:
        assert (await by_rest.ask(1)).status_code == 503
    await staff_are_told_to_come_again(site)
    database.start()
    back = now()
    assert await by_rest.ask_until_answered(1) == "You said: Message 1"
    assert now() - back < RECOVERY_SECONDS
