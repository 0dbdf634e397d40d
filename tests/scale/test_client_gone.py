"""Whoever asked goes away while the model thinks: the turn ends well, and the next one can begin."""

import asyncio
from collections.abc import Iterator

import httpx
import pytest

from tests.live_site import LiveSite
from tests.scale.model import EchoModel
from tests.scale.sites import running_sites, use_model
from tests.scale.tab import open_tab

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, tests_database_url: str, echo_model: EchoModel
) -> Iterator[LiveSite]:
    """A site whose graph `talk` asks the model."""
    folder = tmp_path_factory.mktemp("gone") / "data"
    with running_sites(1, folder, DATABASE_URL=tests_database_url) as (running,):
        use_model(running, echo_model.url)
        yield running


@pytest.fixture
def held_model(echo_model: EchoModel) -> Iterator[EchoModel]:
    """The model, which keeps its answers."""
    echo_model.hold()
    yield echo_model
    echo_model.release()


async def test_a_turn_ends_well_though_its_http_request_was_closed(site: LiveSite, held_model: EchoModel):
    async with httpx.AsyncClient(base_url=f"{site.url}/api/v1") as http:
        started = (await http.post("/sessions", json={"graph": "talk"})).json()
    async with httpx.AsyncClient(base_url=f"{site.url}/api/v1") as http:
        http.headers["Authorization"] = f"Bearer {started['token']}"
        turns = f"/sessions/{started['id']}/turns"
        asking = asyncio.ensure_future(http.post(turns, json={"message": "Hello.", "client_id": "m1"}))
        await asyncio.to_thread(held_model.expect)
        asking.cancel()
        await asyncio.wait([asking])
    await ends_well(site, held_model, started["token"])


async def test_a_turn_ends_well_though_its_tab_was_closed(site: LiveSite, held_model: EchoModel):
    async with open_tab(site.url, "talk") as tab:
        token = (await tab.hello())["token"]
        await tab.say("message", id="m1", text="Hello.")
        await asyncio.to_thread(held_model.expect)
    await ends_well(site, held_model, token)


async def ends_well(site: LiveSite, held_model: EchoModel, token: str) -> None:
    """The answer comes to whoever looks, the same message is not answered twice, and the next one is."""
    asked = held_model.asked
    async with open_tab(site.url, "talk") as tab:
        assert (await tab.hello(token))["turn"] == 1
        held_model.release()
        await tab.hear("turn_completed")
        assert tab.messages() == [(1, "Hello."), (2, "You said: Hello.")]
        await tab.say("message", id="m1", text="Hello.")
        assert (await tab.hear("accepted"))["turn"] == 1
        await tab.say("message", id="m2", text="Bye.")
        await tab.show(4)
        assert tab.messages()[2:] == [(3, "Bye."), (4, "You said: Bye.")]
    assert held_model.asked == asked + 1
