"""Two processes on one SQLite file: writers wait for each other, and nobody is told that it is locked."""

import asyncio
import sqlite3
from collections.abc import Iterator

import httpx
import pytest
from django.db import connection

from tests.live_site import LiveSite
from tests.scale.sites import running_sites

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="of SQLite only"),
]

SESSIONS = 20
TURNS = 5


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[LiveSite]]:
    """Two sites side by side, as a fresh checkout runs them."""
    with running_sites(2, tmp_path_factory.mktemp("sqlite") / "data") as both:
        yield both


async def talk(http: httpx.AsyncClient, sites: list[LiveSite], number: int) -> list[str]:
    """Have a session with one site after the other, and return what was answered."""
    started = (await http.post(f"{sites[0].url}/api/v1/sessions", json={"graph": "echo"})).json()
    replies = []
    for turn in range(TURNS):
        answer = await http.post(
            f"{sites[(number + turn) % len(sites)].url}/api/v1/sessions/{started['id']}/turns",
            json={"message": f"Message of {number}"},
            headers={"Authorization": f"Bearer {started['token']}"},
        )
        assert answer.status_code == 200, answer.text
        replies.append(answer.json()["message"])
    return replies


async def test_sessions_in_both_processes_at_once_lose_and_double_nothing(
    sites: list[LiveSite], capfd: pytest.CaptureFixture[str]
):
    async with httpx.AsyncClient(timeout=60) as http:
        talks = await asyncio.gather(*(talk(http, sites, number) for number in range(SESSIONS)))

    assert talks == [
        [f"{turn}: Message of {number}" for turn in range(1, TURNS + 1)] for number in range(SESSIONS)
    ]
    stored = sqlite3.connect(sites[0].data_dir / "db.sqlite3")
    assert stored.execute("SELECT count(*) FROM conversations_turn").fetchone() == (SESSIONS * TURNS,)
    assert stored.execute("SELECT count(*) FROM conversations_message").fetchone() == (SESSIONS * TURNS * 2,)
    assert stored.execute(
        "SELECT count(*) FROM conversations_session WHERE lease_owner <> ''"
    ).fetchone() == (0,)
    stored.close()
    assert capfd.readouterr().err == ""
