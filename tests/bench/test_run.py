"""A small benchmark of our side, through the real engine and a model server."""

from pathlib import Path

import pytest

from tests.bench.cases import Case, Database, Plan, Side
from tests.bench.report import table
from tests.bench.runner import Runner
from tests.peers import llmock

SMALL = Plan(
    one=Case(sessions=1, turns=5),
    many=Case(sessions=3, turns=2),
    counted=Case(sessions=1, turns=2, count=True),
)


@pytest.fixture(scope="session")
def python_with_uvicorn() -> Path:
    """The interpreter of the peers; without it the test is skipped, where CI is set it fails."""
    command = llmock.find()
    if command is None:
        if llmock.required():
            pytest.fail(llmock.MISSING)
        pytest.skip(llmock.MISSING)
    return command.parent / "python"


@pytest.mark.slow
def test_our_side_gives_a_table_without_the_other(python_with_uvicorn):
    runner = Runner(python_with_uvicorn, server="", databases=[Database.SQLITE], sides=[Side.OURS])

    results = runner.run(SMALL)

    measured = results.of(SMALL.counted, Database.SQLITE, Side.OURS)[0]
    assert measured.statements is not None
    assert measured.statements.commits == 3 * measured.turns
    lines = table(SMALL, results, [Database.SQLITE]).splitlines()
    assert lines[0] == "|  | SQLite: ours | LangGraph | ratio |"
    assert lines[2].startswith("| 1 session, turns/s |")
    assert lines[2].endswith("| – | – |")
