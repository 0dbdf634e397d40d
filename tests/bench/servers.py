"""What both sides talk to: the model server, and a PostgreSQL server that keeps its promises."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from ezgraph_site.places import CHECKOUT
from tests.peers import postgres


@contextmanager
def running_model(python: Path, latency_ms: int = 0) -> Iterator[str]:
    """Start the model server with an interpreter that has uvicorn; yield the URL that clients need."""
    command = [str(python), "-m", "tests.bench.fake_model", "--latency-ms", str(latency_ms)]
    with subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            port = process.stdout.readline().strip()
            if not port:
                raise RuntimeError("The model server did not start.")
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            process.terminate()


@contextmanager
def postgres_server() -> Iterator[str]:
    """Yield the URL of the server of `DATABASE_URL`, else of one of our own that waits for the disk."""
    given = os.environ.get("DATABASE_URL")
    if given:
        yield given
        return
    with postgres.running_server() as url:
        with psycopg.connect(url, autocommit=True) as connection:
            for setting in postgres.RELAXED:
                connection.execute(f"ALTER SYSTEM RESET {setting}")
            connection.execute("SELECT pg_reload_conf()")
        yield url


def settings_in_words(url: str) -> str:
    """Say which PostgreSQL it is and how durable a commit is there."""
    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", [list(postgres.RELAXED)]
        ).fetchall()
        version = connection.info.server_version // 10_000
    return f"PostgreSQL {version} with {', '.join(f'{name} {setting}' for name, setting in rows)}"
