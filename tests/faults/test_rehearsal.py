"""What the other tests strike at is there: each statement of a turn, however the database gets it."""

import pytest

from tests.faults import names
from tests.faults.processes import Nursery
from tests.faults.rehearsal import FAILING, WRITING, Rehearsal, rehearse

ACCEPTED = ["session", "turn", "message"]
STEP = ["session", "step", "message", "channel", "modelcall", "turn"]
LAST_STEP = ["session", "step", "message", "modelcall", "turn", "webhookdelivery"]
CLOSED = ["session", "modelcall", "turn", "webhookdelivery", "webhookdelivery"]
"""The tables that each write of a turn writes to."""


def written(turn: Rehearsal) -> list[list[str]]:
    """The tables that each write writes to."""
    prefix = "conversations_"
    return [
        [
            place.sql.split('"')[1].removeprefix(prefix)
            for place in turn.places
            if place.transaction == write and place.sql.startswith(WRITING)
        ]
        for write in turn.writes()
    ]


@pytest.mark.parametrize("processes", ["nursery", "sqlite_nursery"])
def test_a_turn_passes_each_of_its_statements(processes: str, request: pytest.FixtureRequest):
    nursery: Nursery = request.getfixturevalue(processes)
    assert written(rehearse(nursery)) == [ACCEPTED, STEP, LAST_STEP]
    assert written(rehearse(nursery, **FAILING)) == [ACCEPTED, STEP, CLOSED]


def test_on_postgresql_each_write_is_one_text_that_outlives_its_process(rehearsal: Rehearsal):
    for write in rehearsal.writes():
        first, *inside, last = (place for place in rehearsal.places if place.transaction == write)
        assert (first.name, first.outlives) == (names.before_sending(write), False)
        assert (last.name, last.outlives) == (names.after_commit(write), False)
        assert all(place.outlives for place in inside)
        assert [place.name for place in inside] == [*rehearsal.statements(write), names.before_commit(write)]


def test_on_sqlite_each_write_is_begun_and_committed_by_its_process(sqlite_nursery: Nursery):
    turn = rehearse(sqlite_nursery)
    for write in turn.writes():
        first, *_, before, after = (place for place in turn.places if place.transaction == write)
        assert first.sql.startswith("BEGIN")
        assert [before.name, after.name] == [names.before_commit(write), names.after_commit(write)]
    assert not any(place.outlives for place in turn.places)
