"""The running site does what its OpenAPI document says, whoever asks: schemathesis, with every check on."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import httpx
import pytest

from conversations.access import scopes
from tests.live_site import LiveSite, running_site
from tests.peers import postgres

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parent
TIMEOUT_SECONDS = 300

VISITORS = ["anonymous", "visitor"]
CALLERS = [*VISITORS, *scopes.ALL]
ALWAYS = {"anonymous", scopes.SESSIONS_WRITE}
"""Who asks in each run, and less; all ask all with `--every-caller`."""

QUICKLY = ("examples,fuzzing,stateful", "1")
THOROUGHLY = ("examples,coverage,fuzzing,stateful", "10")
"""Phases, and examples of each operation."""

AS_MANY_AS_ASKED = {
    "EZGRAPH_KEY_CALLS_PER_MINUTE": "1000000",
    "EZGRAPH_ADDRESS_CALLS_PER_MINUTE": "1000000",
    "EZGRAPH_WORKER": "no",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """A site of its own: what is asked of it leaves much behind."""
    server = os.environ.get("DATABASE_URL")  # noqa: TID251 - no setting of the site
    folder = tmp_path_factory.mktemp("document") / "data"
    with (
        postgres.new_database(server) if server else nullcontext("") as database,
        running_site(folder, DATABASE_URL=database, **AS_MANY_AS_ASKED) as running,
    ):
        yield running


def bearer(site: LiveSite, caller: str) -> str:
    """What this kind of caller sends; "" for nobody."""
    match caller:
        case "anonymous":
            return ""
        case "visitor":
            started = httpx.post(f"{site.url}/api/v1/sessions", json={"graph": "quote"}).json()
            return str(started["token"])
    return site.manage("issue_api_key", "tester", "--scope", caller).split()[-1]


@pytest.mark.parametrize("caller", CALLERS)
def test_every_answer_is_as_documented(
    site: LiveSite, caller: str, tmp_path: Path, pytestconfig: pytest.Config
):
    thorough = pytestconfig.getoption("--every-caller")
    if caller not in ALWAYS and not thorough:
        pytest.skip("asks with --every-caller")
    token = bearer(site, caller)
    config = FOLDER / f"schemathesis_{'visitors' if caller in VISITORS else 'keys'}.toml"
    phases, examples = THOROUGHLY if thorough else QUICKLY
    command = [
        *(str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(config), "run"),
        *(f"{site.url}/api/v1/openapi.json", "--url", site.url, "--no-color"),
        *("--phases", phases, "--max-examples", examples, "--generation-deterministic"),
        *(("--header", f"Authorization: Bearer {token}") if token else ()),
    ]
    told = subprocess.run(
        command, cwd=tmp_path, timeout=TIMEOUT_SECONDS, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout[-6000:]
