"""How turns are timed, the same way on both sides. Nothing but the standard library."""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

WARM_UP_TURNS: Final = 20
"""Turns over all sessions before the clock starts; every session has at least two of them."""

Turn = Callable[[int], Awaitable[None]]
"""Runs the turn of that number, from 0, of one session, and checks its reply."""

NewSession = Callable[[], Awaitable[Turn]]


@dataclass(frozen=True)
class Timing:
    """How fast `sessions` × `turns` turns were. Times of one turn are in milliseconds.

    `p50_ms_by_fifth` are the medians of each fifth of a session's turns, oldest first.
    """

    sessions: int
    turns: int
    turns_per_second: float
    p50_ms: float
    p99_ms: float
    p50_ms_by_fifth: tuple[float, ...]


async def warm_up(new_session: NewSession, sessions: int) -> None:
    """Run turns that do not count: connections open, code is compiled, caches fill."""
    await _run_all(await _begin(new_session, sessions), max(2, WARM_UP_TURNS // sessions))


async def measure(new_session: NewSession, sessions: int, turns: int) -> Timing:
    """Run `turns` turns one after the other in each of `sessions` sessions at once."""
    begun = await _begin(new_session, sessions)
    started = time.perf_counter()
    times = await _run_all(begun, turns)
    return timing_of(times, time.perf_counter() - started)


def timing_of(times: Sequence[Sequence[float]], seconds: float) -> Timing:
    """Sum up the seconds of each turn of each session; all of them took `seconds`."""
    turns = len(times[0])
    every = sorted(taken for session in times for taken in session)
    bounds = [round(turns * fifth / 5) for fifth in range(6)]
    fifths = [
        [taken for session in times for taken in session[begin:end]]
        for begin, end in zip(bounds, bounds[1:], strict=False)
    ]
    return Timing(
        sessions=len(times),
        turns=turns,
        turns_per_second=round(len(every) / seconds, 1),
        p50_ms=_milliseconds(statistics.median(every)),
        p99_ms=_milliseconds(every[int(len(every) * 0.99) - 1]),
        p50_ms_by_fifth=tuple(_milliseconds(statistics.median(fifth)) for fifth in fifths if fifth),
    )


async def _begin(new_session: NewSession, sessions: int) -> list[Turn]:
    return [await new_session() for _ in range(sessions)]


async def _run_all(sessions: Sequence[Turn], turns: int) -> list[list[float]]:
    return list(await asyncio.gather(*(_run(turn, turns) for turn in sessions)))


async def _run(turn: Turn, turns: int) -> list[float]:
    times = []
    for number in range(turns):
        started = time.perf_counter()
        await turn(number)
        times.append(time.perf_counter() - started)
    return times


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 2)
