"""A turn that is cancelled or interrupted at any point leaves no half step, and no call without its result.

It is held there, cancelled from its own process or from another one, and let go. Then the customer
says hello, and the model answers without ever having seen an open tool call.
"""

from tests.faults import names
from tests.faults.cases import Cases
from tests.faults.invariants import assert_whole
from tests.faults.processes import Nursery
from tests.faults.rehearsal import Rehearsal, message, next_message
from tests.faults.session_rows import SessionRows

BETWEEN_WRITES = [
    names.before(names.FIRST_CALL),
    names.inside(names.FIRST_CALL),
    names.BEFORE_EFFECT,
    names.AFTER_EFFECT,
    names.before(names.SECOND_CALL),
    names.inside(names.SECOND_CALL),
]

HERE, ELSEWHERE, BY_A_MESSAGE = "in its own process", "from another process", "by a message"


def cancel(nursery: Nursery, rehearsal: Rehearsal, place: str, how: str) -> None:
    """Cancel a turn at a place; everything before its step stays, and the next message is answered."""
    with nursery.process() as runs, nursery.bystander() as other:
        session = other.ask("create")
        runs.arm(**{place: "hold"})
        sent = runs.tell("send", **message(session))
        assert runs.struck() == place
        canceller = runs if how == HERE else other
        if how == BY_A_MESSAGE:
            interrupting = other.tell("send", **next_message(session), busy="interrupt")
            other.until(session, lambda rows: rows.statuses()[0] == "cancelled")
        else:
            assert canceller.ask("cancel", session=session, turn=1) == "cancelled"
        runs.ask("release", place=place)
        assert runs.answer(sent) == {"refused": "TURN_CANCELLED", "turn": 1}

        rows = other.look(session)
        assert_whole(rows, at_rest=how != BY_A_MESSAGE)
        assert len(rows.steps_of(rows.turns[0])) == rehearsal.promise(place).steps
        if how == BY_A_MESSAGE:
            assert other.answer(interrupting)["success"]
        else:
            assert other.ask("send", session=session, message="Hello", client_id="hello")["success"]
        assert_answered(nursery, other.look(session))


def cancel_inside_a_write(nursery: Nursery, place: str) -> None:
    """Cancel a turn while it writes: whichever comes first, the other one finds it done."""
    with nursery.process() as runs, nursery.bystander() as other:
        session = other.ask("create")
        runs.arm(**{place: "hold"})
        sent = runs.tell("send", **message(session))
        assert runs.struck() == place
        cancelled = other.tell("cancel", session=session, turn=1)
        runs.ask("release", place=place)
        told, status = runs.answer(sent), other.answer(cancelled)
        cancelled_first = {"refused": "TURN_CANCELLED", "turn": 1}
        assert (status, told == cancelled_first) in (("cancelled", True), ("completed", False)), told
        assert_whole(other.look(session))
        assert other.ask("send", session=session, message="Hello", client_id="hello")["success"]
        assert_answered(nursery, other.look(session))


def assert_answered(nursery: Nursery, rows: SessionRows) -> None:
    """The newest message has its reply, and no model was shown half a step."""
    assert_whole(rows)
    assert rows.statuses()[1:] == ["completed"]
    assert rows.transcript()[-1].startswith("Receipt")
    assert nursery.outside(str(rows.session["id"])).times(names.OPEN_CALL) == 0, names.OPEN_CALL


def test_a_turn_that_is_cancelled_between_its_writes_leaves_no_half_step(
    nursery: Nursery, rehearsal: Rehearsal, fault_runs: int, cases: Cases
):
    for place in BETWEEN_WRITES:
        for how in (HERE, ELSEWHERE, BY_A_MESSAGE):
            for _ in range(fault_runs):
                cases.add(f"{place}, {how}", cancel, nursery, rehearsal, place, how)
    cases.assert_all_passed()


def test_a_turn_that_is_cancelled_while_it_writes_is_wholly_over_or_wholly_cancelled(
    nursery: Nursery, rehearsal: Rehearsal, fault_runs: int, cases: Cases
):
    for transaction in rehearsal.writes()[1:]:
        inside = [*rehearsal.statements(transaction), names.before_commit(transaction)]
        for place in (names.before_sending(transaction), *inside):
            for _ in range(fault_runs):
                cases.add(place, cancel_inside_a_write, nursery, place)
    cases.assert_all_passed()
