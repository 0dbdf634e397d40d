"""A worker that is killed between sending an event and writing so: it comes again, and then the next."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path

import pytest

from ezgraph_site.bootstrap import make_data_dir
from tests.conversations.webhooks.receiver import SILENCE, receiving
from tests.live_site import environment
from tests.peers import postgres

pytestmark = pytest.mark.slow

PREPARE = """
from conversations import clock
from conversations.engine.store import outbox
from conversations.models import Session, WebhookEvent
from conversations.webhooks.managing import register
register({url!r}, WebhookEvent.values, client=None)
session = Session.objects.create(graph="quote", cursor="DriverNode", updated_at=clock.now())
for turn in (1, 2, 3):
    outbox.turn_completed(session.pk, turn)
"""

END_LEASES = """
from datetime import timedelta
from conversations import clock
from conversations.models import WebhookDelivery
over = clock.now() - timedelta(minutes=5)
print(WebhookDelivery.objects.exclude(lease_expires_at=None).update(lease_expires_at=over))
"""

STATES = """
from conversations.models import WebhookDelivery
print(*WebhookDelivery.objects.order_by("pk").values_list("status", flat=True))
"""


@asynccontextmanager
async def running_worker(env: Mapping[str, str]) -> AsyncIterator[asyncio.subprocess.Process]:
    """A worker in a process of its own, killed at the end."""
    command = [sys.executable, "manage.py", "worker"]
    worker = await asyncio.create_subprocess_exec(*command, env=dict(env), stdout=asyncio.subprocess.PIPE)
    try:
        yield worker
    finally:
        if worker.returncode is None:
            worker.kill()
        await worker.wait()


async def shell(env: Mapping[str, str], code: str) -> str:
    """Run code in a process of the site."""
    return await manage(env, "shell", "-v", "0", "-c", code)


async def manage(env: Mapping[str, str], *arguments: str) -> str:
    """Run a management command; the receiver goes on meanwhile."""
    command = [sys.executable, "manage.py", *arguments]
    process = await asyncio.create_subprocess_exec(*command, env=dict(env), stdout=asyncio.subprocess.PIPE)
    output, _ = await process.communicate()
    assert process.returncode == 0
    return output.decode().strip()


async def test_an_event_whose_worker_is_killed_comes_again_and_the_order_stays(tmp_path: Path):
    make_data_dir(tmp_path)
    server = os.environ.get("DATABASE_URL")
    with postgres.new_database(server) if server else nullcontext("") as database:
        env = environment(
            EZGRAPH_DATA_DIR=str(tmp_path),
            EZGRAPH_ALLOWED_PRIVATE_HOSTS="127.0.0.1:*",
            DATABASE_URL=database,
        )
        await manage(env, "migrate", "-v", "0")
        async with receiving(SILENCE) as receiver:
            await shell(env, PREPARE.format(url=receiver.url))
            async with running_worker(env):
                (first,) = await receiver.have(1)
            await receiver.hang_up()
            assert await shell(env, STATES) == "waiting waiting waiting"
            assert await shell(env, END_LEASES) == "1"
            async with running_worker(env):
                received = await receiver.have(4)
                assert [one.turn for one in received] == [1, 1, 2, 3]
                assert received[1].id == first.id
