"""Runs both sides of every case as processes, in turns, so that a slow minute hits both."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ezgraph_site.places import CHECKOUT
from tests.bench.cases import SIDES, Case, Database, Plan, Side
from tests.bench.measuring import Measurement
from tests.bench.servers import running_model
from tests.peers import postgres

LONGEST_RUN_SECONDS: Final = 300

OURS: Final = ("EZGRAPH_", "DJANGO_", "DATABASE_URL", "REDIS_URL")
"""Variables that a side must not inherit: each is told its database, and has no settings but defaults."""


@dataclass
class Results:
    """All measurements, in the order in which they were made."""

    measured: dict[tuple[Case, Database, Side], list[Measurement]] = field(default_factory=dict)

    def add(self, case: Case, database: Database, side: Side, measured: Measurement) -> None:
        """Keep one repetition."""
        self.measured.setdefault((case, database, side), []).append(measured)

    def of(self, case: Case, database: Database, side: Side) -> list[Measurement]:
        """The repetitions; empty where that side was not run."""
        return self.measured.get((case, database, side), [])

    def versions_of(self, side: Side) -> Mapping[str, str]:
        """The packages that a side ran on; empty where it was not run."""
        runs = [runs[0] for (_, _, one), runs in self.measured.items() if one is side]
        return runs[0].versions if runs else {}


@dataclass(frozen=True)
class Runner:
    """Runs plans. `python` has uvicorn and, unless `sides` leaves it out, LangGraph.

    `server` is the URL of a PostgreSQL server on which databases may be made; empty without one.
    `our_python` is the command that runs a module of ours. `tell` hears of each run.
    """

    python: Path
    server: str
    databases: Collection[Database] = tuple(Database)
    sides: Collection[Side] = tuple(Side)
    our_python: Sequence[str] = (sys.executable,)
    tell: Callable[[str], None] = lambda line: None

    def run(self, plan: Plan) -> Results:
        """Run all cases and return what they gave."""
        results = Results()
        with ExitStack() as stack:
            latencies = {case.latency_ms for case in plan.cases}
            models = {ms: stack.enter_context(running_model(self.python, ms)) for ms in latencies}
            for case in plan.cases:
                for database in self.databases:
                    for _ in range(case.repetitions):
                        for side in SIDES[database]:
                            if side in self.sides:
                                measured = self.measure(case, database, side, models[case.latency_ms])
                                results.add(case, database, side, measured)
        return results

    def measure(self, case: Case, database: Database, side: Side, base_url: str) -> Measurement:
        """Run one side of a case once, on a database of its own."""
        with self.fresh_store(database) as store:
            measured = self._run_side(case, side, store, base_url)
        speed = f"{measured.turns_per_second} turns/s"
        self.tell(f"{database}, {case.sessions} × {case.turns} turns, {side}: {speed}")
        return measured

    @contextmanager
    def fresh_store(self, database: Database) -> Iterator[str]:
        """A new database: a SQLite file, or the URL of one on the PostgreSQL server."""
        if database is Database.POSTGRESQL:
            with postgres.new_database(self.server) as url:
                yield url
        else:
            with tempfile.TemporaryDirectory(prefix="ezgraph-bench-") as folder:
                yield str(Path(folder) / "store.sqlite3")

    def _run_side(self, case: Case, side: Side, store: str, base_url: str) -> Measurement:
        command = (
            [*self.our_python, "-m", "tests.bench.ours"]
            if side is Side.OURS
            else [str(self.python), "-m", "tests.bench.langgraph_peer"]
        )
        command += ["--store", store, "--base-url", base_url]
        command += ["--sessions", str(case.sessions), "--turns", str(case.turns)]
        command += ["--count"] * case.count + ["--own-savers"] * (side is Side.OWN_SAVERS)
        answer = subprocess.run(
            command,
            cwd=CHECKOUT,
            env={name: value for name, value in os.environ.items() if not name.startswith(OURS)},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            timeout=LONGEST_RUN_SECONDS,
        )
        # A profiler says things of its own around the one line of JSON.
        line = next(line for line in answer.stdout.splitlines() if line.startswith("{"))
        return Measurement.from_json(line)
