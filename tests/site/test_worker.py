"""`make run` does background work, too, and ends it with the rest."""

from pathlib import Path

import pytest

from tests.live_site import LiveSite, running_site

pytestmark = pytest.mark.slow

QUEUE = """
from conversations.clock import now
from conversations.models import Replay
print(Replay.objects.create(
    graph="quote", node="none", provider="nobody", started_by_name="sam", created_at=now()
).pk)
"""
FOLLOW = """
import select
from conversations.models import Replay
replay = Replay.objects.get(pk={key!r})
for _ in range({looks}):
    select.select([], [], [], 0.1)
    replay.refresh_from_db()
    if replay.ended_at:
        break
print(replay.status)
"""


def status_of_a_new_replay(site: LiveSite, looks: int) -> str:
    key = site.manage("shell", "-v", "0", "-c", QUEUE).strip()
    return site.manage("shell", "-v", "0", "-c", FOLLOW.format(key=key, looks=looks)).strip()


def test_the_site_does_what_is_due(live_site: LiveSite):
    assert status_of_a_new_replay(live_site, looks=300) == "failed"


def test_a_site_that_leaves_it_to_others_leaves_it(tmp_path: Path):
    with running_site(tmp_path, EZGRAPH_WORKER="off") as site:
        assert status_of_a_new_replay(site, looks=40) == "waiting"

    assert site.process.returncode == 0
