"""A lease is renewed while its turn runs; what befalls the renewal."""

from tests.faults import names
from tests.faults.cases import Cases
from tests.faults.invariants import assert_whole
from tests.faults.processes import Nursery
from tests.faults.rehearsal import Rehearsal, assert_done_outside, message

MODEL = names.inside(names.FIRST_CALL)


def die(nursery: Nursery, rehearsal: Rehearsal) -> None:
    """The process is killed in the middle of it: another one goes on."""
    with nursery.process() as struck, nursery.bystander() as other:
        session = other.ask("create")
        struck.arm(**{MODEL: "hold", names.RENEWAL: "kill"})
        struck.tell("send", **message(session))
        struck.dies()
        assert other.ask("come_again", session=session, way=names.SAME_MESSAGE)["success"]
        rows = other.look(session)
        assert_whole(rows)
        assert rows.story() == rehearsal.after(1).story(), rows.told()
        assert_done_outside(nursery, session, rehearsal.promise(MODEL), turns=1)


def fail_once(nursery: Nursery, rehearsal: Rehearsal, fault: str) -> None:
    """It fails once: the next one comes in time, and nobody else gets the session."""
    with nursery.process() as struck, nursery.bystander() as other:
        session = other.ask("create")
        struck.arm(**{MODEL: "hold", names.RENEWAL: fault})
        sent = struck.tell("send", **message(session))
        assert [struck.struck(), struck.struck()] == [MODEL, names.RENEWAL]
        left = other.look(session).lease_left or 0
        rows = other.until(session, lambda rows: (rows.lease_left or 0) > left)
        assert rows.statuses() == ["running"]
        struck.ask("release", place=MODEL)
        assert struck.answer(sent)["success"]
        rows = other.look(session)
        assert_whole(rows)
        assert rows.story() == rehearsal.after(1).story(), rows.told()


def test_a_process_that_is_killed_while_it_renews_its_lease_leaves_a_turn_that_goes_on(
    nursery: Nursery, rehearsal: Rehearsal, fault_runs: int, cases: Cases
):
    for _ in range(fault_runs):
        cases.add("killed", die, nursery, rehearsal)
    cases.assert_all_passed()


def test_a_renewal_that_fails_once_costs_nobody_the_turn(
    nursery: Nursery, rehearsal: Rehearsal, fault_runs: int, cases: Cases
):
    for _ in range(fault_runs):
        for fault in ("refuse", "cut"):
            cases.add(fault, fail_once, nursery, rehearsal, fault)
    cases.assert_all_passed()
