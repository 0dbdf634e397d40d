"""How turns are measured, the same way on both sides. Runs in the environments of both."""

import argparse
import asyncio
import itertools
import json
import statistics
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from tests.bench.counting import Counter, Statements
from tests.bench.storage import stored_bytes

WARM_UP_TURNS: Final = 20
"""Turns over all sessions before the clock starts; every session has at least two of them."""

Turn = Callable[[int], Awaitable[None]]
"""Runs the turn of that number, from 0, of one session, and checks its reply."""

NewSession = Callable[[], Awaitable[Turn]]


@dataclass(frozen=True)
class Workload:
    """What one side is asked to do: `turns` turns one after the other in each of `sessions` sessions."""

    store: str
    base_url: str
    sessions: int
    turns: int
    count: bool
    own_savers: bool

    @classmethod
    def from_command_line(cls, description: str | None) -> "Workload":
        """Read what the runner passes to either side."""
        parser = argparse.ArgumentParser(description=description)
        parser.add_argument(
            "--store", required=True, help="a SQLite file, or the URL of a PostgreSQL database"
        )
        parser.add_argument("--base-url", required=True, help="of the model, with /v1")
        parser.add_argument("--sessions", type=int, default=1, help="at once")
        parser.add_argument("--turns", type=int, default=200, help="of each session")
        parser.add_argument(
            "--count", action="store_true", help="count statements; the times are then no figures"
        )
        parser.add_argument(
            "--own-savers", action="store_true", help="LangGraph on PostgreSQL: one saver a session"
        )
        return cls(**vars(parser.parse_args()))


@dataclass(frozen=True)
class Measurement:
    """What one run of one side gave. Times of one turn are in milliseconds.

    `p50_ms_by_fifth` are the medians of each fifth of a session's turns, oldest first.
    `processor_ms` is the processor time of this process, a turn. `grown_bytes` is what the database
    grew by with all turns, `stored_bytes` its size afterwards.
    """

    turns: int
    turns_per_second: float
    p50_ms: float
    p99_ms: float
    p50_ms_by_fifth: tuple[float, ...]
    processor_ms: float
    stored_bytes: int
    grown_bytes: int
    statements: Statements | None
    versions: Mapping[str, str]

    def to_json(self) -> str:
        """One line for the runner."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, line: str) -> "Measurement":
        """What `to_json` wrote."""
        values: dict[str, Any] = json.loads(line)
        counted = values["statements"]
        values["statements"] = Statements(**counted) if counted else None
        values["p50_ms_by_fifth"] = tuple(values["p50_ms_by_fifth"])
        return cls(**values)


async def measure(
    workload: Workload, new_session: NewSession, counter: Counter, versions: Mapping[str, str]
) -> Measurement:
    """Warm up (connections open, caches fill), then run the workload with the clock on."""
    warm = await _begin(new_session, workload.sessions)
    await _run_all(warm, warm_up_turns(workload.sessions))
    begun = await _begin(new_session, workload.sessions)
    before = stored_bytes(workload.store)
    if workload.count:
        counter.start()
    started, spent = time.perf_counter(), time.process_time()
    times = await _run_all(begun, workload.turns)
    seconds, spent = time.perf_counter() - started, time.process_time() - spent
    statements = counter.stop() if workload.count else None
    after = stored_bytes(workload.store)
    every = sorted(taken for session in times for taken in session)
    return Measurement(
        turns=len(every),
        turns_per_second=round(len(every) / seconds, 1),
        p50_ms=_milliseconds(statistics.median(every)),
        p99_ms=_milliseconds(every[max(0, int(len(every) * 0.99) - 1)]),
        p50_ms_by_fifth=_medians_by_fifth(times),
        processor_ms=_milliseconds(spent / len(every)),
        stored_bytes=after,
        grown_bytes=after - before,
        statements=statements,
        versions=versions,
    )


def warm_up_turns(sessions: int) -> int:
    """How many turns each session runs before the clock starts."""
    return max(2, WARM_UP_TURNS // sessions)


def _medians_by_fifth(times: Sequence[Sequence[float]]) -> tuple[float, ...]:
    turns = len(times[0])
    bounds = [round(turns * fifth / 5) for fifth in range(6)]
    fifths = [
        [taken for session in times for taken in session[begin:end]]
        for begin, end in itertools.pairwise(bounds)
    ]
    return tuple(_milliseconds(statistics.median(fifth)) for fifth in fifths if fifth)


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
