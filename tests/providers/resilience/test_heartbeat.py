"""What a running call holds is renewed again and again, until the call ends."""

import asyncio

import pytest

from providers.resilience.heartbeat import Heartbeat
from tests.virtual_time import run_in_virtual_time


class Beats:
    """The moments at which a beat began. Each takes `seconds`; those of the numbers in `broken` fail."""

    def __init__(self, seconds: float = 0.0, broken: frozenset[int] = frozenset()) -> None:
        self.moments: list[float] = []
        self._seconds = seconds
        self._broken = broken

    async def __call__(self) -> None:
        self.moments.append(asyncio.get_running_loop().time())
        await asyncio.sleep(self._seconds)
        if len(self.moments) in self._broken:
            raise OSError("away")


def beaten(beats: Beats, seconds: float) -> list[float]:
    """The moments of the beats every ten seconds of a call that takes so many seconds."""

    async def call() -> None:
        heartbeat = Heartbeat(10, beats)
        await asyncio.sleep(seconds)
        heartbeat.stop()
        await asyncio.sleep(100)

    run_in_virtual_time(call())
    return beats.moments


def test_it_beats_until_it_is_stopped() -> None:
    assert beaten(Beats(), 35) == [10, 20, 30]


def test_a_call_that_ends_before_the_first_beat_costs_none() -> None:
    assert beaten(Beats(), 9) == []


def test_beats_that_take_long_do_not_overlap() -> None:
    assert beaten(Beats(seconds=15), 60) == [10, 35, 60]


def test_stopped_during_a_beat_it_begins_no_other() -> None:
    assert beaten(Beats(seconds=15), 20) == [10]


def test_a_beat_that_fails_is_logged_and_the_next_one_comes(caplog: pytest.LogCaptureFixture) -> None:
    assert beaten(Beats(broken=frozenset({1, 2})), 35) == [10, 20, 30]
    assert [record.getMessage() for record in caplog.records] == [
        "What a running call holds could not be renewed."
    ] * 2
