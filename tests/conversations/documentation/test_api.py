"""What docs/api.md shows works as it is written, and names every code."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

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
    (script,) = SHELL.findall(PAGE)
    env = {"PATH": "/usr/bin:/bin:/usr/local/bin", "SITE": live_site.url, "KEY": key}
    subprocess.run(["sh", "-e", "-c", script], cwd=tmp_path, env=env, check=True, timeout=120)
    turn = json.loads((tmp_path / "turn.json").read_text("utf-8"))
    assert (turn["success"], turn["turn"]) == (True, 1)
    events = (tmp_path / "events.txt").read_text("utf-8")
    assert events.startswith("id: 2-0\nevent: turn_started\n")
    assert "event: turn_completed\n" in events
    messages = json.loads((tmp_path / "messages.json").read_text("utf-8"))["messages"]
    roles = [message["role"] for message in messages]
    assert roles == ["customer", "assistant"] * 2


@pytest.mark.slow
def test_the_python_example_holds_a_conversation(live_site: LiveSite, key: str):
    (code,) = PYTHON.findall(PAGE)
    example: dict[str, Any] = {}
    exec(compile(code, "api.md", "exec"), example)
    replies = example["converse"](live_site.url, key, ["Hello", "My name is Ada Lovelace."])
    assert len(replies) == 2
    assert all(replies)


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
        assert json.loads(text)["code"]
