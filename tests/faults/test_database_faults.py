"""Each statement and COMMIT of a turn fails in its turn, on both databases.

The statements are counted in a turn that nobody strikes. Whatever fails, the session is wholly
before or wholly after each step, nobody is told anything that is not so, and the turn can be brought
to the end that it would have had.
"""

import pytest

from tests.faults import names
from tests.faults.cases import Cases
from tests.faults.invariants import assert_whole
from tests.faults.processes import Nursery, Process
from tests.faults.rehearsal import FAILING, Rehearsal, assert_done_outside, message, rehearse

DATABASES = ["postgresql", "sqlite"]

FAULTS = {
    "is refused": "refuse",
    "is the first of all that are refused": "gone",
    "meets a connection that has died": "cut",
}


@pytest.fixture(params=[(database, fault) for database in DATABASES for fault in FAULTS], ids=" ".join)
def struck(request: pytest.FixtureRequest) -> tuple[Nursery, str]:
    """Processes on a database, and what happens to a statement there."""
    database, fault = request.param
    if (database, FAULTS[fault]) == ("sqlite", "cut"):
        pytest.skip("SQLite has no connections that die.")
    nursery: Nursery = request.getfixturevalue("nursery" if database == "postgresql" else "sqlite_nursery")
    return nursery, FAULTS[fault]


def test_a_turn_is_brought_to_its_end_whichever_of_its_statements(
    struck: tuple[Nursery, str], fault_runs: int, cases: Cases
):
    nursery, fault = struck
    answered, failing = rehearse(nursery), rehearse(nursery, **FAILING)
    closing = [place.name for place in failing.places if place.transaction == failing.writes()[-1]]
    for run in range(fault_runs):
        for place in answered.in_database():
            cases.add(place, fail, nursery, answered, {place: fault}, run)
        for place in closing:
            cases.add(f"{place}, closing", fail, nursery, failing, {**FAILING, place: fault}, run)
    cases.assert_all_passed()


def test_nobody_notices_that_a_connection_has_lost_its_kept_statements(
    nursery: Nursery, rehearsal: Rehearsal, fault_runs: int, cases: Cases
):
    for place in rehearsal.in_database():
        for _ in range(fault_runs):
            cases.add(place, forget, nursery, rehearsal, place)
    cases.assert_all_passed()


def forget(nursery: Nursery, rehearsal: Rehearsal, place: str) -> None:
    """Let a connection lose what it keeps, also between two statements of a text: that is sent again."""
    with nursery.process() as process, nursery.bystander() as other:
        session = other.ask("create")
        process.arm(**{place: "forget"})
        assert process.ask("send", **message(session)).get("success"), process.last_traceback
        assert process.struck_all() == [place]
        rows = other.look(session)
        assert_whole(rows)
        assert rows.story() == rehearsal.after(1).story(), rows.told()
        assert_done_outside(nursery, session, rehearsal.whole, turns=1)


def fail(nursery: Nursery, rehearsal: Rehearsal, actions: dict[str, str], run: int) -> None:
    """Let statements of a turn fail; then it goes on, every other time in the same process."""
    *_, (place, fault) = actions.items()
    with nursery.process() as first, nursery.bystander() as second:
        session = second.ask("create")
        first.arm(**actions)
        told = first.ask("send", **message(session))
        assert first.struck_all() == list(actions)

        rows = second.look(session)
        assert_whole(rows, at_rest=False)
        # There are things that a turn can do without.
        promise = rehearsal.whole if told.get("success") else rehearsal.promise(place)
        rehearsal.assert_kept(promise, rows)
        if "success" in told:
            assert rows.statuses() == ["completed" if told["success"] else "failed"], told
            assert_whole(rows)

        if fault == "gone":
            first.kill()
        bring_to_end(first if run % 2 and fault != "gone" else second, session)
        rows = second.look(session)
        assert_whole(rows)
        assert rows.story() == rehearsal.after(1).story(), rows.told()
        assert_done_outside(nursery, session, promise, turns=1)


def bring_to_end(process: Process, session: str) -> None:
    """Send the message again, and retry it where it failed."""
    told = process.ask("come_again", session=session, way=names.SAME_MESSAGE)
    assert "success" in told, process.last_traceback
    if not told["success"]:
        assert told["retryable"], told
        told = process.ask("come_again", session=session, way=names.RETRY)
        assert told.get("success"), (told, process.last_traceback)
