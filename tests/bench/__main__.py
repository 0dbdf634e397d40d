"""`python -m tests.bench`: the two-node turn beside LangGraph, a model's layers and open chats, as tables."""

import argparse
import sys
import time
from pathlib import Path

from ezgraph_site.places import CHECKOUT
from tests.bench import sockets
from tests.bench.cases import FULL, QUICK, Database, Side
from tests.bench.layers_table import layers_table
from tests.bench.machine import machine_in_words, software_in_words
from tests.bench.page import page
from tests.bench.report import table
from tests.bench.runner import Runner
from tests.bench.servers import postgres_server, settings_in_words

PYTHON = CHECKOUT / ".venv-bench" / "bin" / "python"


def main() -> None:
    """Measure, print the table, and write the page where asked to."""
    arguments = _arguments()
    if not PYTHON.exists():
        sys.exit("LangGraph is not installed: make .venv-bench/.installed")
    plan = QUICK if arguments.quick else FULL
    sides = [Side.OURS] if arguments.ours_only else list(Side)
    started = time.monotonic()
    with postgres_server() as server:
        runner = Runner(
            PYTHON, server, arguments.databases, sides, tell=lambda line: print(line, file=sys.stderr)
        )
        results = runner.run(plan)
        layers = layers_table(runner, arguments.databases)
        crowd = "" if arguments.quick else sockets.measure(server).lines()
        database = settings_in_words(server)
    rendered = table(plan, results, arguments.databases)
    print(rendered)
    print(layers)
    print(crowd)
    if arguments.write:
        text = page(
            rendered,
            layers,
            crowd,
            machine_in_words(),
            software_in_words(results),
            database,
            time.strftime("%Y-%m-%d", time.gmtime()),
            (time.monotonic() - started) / 60,
        )
        arguments.write.write_text(text, encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a minute's worth; for while you work")
    parser.add_argument("--ours-only", action="store_true", help="leave LangGraph out")
    parser.add_argument(
        "--databases",
        nargs="+",
        type=Database,
        choices=list(Database),
        default=list(Database),
    )
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page, too")
    return parser.parse_args()


if __name__ == "__main__":
    main()
