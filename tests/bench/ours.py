"""Our side: the two-node turn through the real engine.

`python -m tests.bench.ours --store FILE_OR_URL --base-url URL` prints one line of JSON.
"""

import asyncio
import importlib.metadata
import os
import tempfile
from pathlib import Path
from typing import Any

from ezgraph_site.bootstrap import make_data_dir
from tests.bench.counting import Counter, PostgresCounter, SQLiteCounter
from tests.bench.measuring import Measurement, Turn, Workload, measure
from tests.bench.storage import is_postgres


def set_up(workload: Workload, data_dir: Path) -> None:
    """Start Django on the workload's database, with its model as the provider of the one graph."""
    make_data_dir(data_dir)
    store = workload.store
    os.environ["DATABASE_URL"] = store if is_postgres(store) else f"sqlite:///{Path(store).resolve()}"
    os.environ["DJANGO_SETTINGS_MODULE"] = "ezgraph_site.settings"
    os.environ["EZGRAPH_DATA_DIR"] = str(data_dir)
    os.environ["EZGRAPH_GRAPHS"] = "tests.bench.graph.BenchGraph"
    os.environ["EZGRAPH_CHAT_PROVIDER"] = "openai"
    os.environ["EZGRAPH_ALLOWED_PRIVATE_HOSTS"] = "127.0.0.1:*"

    import django

    django.setup()

    from django.core.management import call_command

    from providers.models import Provider

    call_command("migrate", verbosity=0)
    options = {"base_url": workload.base_url, "model": "fake"}
    Provider.objects.update_or_create(name="openai", defaults={"type": "openai", "options": options})


async def run(workload: Workload) -> Measurement:
    """Measure; Django has to be set up."""
    from conversations.engine.turns.running import wait_for_all

    versions = {name: importlib.metadata.version(name) for name in ("Django", "psycopg", "pydantic")}
    measured = await measure(workload, _new_session, _counter(workload), versions)
    await wait_for_all()
    return measured


async def _new_session() -> Turn:
    from conversations.engine import NewSession, TurnRequest, engine

    session, _ = await engine.create_session(NewSession(graph="bench"))

    async def turn(number: int) -> None:
        request = TurnRequest(session=session.id, message=f"Licensed in Oregon, valid, {number}")
        result = await engine.run(request)
        assert result.message.startswith("Thanks"), result

    return turn


def _counter(workload: Workload) -> Counter:
    """A counter that hears of every connection that Django opens, or takes out of its pool, from now on."""
    from django.db import connections
    from django.db.backends.signals import connection_created

    counter = PostgresCounter() if is_postgres(workload.store) else SQLiteCounter()

    def watch(connection: Any, **kwargs: object) -> None:
        if isinstance(counter, PostgresCounter):
            counter.watch(connection.connection.pgconn)
        else:
            counter.watch(connection.connection)

    if workload.count:
        connections.close_all()
        connection_created.connect(watch, weak=False)
    return counter


def main() -> None:
    """Measure and print."""
    workload = Workload.from_command_line(__doc__)
    with tempfile.TemporaryDirectory(prefix="ezgraph-bench-") as data_dir:
        set_up(workload, Path(data_dir))
        print(asyncio.run(run(workload)).to_json())


if __name__ == "__main__":
    main()
