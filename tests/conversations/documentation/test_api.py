"""What docs/api.md shows works as it is written, and names every code."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from conversations.access import scopes
from conversations.api.openapi.document import document
from ezgraph_site.places import CHECKOUT
from tests.live_site import LiveSite

PAGE = (CHECKOUT / "docs" / "api.md").read_text(encoding="utf-8")
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHELL = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
JSON = re.compile(r"^```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def key(live_site: LiveSite) -> str:
    """A key of the running site."""
    granted = ("--scope", scopes.SESSIONS_WRITE, "--scope", scopes.SESSIONS_READ)
    return live_site.manage("issue_api_key", "guide", *granted).split()[-1]


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("curl"), reason="no curl")
def test_the_curl_commands_hold_a_conversation(live_site: LiveSite, key: str, tmp_path: Path):
    script = "\n".join(SHELL.findall(PAGE))
    env = {"PATH": "/usr/bin:/bin:/usr/local/bin", "SITE": live_site.url, "KEY": key}
    subprocess.run(["sh", "-e", "-c", script], cwd=tmp_path, env=env, check=True, timeout=120)
    turn = json.loads((tmp_path / "turn.json").read_text("utf-8"))
    assert (turn["success"], turn["turn"]) == (True, 1)
    events = (tmp_path / "events.txt").read_text("utf-8")
    assert "id: 2-0\nevent: turn_started\n" in events
    assert "event: turn_completed\n" in events
    rest = (tmp_path / "rest.txt").read_text("utf-8")
    assert "event: turn_started\n" not in rest
    assert "event: turn_completed\n" in rest
    messages = json.loads((tmp_path / "messages.json").read_text("utf-8"))["messages"]
    roles = [message["role"] for message in messages]
    assert roles == ["customer", "assistant"] * 2
    assert json.loads((tmp_path / "receipt.json").read_text("utf-8"))["total"] == "1.20"


@pytest.fixture(scope="module")
def python() -> dict[str, Any]:
    """What the Python on the page defines."""
    defined: dict[str, Any] = {}
    for code in PYTHON.findall(PAGE):
        exec(compile(code, "api.md", "exec"), defined)
    return defined


@pytest.mark.slow
def test_the_python_example_holds_a_conversation(live_site: LiveSite, key: str, python: dict[str, Any]):
    replies = python["converse"](live_site.url, key, ["Hello", "My name is Ada Lovelace."])
    assert len(replies) == 2
    assert all(replies)


@pytest.mark.slow
def test_the_python_stream_goes_on_where_its_connection_breaks(
    live_site: LiveSite, key: str, python: dict[str, Any], monkeypatch: pytest.MonkeyPatch
):
    headers = {"Authorization": f"Bearer {key}"}
    started = httpx.post(f"{live_site.url}/api/v1/sessions", json={"graph": "quote"}, headers=headers)
    # Before the first id is seen, and later.
    real, breaks = httpx.Response.iter_lines, iter([0, 6])

    def broken(response: httpx.Response) -> Iterator[str]:
        last = next(breaks, None)
        for number, line in enumerate(real(response)):
            if number == last:
                raise httpx.ReadError("The connection broke.")
            yield line

    monkeypatch.setattr(httpx.Response, "iter_lines", broken)
    told = list(python["stream"](live_site.url, key, started.json()["id"], "I'm Ada Lovelace.", "m-1"))
    lasting = [event for event, _ in told if event in ("turn_started", "message", "turn_completed")]
    assert lasting == ["turn_started", "message", "message", "turn_completed"]
    assert told[-1][1]["success"]
    assert next(breaks, None) is None


@pytest.mark.slow
def test_the_python_list_ends(live_site: LiveSite, key: str, python: dict[str, Any]):
    headers = {"Authorization": f"Bearer {key}"}
    started = httpx.post(f"{live_site.url}/api/v1/sessions", json={"graph": "quote"}, headers=headers)
    found = [session["id"] for session in python["every_session"](live_site.url, key)]
    assert found[0] == started.json()["id"]
    assert len(found) == len(set(found))


@pytest.mark.slow
def test_the_python_list_has_what_moves_while_it_is_read(
    live_site: LiveSite, key: str, python: dict[str, Any], monkeypatch: pytest.MonkeyPatch
):
    headers = {"Authorization": f"Bearer {key}"}
    api = f"{live_site.url}/api/v1/sessions"
    first, *others = [
        httpx.post(api, json={"graph": "quote"}, headers=headers).json()["id"] for _ in range(3)
    ]
    real = httpx.Client.get

    def small(client: httpx.Client, path: str, params: dict[str, str]) -> httpx.Response:
        return real(client, path, params={**params, "limit": "2"})

    monkeypatch.setattr(httpx.Client, "get", small)
    walk = python["every_session"](live_site.url, key)
    found = [next(walk)["id"], next(walk)["id"]]
    httpx.post(f"{api}/{first}/end", headers=headers)  # which moves it to the page that is read already
    found += [session["id"] for session in walk]
    assert {first, *others} <= set(found)


@pytest.mark.slow
def test_the_health_of_a_site_looks_as_on_the_page(live_site: LiveSite, key: str):
    (shown,) = (json.loads(text) for text in JSON.findall(PAGE) if "parts" in text)
    told = httpx.get(f"{live_site.url}/readyz", headers={"Authorization": f"Bearer {key}"}).json()
    assert told["status"] == shown["status"]
    assert told["parts"].keys() == shown["parts"].keys()
    assert set(told["parts"]["providers"].values()) == {"closed"}


def test_every_scope_and_code_is_on_the_page():
    for scope in scopes.ALL:
        assert f"`{scope}`" in PAGE
    responses = [
        response
        for methods in document()["paths"].values()
        for operation in methods.values()
        if "responses" in operation
        for response in operation["responses"].values()
    ]
    codes = {
        example["value"]["code"]
        for response in responses
        for example in response.get("content", {})
        .get("application/problem+json", {})
        .get("examples", {})
        .values()
    }
    assert codes
    for code in codes:
        assert code in PAGE, code


def test_the_json_on_the_page_is_json():
    for text in JSON.findall(PAGE):
        assert json.loads(text).keys() & {"code", "parts"}
