"""A backup is taken while programs talk, and restored elsewhere: their conversations go on from there."""

import asyncio
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from ezgraph_site.databases import SQLITE_FILE
from ezgraph_site.places import ENCRYPTION_KEYS_FILE, SECRET_KEY_FILE
from tests.live_site import LiveSite
from tests.peers import postgres
from tests.scale.callers import Caller, begin
from tests.scale.model import EchoModel
from tests.scale.sites import running_sites, use_model

pytestmark = pytest.mark.slow

CALLERS = 6
MODEL_SECONDS = 0.3
"""A turn takes about so long, so that some run at the moment of the backup."""

LEASE_SECONDS = "2"
"""Soon over where it is restored: a turn whose process is not there counts as interrupted then."""


@pytest.fixture
def site(tmp_path: Path, tests_database_url: str, echo_model: EchoModel) -> Iterator[LiveSite]:
    """The site that is backed up."""
    with running(tmp_path / "data", tests_database_url) as found:
        use_model(found, echo_model.url)
        echo_model.seconds = MODEL_SECONDS
        yield found


@contextmanager
def running(folder: Path, database_url: str) -> Iterator[LiveSite]:
    settings = {
        "DATABASE_URL": database_url,
        "EZGRAPH_LEASE_SECONDS": LEASE_SECONDS,
        "EZGRAPH_ALLOWED_PRIVATE_HOSTS": "127.0.0.1:*",
        # What was interrupted is left for the test to find, and runs when somebody comes for it.
        "EZGRAPH_WORKER": "no",
    }
    with running_sites(1, folder, **settings) as (found,):
        yield found


@contextmanager
def restored(site: LiveSite, backup: Path, folder: Path, database_url: str) -> Iterator[LiveSite]:
    """A site that has nothing of the first one but its backup and its keys."""
    folder.mkdir()
    for name in (SECRET_KEY_FILE, ENCRYPTION_KEYS_FILE):
        shutil.copy(site.data_dir / name, folder)
    if not database_url:
        shutil.copy(backup, folder / SQLITE_FILE)
        with running(folder, "") as found:
            yield found
        return
    with postgres.new_database(database_url) as url:
        command = [
            str(postgres.tool("pg_restore")),
            "--no-owner",
            "--exit-on-error",
            f"--dbname={url}",
            str(backup),
        ]
        subprocess.run(command, check=True)
        with running(folder, url) as found:
            yield found


def back_up(site: LiveSite, file: Path, database_url: str) -> None:
    if database_url:
        command = [str(postgres.tool("pg_dump")), "--format=custom", f"--file={file}", database_url]
        subprocess.run(command, check=True)
    else:
        site.manage("backup", str(file))


async def talk(caller: Caller, is_done: asyncio.Event) -> None:
    """Say one message after the other until it is done."""
    while not is_done.is_set():
        number = len(caller.answers) + 1
        await caller.say(f"Message {number}", f"m{number}")


async def said(http: httpx.AsyncClient, session: str) -> list[str]:
    """What was said in a session, from the first message on."""
    answer = await http.get(f"/api/v1/sessions/{session}/messages", params={"limit": 100})
    return [message["text"] for message in answer.raise_for_status().json()["messages"]]


def conversation(messages: int) -> list[str]:
    return [text for n in range(1, messages + 1) for text in (f"Message {n}", f"You said: Message {n}")]


async def test_conversations_go_on_where_a_backup_of_a_busy_site_is_restored(
    site: LiveSite, tmp_path: Path, tests_database_url: str, capsys: pytest.CaptureFixture[str]
):
    backup, is_done, ran = tmp_path / "backup", asyncio.Event(), 0
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(httpx.AsyncClient(base_url=site.url, timeout=60))
            for _ in range(CALLERS)
        ]
        callers = [await begin(http, "talk") for http in clients]
        await asyncio.gather(*(caller.say("Message 1", "m1") for caller in callers))
        talks = [asyncio.ensure_future(talk(caller, is_done)) for caller in callers]
        await asyncio.to_thread(back_up, site, backup, tests_database_url)
        is_done.set()
        await asyncio.gather(*talks)

        with restored(site, backup, tmp_path / "elsewhere", tests_database_url) as there:
            for caller in callers:
                caller.http.base_url = httpx.URL(there.url)
                before = await said(caller.http, caller.session)
                known = (len(before) + 1) // 2
                ran += len(before) % 2
                assert before == conversation(known)[: len(before)]
                assert known >= 1
                # Its answer is repeated, or the turn that ran at the moment of the backup runs again.
                await caller.say(f"Message {known}", f"m{known}")
                await caller.say("And now?", "next")
                assert caller.answers[-2:] == [f"You said: Message {known}", "You said: And now?"]
                after = await said(caller.http, caller.session)
                assert after == [*conversation(known), "And now?", "You said: And now?"]
    with capsys.disabled():
        print(f"\n{ran} of {CALLERS} turns ran at the moment of the backup, and were run again.")
