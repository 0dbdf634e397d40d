"""Another Django project gets the engine by the page that says how, as it is written there."""

import asyncio
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp
import pytest

from conversations.defaults import DEFAULTS as OF_CONVERSATIONS
from ezgraph_site.places import CHECKOUT
from providers.defaults import DEFAULTS as OF_PROVIDERS
from tests.packaging.conftest import Installed, environment

PAGE = (CHECKOUT / "docs" / "embedding.md").read_text(encoding="utf-8")

KEYS: Final = {"ENCRYPTION_KEYS": "bm8gcHJvamVjdCB3b3VsZCBiZSBzYWZlIHdpdGggaXQ="}

START_SECONDS: Final = 60
REPLY: Final = "On December 24 we are open from 9 to 18 o'clock."


def code_of(file: str) -> str:
    """The first block of Python after the page names a file."""
    found = re.search(rf"`{re.escape(file)}`.*?^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"the page has no {file}"
    return found[1]


@pytest.fixture(scope="module")
def shop(installed: Installed, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new project, changed as the page says, its database made."""
    folder = tmp_path_factory.mktemp("project")
    installed.run("-m", "django", "startproject", "shop", folder=folder)
    project = folder / "shop"
    with (project / "shop" / "settings.py").open("a", encoding="utf-8") as settings:
        settings.write(code_of("shop/settings.py"))
    for file in ("urls", "asgi", "hours"):
        (project / "shop" / f"{file}.py").write_text(code_of(f"shop/{file}.py"), encoding="utf-8")
    installed.run("manage.py", "migrate", folder=project, **KEYS)
    return project


@contextmanager
def served(python: Path, project: Path) -> Iterator[str]:
    """The project behind Daphne, on a free port; gives its address."""
    command = [str(python), "-m", "daphne", "-b", "127.0.0.1", "-p", "0", "shop.asgi:application"]
    process = subprocess.Popen(
        command, cwd=project, env=environment(**KEYS), stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stderr is not None
        for line in process.stderr:
            if listening := re.search(r"Listening on TCP address (\S+)", line):
                yield f"http://{listening[1]}"
                return
        raise AssertionError("it did not start")
    finally:
        process.kill()
        process.wait()


def test_the_page_names_every_setting() -> None:
    assert {*OF_CONVERSATIONS, *OF_PROVIDERS} - set(re.findall(r"`([A-Z_]+)`", PAGE)) == set()


@pytest.mark.slow
def test_its_checks_find_nothing_to_say(installed: Installed, shop: Path) -> None:
    told = installed.run("manage.py", "check", "--database", "default", folder=shop, **KEYS)

    assert "no issues" in told
    assert "HoursNode" in installed.run("manage.py", "graph", "hours", folder=shop, **KEYS)


@pytest.mark.slow
async def test_a_customer_and_an_integration_talk_to_its_own_graph(installed: Installed, shop: Path) -> None:
    with served(installed.python, shop) as site:
        async with aiohttp.ClientSession(site) as http:
            assert await _by_rest(http) == REPLY
            assert await _by_websocket(http) == REPLY
            for page in ("/chat/hours/", "/admin/login/", "/api/v1/docs", "/metrics"):
                assert (await http.get(page)).status == 200


async def _by_rest(http: aiohttp.ClientSession) -> str:
    session = await (await http.post("/api/v1/sessions", json={"graph": "hours"})).json()
    answered = await http.post(
        f"/api/v1/sessions/{session['id']}/turns",
        json={"message": "On December 24th 2026"},
        headers={"Authorization": f"Bearer {session['token']}"},
    )
    turn: dict[str, Any] = await answered.json()
    return str(turn["message"])


async def _by_websocket(http: aiohttp.ClientSession) -> str:
    async with asyncio.timeout(START_SECONDS), http.ws_connect("/ws/chat/") as socket:
        await socket.send_json({"type": "hello", "protocol": 1, "graph": "hours"})
        await socket.send_json({"type": "message", "id": "1", "text": "On December 24th 2026"})
        while True:
            frame = await socket.receive_json()
            if frame["type"] == "message" and frame["role"] == "assistant":
                return str(frame["text"])
