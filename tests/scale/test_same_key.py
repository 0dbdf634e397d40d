"""Fifty posts with one key at the same moment, to two processes on one database."""

import asyncio
from collections.abc import Iterator

import httpx
import pytest

from tests.live_site import LiveSite
from tests.scale.model import EchoModel
from tests.scale.sites import running_sites, use_model

pytestmark = pytest.mark.slow

AT_ONCE = 50


@pytest.fixture(scope="module")
def sites(
    tmp_path_factory: pytest.TempPathFactory, database_url: str, echo_model: EchoModel
) -> Iterator[list[LiveSite]]:
    """Two sites side by side."""
    folder = tmp_path_factory.mktemp("same-key") / "data"
    with running_sites(2, folder, DATABASE_URL=database_url) as both:
        use_model(both[0], echo_model.url)
        yield both


async def test_one_turn_and_equal_answers(sites: list[LiveSite], echo_model: EchoModel):
    async with httpx.AsyncClient(timeout=60) as http:
        started = (await http.post(f"{sites[0].url}/api/v1/sessions", json={"graph": "talk"})).json()
        headers = {"Authorization": f"Bearer {started['token']}", "Idempotency-Key": "m-1"}
        path = f"/api/v1/sessions/{started['id']}/turns"
        before = echo_model.asked

        async def post(number: int) -> httpx.Response:
            return await http.post(f"{sites[number % 2].url}{path}", json={"message": "Hi"}, headers=headers)

        answers = await asyncio.gather(*map(post, range(AT_ONCE)))
        again = await asyncio.gather(*map(post, range(AT_ONCE)))

    assert echo_model.asked == before + 1
    bodies = {answer.text for answer in [*answers, *again] if answer.status_code == 200}
    assert len(bodies) == 1
    busy = [answer.json() for answer in answers if answer.status_code != 200]
    assert all((body["code"], body["turn"]) == ("SESSION_BUSY", 1) for body in busy)
    assert {answer.status_code for answer in again} == {200}
