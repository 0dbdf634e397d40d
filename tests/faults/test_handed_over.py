"""Staff take a session over at any point of its turn: no late reply appears, and no half step is left.

The turn is held there in one process, taken over from another one, and let go. Until the hand-back
nothing runs; after it the model answers without ever having seen an open tool call.
"""

from tests.faults import names
from tests.faults.cases import Cases
from tests.faults.invariants import assert_whole
from tests.faults.processes import Nursery, Process
from tests.faults.rehearsal import Rehearsal, message
from tests.faults.session_rows import SessionRows
from tests.faults.test_cancelled import BETWEEN_WRITES

HELLO = {"message": "Hello", "client_id": "hello"}


def take_over(nursery: Nursery, rehearsal: Rehearsal, place: str) -> None:
    """Take over while a turn is at a place between its writes: its step is dropped, its message stays."""
    with nursery.process() as runs, nursery.bystander() as other:
        session = other.ask("create")
        runs.arm(**{place: "hold"})
        sent = runs.tell("send", **message(session))
        assert runs.struck() == place
        other.ask("take_over", session=session)
        runs.ask("release", place=place)
        assert runs.answer(sent) == {"refused": "TURN_CANCELLED", "turn": 1}

        rows = other.look(session)
        assert_whole(rows)
        assert rows.statuses() == ["cancelled"]
        assert len(rows.steps_of(rows.turns[0])) == rehearsal.promise(place).steps
        assert_answered_after_hand_back(nursery, other, session)


def take_over_inside_a_write(nursery: Nursery, place: str) -> None:
    """Take over while the turn writes: whichever comes first, the other one finds it done."""
    with nursery.process() as runs, nursery.bystander() as other:
        session = other.ask("create")
        runs.arm(**{place: "hold"})
        sent = runs.tell("send", **message(session))
        assert runs.struck() == place
        taken = other.tell("take_over", session=session)
        runs.ask("release", place=place)
        told = runs.answer(sent)
        assert other.answer(taken) is None
        rows = other.look(session)
        assert_whole(rows)
        replied = told == {**told, "success": True}
        assert rows.statuses() == ["completed" if replied else "cancelled"], told
        assert replied or told == {"refused": "TURN_CANCELLED", "turn": 1}
        assert_answered_after_hand_back(nursery, other, session)


def assert_answered_after_hand_back(nursery: Nursery, other: Process, session: str) -> None:
    """Nothing more is said before the hand-back; the message after it has its reply, from whole steps."""
    said = other.look(session).transcript()
    meanwhile = other.ask("send", session=session, message="Anybody?", client_id="meanwhile")
    assert (meanwhile["success"], meanwhile["message"]) == (True, "")
    assert other.look(session).transcript() == [*said, "Anybody?"]
    other.ask("hand_back", session=session)
    assert other.ask("send", session=session, **HELLO)["success"]
    rows: SessionRows = other.look(session)
    assert_whole(rows)
    assert rows.transcript()[-1].startswith("Receipt")
    assert nursery.outside(str(rows.session["id"])).times(names.OPEN_CALL) == 0, names.OPEN_CALL


def test_a_turn_that_is_taken_over_between_its_writes_says_nothing_more(
    nursery: Nursery, rehearsal: Rehearsal, fault_runs: int, cases: Cases
):
    for place in BETWEEN_WRITES:
        for _ in range(fault_runs):
            cases.add(place, take_over, nursery, rehearsal, place)
    cases.assert_all_passed()


def test_a_turn_that_is_taken_over_while_it_writes_is_wholly_over_or_wholly_cancelled(
    nursery: Nursery, rehearsal: Rehearsal, fault_runs: int, cases: Cases
):
    for transaction in rehearsal.writes()[1:]:
        inside = [*rehearsal.statements(transaction), names.before_commit(transaction)]
        for place in (names.before_sending(transaction), *inside):
            for _ in range(fault_runs):
                cases.add(place, take_over_inside_a_write, nursery, place)
    cases.assert_all_passed()
