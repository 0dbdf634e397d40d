"""A client that a public generator makes of the served document runs the quote conversation."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.live_site import LiveSite, running_site
from tests.peers import api_client
from tests.peers.api_client import GeneratedClient

pytestmark = pytest.mark.slow

DAY = "2026-06-15"

MESSAGES = [
    "Hi, I'm Jordan Lee, born April 12, 1988. I have a valid California license "
    "and have been licensed for 15 years.",
    "It's a 2019 Toyota Camry",
    "The SE. It's financed, I drive about 12,000 miles a year and park it on the driveway",
    "I'm currently insured with no lapse, and I got one speeding ticket in March this year",
    "Just standard liability please, no collision or comprehensive, starting July 1",
    "OK, then 500 deductible for both, and add rental",
    "What if the deductibles were 1000?",
    "I'll take the selected one",
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """A site on the day that the conversation is about."""
    folder = tmp_path_factory.mktemp("generated") / "data"
    with running_site(folder, EZGRAPH_BUSINESS_DATE=DAY) as running:
        yield running


@pytest.fixture(scope="module")
def client(site: LiveSite, pytestconfig: pytest.Config) -> GeneratedClient:
    """The generated client; without the generator the test is skipped, where CI is set it fails."""
    command = api_client.find()
    if command is None:
        if api_client.required():
            pytest.fail(api_client.MISSING)
        pytest.skip(api_client.MISSING)
    document = httpx.get(f"{site.url}/api/v1/openapi.json").json()
    assert pytestconfig.cache
    return api_client.generated(command, document, Path(pytestconfig.cache.mkdir("generated-client")))


@pytest.fixture(scope="module")
def caller(site: LiveSite, client: GeneratedClient) -> Any:
    """The client with an API key."""
    key = site.manage("issue_api_key", "shop", "--scope", "sessions:write", "--scope", "sessions:read")
    made: Any = client.module("client")
    return made.AuthenticatedClient(base_url=site.url, token=key.split()[-1], timeout=60)


def test_it_runs_the_quote_conversation_to_its_end(client: GeneratedClient, caller: Any):
    start: Any = client.module("api.sessions.start_session")
    run: Any = client.module("api.turns.run_turn")
    read: Any = client.module("api.sessions.read_session")
    listed: Any = client.module("api.sessions.read_messages")
    models: Any = client.module("models")

    new = models.NewSession(graph="quote", external_user="jordan", external_id="order-1")
    session = start.sync(client=caller, body=new)
    assert isinstance(session, models.StartedSession)
    for number, message in enumerate(MESSAGES, start=1):
        body = models.NewTurn(message=message, client_id=f"message-{number}")
        turn = run.sync(session.id, client=caller, body=body)
        assert isinstance(turn, models.Turn), turn
        assert (turn.success, turn.turn, turn.completed) == (True, number, number == len(MESSAGES))
    assert re.search(r"\bQT-\d{6}\b", turn.message)

    assert read.sync(session.id, client=caller).status == "completed"
    messages = listed.sync(session.id, client=caller, after=0)
    assert [one.text for one in messages.messages if one.role == "customer"] == MESSAGES
    assert messages.next_ is None


def test_it_reads_errors_as_problems(client: GeneratedClient, caller: Any):
    start: Any = client.module("api.sessions.start_session")
    models: Any = client.module("models")
    answer = start.sync_detailed(client=caller, body=models.NewSession(graph="quote", external_id=" "))
    assert answer.status_code == 400
    assert isinstance(answer.parsed, models.Problem)
    assert answer.parsed.code == "INVALID"
