"""The table of a benchmark."""

import pytest

from tests.bench.cases import Case, Database, Plan, Side
from tests.bench.counting import Statements
from tests.bench.measuring import Measurement
from tests.bench.page import page
from tests.bench.report import table
from tests.bench.runner import Results

PLAN = Plan(
    one=Case(sessions=1, turns=200),
    many=Case(sessions=50, turns=20),
    thinking=Case(sessions=40, turns=20, latency_ms=50),
    long=Case(sessions=1, turns=500),
    counted=Case(sessions=1, turns=20, count=True),
)


def measurement(
    turns_per_second: float = 100,
    fifths: tuple[float, ...] = (10, 10, 10, 10, 10),
    grown_bytes: int = 0,
    statements: Statements | None = None,
) -> Measurement:
    return Measurement(
        turns=20,
        turns_per_second=turns_per_second,
        p50_ms=1000 / turns_per_second,
        p99_ms=2000 / turns_per_second,
        p50_ms_by_fifth=fifths,
        processor_ms=1,
        stored_bytes=grown_bytes,
        grown_bytes=grown_bytes,
        statements=statements,
        versions={},
    )


@pytest.fixture
def results() -> Results:
    """One measurement of every case, the same on both sides."""
    same = Results()
    for case in PLAN.cases:
        for database in Database:
            for side in (Side.OURS, Side.SHARED_SAVER):
                counted = Statements(statements=200, commits=60, round_trips=None)
                same.add(case, database, side, measurement(statements=counted))
    return same


def cells(rendered: str, label: str, after: str = "") -> list[str]:
    """The cells of the first line with that label, below the line with the label `after`."""
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in rendered.splitlines()]
    labels = [line[0] for line in lines]
    start = labels.index(after) if after else 0
    return lines[labels.index(label, start)][1:]


def render(results: Results, *databases: Database) -> str:
    return table(PLAN, results, databases or list(Database))


def test_it_is_one_table_with_two_sides_and_a_ratio_for_each_database(results):
    rendered = render(results)

    assert rendered.splitlines()[0] == (
        "|  | SQLite: ours | LangGraph | ratio | PostgreSQL: ours | LangGraph | ratio |"
    )
    assert {line.count("|") for line in rendered.splitlines()} == {8}


def test_a_figure_is_the_median_with_the_lowest_and_the_highest(results):
    results.measured[PLAN.one, Database.SQLITE, Side.OURS] = [measurement(n) for n in (300, 100, 210)]

    assert cells(render(results), "1 session, turns/s")[:3] == ["210 (100–300)", "100", "**2.10**"]


def test_less_time_is_a_ratio_above_one(results):
    results.measured[PLAN.one, Database.SQLITE, Side.OURS] = [measurement(200)]

    assert cells(render(results), "…, ms a turn")[:3] == ["5.0", "10.0", "**2.00**"]


def test_a_turn_that_costs_more_than_theirs_is_a_ratio_below_one(results):
    results.measured[PLAN.many, Database.SQLITE, Side.OURS] = [measurement(50)]

    assert cells(render(results), "50 sessions at once, turns/s")[2] == "**0.50**"


def test_theirs_is_compared_at_its_best(results):
    results.add(PLAN.many, Database.POSTGRESQL, Side.OWN_SAVERS, measurement(400))

    assert cells(render(results), "50 sessions at once, turns/s")[3:] == ["100", "400 own", "**0.25**"]


def test_a_thinking_model_shows_how_much_of_the_ideal_is_reached(results):
    rendered = render(results)

    assert PLAN.thinking is not None
    assert PLAN.thinking.ideal_turns_per_second == 400
    assert cells(rendered, "…, of the ideal 400")[:3] == ["25%", "25%", "**1.00**"]


def test_a_session_that_grows_slow_shows_in_its_last_fifth(results):
    slow = measurement(fifths=(5, 7, 9, 12, 15))
    assert PLAN.long is not None
    results.measured[PLAN.long, Database.SQLITE, Side.SHARED_SAVER] = [slow]

    label = "500 turns in one session, last fifth against first, time of a turn"
    assert cells(render(results), label)[:3] == ["1.00×", "3.00×", "**3.00**"]


def test_bytes_and_statements_are_those_of_one_turn(results):
    assert PLAN.long is not None
    results.measured[PLAN.long, Database.SQLITE, Side.OURS] = [measurement(grown_bytes=20 * 3500)]
    rendered = render(results)

    assert cells(rendered, "…, bytes stored a turn")[0] == "3,500"
    assert cells(rendered, "SQL statements a turn")[0] == "10.0"
    assert cells(rendered, "commits a turn")[0] == "3.0"


def test_a_file_has_no_round_trips(results):
    assert cells(render(results), "round trips to the database a turn")[0] == "–"


def test_a_side_that_was_not_run_leaves_its_cells_empty(results):
    results.measured = {key: runs for key, runs in results.measured.items() if key[2] is Side.OURS}

    assert cells(render(results, Database.SQLITE), "1 session, turns/s") == ["100", "–", "–"]


def test_the_page_says_what_it_was_measured_on():
    on = ("2 cores", "Django 5.2", "PostgreSQL 18 with fsync on", "2026-11-30")
    written = page("| table |", "| layers |", "| crowd |", *on, 6.6)

    assert "| table |" in written
    assert "| layers |" in written
    assert "| crowd |" in written
    assert "Measured on 2026-11-30: 2 cores. Django 5.2. PostgreSQL 18 with fsync on." in written
    assert "about 7 minutes" in written
