"""Our side: the two-node turn through the real engine, on the database of `DATABASE_URL` or SQLite.

`python -m tests.bench.ours --base-url URL --data-dir FOLDER --sessions 50 --turns 10` prints one line of JSON.
"""

import argparse
import asyncio
import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from ezgraph_site.bootstrap import make_data_dir
from tests.bench.measuring import Timing, Turn, measure, warm_up

if TYPE_CHECKING:
    from conversations.engine import GraphEngine


def set_up(data_dir: Path, base_url: str) -> None:
    """Start Django on a fresh or a used database, with the model at `base_url` as the one provider."""
    make_data_dir(data_dir)
    os.environ["DJANGO_SETTINGS_MODULE"] = "ezgraph_site.settings"
    os.environ["EZGRAPH_DATA_DIR"] = str(data_dir)
    os.environ["EZGRAPH_GRAPHS"] = "tests.bench.graph.BenchGraph"
    os.environ["EZGRAPH_CHAT_PROVIDER"] = "openai"

    import django

    django.setup()

    from django.core.management import call_command

    from providers.models import Provider

    call_command("migrate", verbosity=0)
    options = {"base_url": base_url, "model": "fake"}
    Provider.objects.update_or_create(name="openai", defaults={"type": "openai", "options": options})


async def run(sessions: int, turns: int) -> Timing:
    """Warm up, then measure."""
    from conversations.engine import engine
    from conversations.engine.running import wait_for_all

    async def new_session() -> Turn:
        return await _new_session(engine)

    await warm_up(new_session, sessions)
    await wait_for_all()
    timing = await measure(new_session, sessions, turns)
    await wait_for_all()
    return timing


async def _new_session(engine: "GraphEngine") -> Turn:
    from conversations.engine import NewSession, TurnRequest

    session, _ = await engine.create_session(NewSession(graph="bench"))

    async def turn(number: int) -> None:
        request = TurnRequest(session=session.id, message=f"Licensed in Oregon, valid, {number}")
        result = await engine.run(request)
        assert result.message.startswith("Thanks"), result

    return turn


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base-url", required=True, help="of the model, with /v1")
    parser.add_argument("--data-dir", required=True, type=Path, help="keys, and the SQLite file")
    parser.add_argument("--sessions", type=int, default=1, help="at once")
    parser.add_argument("--turns", type=int, default=200, help="of each session")
    arguments = parser.parse_args()
    set_up(arguments.data_dir, arguments.base_url)
    timing = asyncio.run(run(arguments.sessions, arguments.turns))
    print(json.dumps(asdict(timing)))


if __name__ == "__main__":
    main()
