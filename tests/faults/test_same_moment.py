"""Two messages at the same moment to one session, from two processes.

Every other time both are held where each has found the session free and is about to take it. The
model is held until both messages have met their fate.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.faults import names
from tests.faults.invariants import assert_whole
from tests.faults.outside import KEYED_ORDERS, ORDERS
from tests.faults.processes import Nursery, Process
from tests.faults.rehearsal import Rehearsal
from tests.faults.session_rows import SessionRows

ROUNDS_A_RUN = 4
"""Four times as many rounds as other cases have runs: 200 where those have 50."""

FEWEST_ROUNDS = 10

MODEL = names.inside(names.FIRST_CALL)


@pytest.fixture
def rounds(fault_runs: int) -> range:
    """How often two messages meet."""
    return range(max(FEWEST_ROUNDS, ROUNDS_A_RUN * fault_runs))


@pytest.fixture
def two(nursery: Nursery) -> Iterator[list[Process]]:
    """The processes that get the messages."""
    with nursery.process() as one, nursery.process() as other:
        yield [one, other]


class Meeting:
    """Two messages on their way to a new session, each to a process of its own."""

    def __init__(self, two: list[Process], rehearsal: Rehearsal, number: int) -> None:
        self._two = two
        self.session: str = two[0].ask("create")
        taking_it = names.before_sending(rehearsal.writes()[0])
        self._gates = [taking_it] if number % 2 else []
        for process in two:
            process.arm(**dict.fromkeys([*self._gates, MODEL], "hold"))

    def send(self, ids: tuple[str, str] = ("Pizza", "Wine"), **options: str) -> None:
        """Send both messages, which are also their client ids."""
        self._ids = ids
        self._sent = [
            process.tell("send", session=self.session, message=one, client_id=one, **options)
            for process, one in zip(self._two, ids, strict=True)
        ]
        for gate in self._gates:
            for process in self._two:
                assert process.struck() == gate
            for process in self._two:
                process.ask("release", place=gate)

    def until(self, *statuses: str) -> SessionRows:
        """Wait until the session's turns stand so."""
        return self._two[0].until(self.session, lambda rows: rows.statuses() == list(statuses))

    def answer(self, index: int) -> Any:
        """What the sender of a message is told."""
        return self._two[index].answer(self._sent[index])

    def sender_of(self, rows: SessionRows, turn: int) -> int:
        """Whose message a turn is of."""
        return self._ids.index(rows.turns[turn - 1]["client_id"])

    def release_models(self) -> None:
        """Let whatever runs go on."""
        for process in self._two:
            process.ask("release", place=MODEL)

    def whole(self) -> SessionRows:
        """The rows at the end."""
        rows = self._two[0].look(self.session)
        assert_whole(rows)
        return rows


def test_one_runs_and_the_other_is_told_that_the_session_is_busy(
    two: list[Process], nursery: Nursery, rehearsal: Rehearsal, rounds: range
):
    for number in rounds:
        meeting = Meeting(two, rehearsal, number)
        meeting.send()
        winner = meeting.sender_of(meeting.until("running"), 1)
        assert meeting.answer(1 - winner) == {"refused": "SESSION_BUSY", "turn": 1}
        meeting.release_models()
        assert meeting.answer(winner)["success"]
        assert meeting.whole().statuses() == ["completed"]
        assert nursery.outside(meeting.session).times(ORDERS) == 1


def test_a_message_that_two_processes_get_at_once_runs_once(
    two: list[Process], nursery: Nursery, rehearsal: Rehearsal, rounds: range
):
    for number in rounds:
        meeting = Meeting(two, rehearsal, number)
        meeting.send(("Pizza", "Pizza"))
        meeting.until("running")
        meeting.release_models()
        told = [meeting.answer(0), meeting.answer(1)]
        assert any(one.get("success") for one in told), told
        assert all(one["turn"] == 1 for one in told), told
        assert meeting.whole().statuses() == ["completed"]
        assert nursery.outside(meeting.session).times(ORDERS) == 1


def test_messages_that_may_wait_both_run_in_order_of_arrival(
    two: list[Process], nursery: Nursery, rehearsal: Rehearsal, rounds: range
):
    for number in rounds:
        meeting = Meeting(two, rehearsal, number)
        meeting.send(busy="wait")
        rows = meeting.until("running", "queued")
        first = meeting.sender_of(rows, 1)
        assert meeting.sender_of(rows, 2) == 1 - first
        meeting.release_models()
        assert [meeting.answer(first)["turn"], meeting.answer(1 - first)["turn"]] == [1, 2]
        rows = meeting.whole()
        said = [turn["client_id"] for turn in rows.turns]
        assert rows.transcript() == [
            said[0], f"Receipt 1: {said[0]}.", said[1], f"Receipt 2: {said[1]}."
        ]  # fmt: skip
        assert nursery.outside(meeting.session).times(KEYED_ORDERS) == 2


def test_of_messages_that_interrupt_one_leaves_no_step(
    two: list[Process], nursery: Nursery, rehearsal: Rehearsal, rounds: range
):
    for number in rounds:
        meeting = Meeting(two, rehearsal, number)
        meeting.send(busy="interrupt")
        rows = meeting.until("cancelled", "running")
        first = meeting.sender_of(rows, 1)
        meeting.release_models()
        assert meeting.answer(first) == {"refused": "TURN_CANCELLED", "turn": 1}
        assert meeting.answer(1 - first)["success"]
        rows = meeting.whole()
        assert rows.steps_of(rows.turns[0]) == []
        said = [turn["client_id"] for turn in rows.turns]
        assert rows.transcript() == [*said, f"Receipt 1: {said[1]}."]
