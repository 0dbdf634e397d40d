"""A receipt through REST, through the terminal and on the chat page, on the real site with its own model."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.live_site import LiveSite, running_site
from tests.site.receipt.samples import sample

DINER = sample("us_diner")
BAR = sample("spanish_bar")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """A fresh site on a day after all receipts."""
    folder = tmp_path_factory.mktemp("receipt") / "data"
    with running_site(folder, EZGRAPH_BUSINESS_DATE="2026-11-30") as site:
        yield site


@pytest.fixture
def http(site: LiveSite) -> Iterator[httpx.Client]:
    """An integration with the key that the fresh site has printed."""
    key = {"Authorization": f"Bearer {site.api_key}"}
    with httpx.Client(base_url=f"{site.url}/api/v1", headers=key, timeout=10) as http:
        yield http


def started(http: httpx.Client, text: str) -> str:
    """The address of a new session over a receipt's text."""
    answer = http.post("/sessions", json={"graph": "receipt", "config": {"text": text}})
    assert answer.status_code == 201, answer.text
    return f"/sessions/{answer.json()['id']}"


def chat(site: LiveSite, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """The terminal, with nobody who types anything."""
    return subprocess.run(
        [sys.executable, "manage.py", "chat", "receipt", *arguments],
        env=dict(site.env),
        cwd=Path(__file__).parents[3],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_rest_gives_the_record_as_data(http: httpx.Client):
    session = started(http, DINER.text)
    turn = http.post(f"{session}/turns", json={})
    assert turn.status_code == 200
    told = turn.json()
    assert (told["success"], told["completed"], told["turn"]) == (True, True, 1)
    assert told["data"] == DINER.record
    assert json.loads(told["message"]) == DINER.record
    assert http.get(session).json()["status"] == "completed"
    assert http.get(f"{session}/turns/1").json()["data"] == DINER.record


@pytest.mark.parametrize("body", [{}, {"client_id": "one"}, {"client_id": "two"}, {"message": "again"}])
def test_rest_gives_the_saved_record_again(http: httpx.Client, body: dict[str, Any]):
    session = started(http, DINER.text)
    first = http.post(f"{session}/turns", json={"client_id": "one"}).json()
    again = http.post(f"{session}/turns", json=body)
    assert (again.status_code, again.json()) == (200, first)
    assert http.get(session).json()["turns"] == 1


def test_rest_reads_another_text_anew(http: httpx.Client):
    session = started(http, DINER.text)
    http.post(f"{session}/turns", json={})
    other = http.post(f"{session}/turns", json={"config": {"text": BAR.text}}).json()
    assert (other["data"], other["turn"]) == (BAR.record, 2)


def test_rest_says_what_cannot_be_read(http: httpx.Client):
    session = started(http, "Corner Shop\n2026-03-04\nMilk  €1.20\nTotal  €1.30")
    told = http.post(f"{session}/turns", json={}).json()
    assert (told["success"], told["completed"]) == (True, False)
    assert "data" not in told
    assert "make 1.20, but the total is 1.30" in told["message"]


@pytest.mark.parametrize("config", [{}, {"text": ""}, {"text": "a" * 20_001}, {"text": "a", "lines": 3}])
def test_rest_needs_a_text_and_nothing_else(http: httpx.Client, config: dict[str, Any]):
    answer = http.post("/sessions", json={"graph": "receipt", "config": config})
    assert answer.status_code == 400
    assert any(field.startswith("config.") for field in answer.json()["errors"])


def test_a_visitor_cannot_start_it(site: LiveSite):
    asked = {"graph": "receipt", "config": {"text": DINER.text}}
    answer = httpx.post(f"{site.url}/api/v1/sessions", json=asked)
    assert answer.status_code == 400
    assert answer.json()["errors"] == {"config.text": ["Only an API key may set this."]}


def test_the_terminal_prints_the_record_and_asks_nobody(site: LiveSite, tmp_path: Path):
    paper = tmp_path / "receipt.txt"
    paper.write_text(DINER.text, encoding="utf-8")
    talk = chat(site, "--set", f"text=@{paper}")
    assert talk.returncode == 0, talk.stderr
    assert json.loads(talk.stdout[talk.stdout.index("{") : talk.stdout.rindex("}") + 1]) == DINER.record
    assert "You:" not in talk.stdout
    assert talk.stdout.rstrip().endswith("This conversation is over.")


def test_the_terminal_fails_where_no_record_comes_of_it(site: LiveSite):
    talk = chat(site, "--set", "text=Corner Shop")
    assert talk.returncode == 1
    assert "cannot read" in talk.stdout
    assert "No JSON object came of it." in talk.stderr


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ([], "config.text: Field required"),
        (["--set", "text="], "config.text"),
        (["--set", "paper=x"], "config.paper: There is no such field."),
        (["--set", "text"], "'text' is not NAME=VALUE"),
        (["--set", "text=@no-such-file"], "no-such-file cannot be read"),
    ],
)
def test_the_terminal_says_what_is_wrong_with_the_configuration(
    site: LiveSite, arguments: list[str], fault: str
):
    talk = chat(site, *arguments)
    assert talk.returncode != 0
    assert fault in talk.stderr
    assert "Traceback" not in talk.stderr


def test_its_page_says_that_it_is_for_programs(site: LiveSite):
    page = httpx.get(f"{site.url}/chat/receipt/")
    assert page.status_code == 200
    assert "<title>Receipt reader</title>" in page.text
    assert "/api/v1/sessions" in page.text
    assert "<ezgraph-chat" not in page.text


def test_the_start_names_only_chats(site: LiveSite):
    assert "/chat/quote/" in site.output
    assert "/chat/receipt/" not in site.output
