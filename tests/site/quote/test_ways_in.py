"""The eight turns through REST and through the terminal, on the real site, in everyday words."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.live_site import LiveSite, running_site

SAID = (
    "Hello! Maria Lopez here, born 5 March '93. My license is from Oregon, "
    "it's valid and I've had it about ten years",
    "a 2019 toyota camry",
    "it's the SE, it's leased, twelve thousand miles a year and I park on the street",
    "yes, I am insured and never had a gap. no accidents, one speeding ticket last May",
    "just liability please, the standard one, from July 1st",
    "ok, 500 for both then, with rental",
    "what if I took 1000 instead?",
    "I'll go with the selected one",
)

HEARD = (
    r"Maria Lopez.*\?",
    r"LE.*SE.*XSE",
    r"insured",
    r"liability.*\?",
    r"lender",
    r"Saver.*Selected.*Shield",
    r"Selected: \$[\d.]+ a month.*\$1,000 deductible",
    r"\bQT-\d{6}\b",
)
"""What each answer has to say."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """A fresh site on a day that the conversation is about."""
    with running_site(tmp_path_factory.mktemp("quote") / "data", EZGRAPH_BUSINESS_DATE="2026-06-15") as site:
        yield site


@pytest.mark.parametrize("by_key", [False, True], ids=["as a visitor", "by API key"])
def test_rest_leads_to_a_reference(site: LiveSite, by_key: bool):
    with httpx.Client(base_url=f"{site.url}/api/v1", timeout=10) as http:
        if by_key:
            http.headers["Authorization"] = f"Bearer {site.api_key}"
        started = http.post("/sessions", json={"graph": "quote"}).json()
        if not by_key:
            http.headers["Authorization"] = f"Bearer {started['token']}"
        session = f"/sessions/{started['id']}"
        for said, heard in zip(SAID, HEARD, strict=True):
            turn = http.post(f"{session}/turns", json={"message": said})
            assert turn.status_code == 200
            assert re.search(heard, turn.json()["message"], re.S), turn.json()["message"]
        assert turn.json()["completed"]
        assert http.get(session).json()["status"] == "completed"
        messages = http.get(f"{session}/messages").json()["messages"]
        assert [message["text"] for message in messages if message["role"] == "customer"] == list(SAID)
        assert [message["n"] for message in messages] == list(range(1, 17))


def test_the_terminal_leads_to_a_reference(site: LiveSite):
    command = [sys.executable, "manage.py", "chat", "quote"]
    talk = subprocess.run(
        command,
        input="\n".join(SAID),
        env=dict(site.env),
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert re.search(".*".join(HEARD), talk.stdout, re.S), talk.stdout
    assert talk.stdout.rstrip().endswith("This conversation is over.")
    assert talk.stderr == ""
