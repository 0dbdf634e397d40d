"""The worker: several kinds of work beside each other, faults that end nothing, and a graceful end."""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError

from conversations.background.worker import JOBS, Job, Worker
from ezgraph_site.bootstrap import make_data_dir
from tests.live_site import environment


class Counted:
    """A kind of work of which so many pieces are due; `done` is set after the last one."""

    def __init__(self, due: int, *, fails: bool = False) -> None:
        self.due = due
        self.polls = 0
        self.fails = fails
        self.done = asyncio.Event()

    async def poll(self, stopping: asyncio.Event) -> bool:
        self.polls += 1
        if self.fails:
            self.done.set()
            raise RuntimeError("It cannot be done.")
        self.due -= 1
        if self.due <= 0:
            self.done.set()
        return self.due > 0


async def test_pieces_that_are_due_follow_each_other_without_a_pause():
    work = Counted(5)
    worker = Worker([Job("work", 3600, work.poll)])
    running = asyncio.ensure_future(worker.run())
    await work.done.wait()
    worker.stop()
    await running

    assert work.polls == 5


async def test_a_kind_that_takes_long_holds_up_no_other(settings: Any):
    settings.EZGRAPH_STOP_SECONDS = 0
    work, never = Counted(1), asyncio.Event()

    async def hangs(stopping: asyncio.Event) -> bool:
        await never.wait()
        return False

    worker = Worker([Job("hangs", 1, hangs), Job("work", 3600, work.poll)])
    running = asyncio.ensure_future(worker.run())
    await work.done.wait()
    worker.stop()
    await running


async def test_what_fails_is_logged_and_ends_nothing(caplog: pytest.LogCaptureFixture):
    broken, work = Counted(0, fails=True), Counted(1)
    worker = Worker([Job("broken", 3600, broken.poll), Job("work", 3600, work.poll)])
    running = asyncio.ensure_future(worker.run())
    await broken.done.wait()
    await work.done.wait()
    worker.stop()
    await running

    assert "The background job broken failed" in caplog.text


async def test_a_database_that_is_away_is_a_line_in_the_log(caplog: pytest.LogCaptureFixture):
    polled = asyncio.Event()

    async def poll(stopping: asyncio.Event) -> bool:
        polled.set()
        raise OperationalError("connection to 10.0.0.1 refused")

    worker = Worker([Job("work", 3600, poll)])
    running = asyncio.ensure_future(worker.run())
    await polled.wait()
    worker.stop()
    await running

    (line,) = caplog.records
    assert line.getMessage() == "The background job work waits for the database: OperationalError."
    assert line.exc_info is None


async def test_a_job_that_fails_each_time_is_asked_ever_more_seldom(monkeypatch: pytest.MonkeyPatch):
    rests: list[float] = []

    async def poll(stopping: asyncio.Event) -> bool:
        raise RuntimeError("It cannot be done.")

    async def rest(self: Worker, seconds: float) -> None:
        rests.append(seconds)
        if len(rests) == 6:
            self.stop()

    monkeypatch.setattr(Worker, "_rest", rest)
    await Worker([Job("work", 3, poll)]).run()

    assert rests == [6, 12, 24, 48, 60, 60]


async def test_a_piece_that_runs_is_finished_before_the_end():
    began, finished = asyncio.Event(), []

    async def piece(stopping: asyncio.Event) -> bool:
        began.set()
        await stopping.wait()
        finished.append(True)
        return True

    worker = Worker([Job("piece", 3600, piece)])
    running = asyncio.ensure_future(worker.run())
    await began.wait()
    worker.stop()
    await running

    assert finished == [True]


def test_each_kind_of_work_has_a_name_of_its_own():
    assert len({job.name for job in JOBS}) == len(JOBS)
    assert all(job.interval > 0 for job in JOBS)


@pytest.mark.slow
def test_the_command_ends_in_good_order_at_sigterm(tmp_path: Path):
    make_data_dir(tmp_path)
    env = environment(EZGRAPH_DATA_DIR=str(tmp_path))
    subprocess.run([sys.executable, "manage.py", "migrate", "-v", "0"], env=env, check=True)
    with subprocess.Popen(
        [sys.executable, "manage.py", "worker"],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stdout.readline().startswith("Ready")
        process.send_signal(signal.SIGTERM)
        _, complaints = process.communicate(timeout=30)

    assert process.returncode == 0
    assert complaints == ""
