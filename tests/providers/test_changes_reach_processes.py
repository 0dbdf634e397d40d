"""A saved change reaches every process of a running site within five seconds, without a restart."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import httpx
import pytest

from tests.live_site import LiveSite, running_site
from tests.peers.llmock import LLMock

pytestmark = pytest.mark.slow

SECONDS = 5.0

EMBEDDED = "[{name: embedded, type: embedded}]"

MOCKED = """
- id: embedded
  type: openai
  baseUrl: {url}
  apiKey: none
  model: m
"""


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LiveSite, LiveSite]]:
    """Two processes that serve the same data."""
    data_dir = tmp_path_factory.mktemp("changes") / "data"
    with running_site(data_dir) as one, running_site(data_dir) as other:
        yield one, other


def answer(site: LiveSite) -> str:
    """What the model says in a new session."""
    with httpx.Client(base_url=f"{site.url}/api/v1", timeout=30) as client:
        session = client.post("/sessions", json={"graph": "quote"}).raise_for_status().json()
        bearer = {"Authorization": f"Bearer {session['token']}"}
        turn = client.post(f"/sessions/{session['id']}/turns", json={"message": "Hi"}, headers=bearer)
        return str(turn.raise_for_status().json()["message"])


def load(site: LiveSite, file: Path, text: str) -> float:
    """Change the configuration by a command; returns the moment."""
    file.write_text(text)
    site.manage("load_providers", str(file))
    return monotonic()


def test_every_process_asks_the_new_model_in_time(
    sites: tuple[LiveSite, LiveSite], llmock: LLMock, tmp_path: Path
) -> None:
    file = tmp_path / "providers.yaml"
    load(sites[0], file, EMBEDDED)
    before = [answer(site) for site in sites]
    llmock.script(["Hello from elsewhere."] * 200)

    changed = load(sites[0], file, MOCKED.format(url=llmock.openai_url))
    waiting = list(sites)
    while waiting and monotonic() - changed < SECONDS:
        waiting = [site for site in waiting if answer(site) != "Hello from elsewhere."]

    assert "Hello from elsewhere." not in before
    assert not waiting
