"""The table of what the layers around a model cost: each database and Redis as a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ezgraph_site.places import CHECKOUT
from tests.bench.cases import Database
from tests.bench.layers import BUDGET
from tests.bench.runner import LONGEST_RUN_SECONDS, OURS, Runner
from tests.peers import redis


def layers_table(runner: Runner, databases: Sequence[Database]) -> str:
    """Measure, and render as Markdown: a line for each case, the one with a budget for each database."""
    measured: dict[str, float] = {}
    with _redis_url() as redis_url:
        for database in databases:
            with runner.fresh_store(database) as store:
                for label, milliseconds in _measured(store, redis_url).items():
                    name = f"{label}, on {database}" if label == BUDGET else label
                    measured.setdefault(name, milliseconds)
    lines = ["| a call through the layers | ms of processor time that they add |", "| --- | ---: |"]
    lines += [f"| {label} | {milliseconds:.2f} |" for label, milliseconds in measured.items()]
    return "\n".join(lines)


def _measured(store: str, redis_url: str) -> dict[str, float]:
    answer = subprocess.run(
        [sys.executable, "-m", "tests.bench.layers", "--store", store, "--redis", redis_url],
        cwd=CHECKOUT,
        env={name: value for name, value in os.environ.items() if not name.startswith(OURS)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=LONGEST_RUN_SECONDS,
    )
    measured: dict[str, float] = json.loads(answer.stdout)
    return measured


@contextmanager
def _redis_url() -> Iterator[str]:
    """A Redis server; "" where there is none, and its line is left out."""
    command = redis.find()
    if command is None:
        yield redis.given() or ""
        return
    with redis.running_server(command) as server:
        yield server.url
