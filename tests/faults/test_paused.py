"""A process that is stopped (SIGSTOP) beyond its lease and goes on (SIGCONT) writes nothing more.

By then another process has settled its turn and run it again, or more. The one that was stopped
tells whoever asked it how the turn ended there.
"""

from tests.faults import names
from tests.faults.cases import Cases
from tests.faults.invariants import assert_whole
from tests.faults.processes import Nursery
from tests.faults.rehearsal import Rehearsal, message

WAYS = [names.RETRY, names.NEXT_WAY, names.HELLO]

BETWEEN_WRITES = [
    names.before(names.FIRST_CALL),
    names.inside(names.FIRST_CALL),
    names.BEFORE_EFFECT,
    names.AFTER_EFFECT,
    names.before(names.SECOND_CALL),
    names.inside(names.SECOND_CALL),
]


def pause(nursery: Nursery, rehearsal: Rehearsal, place: str, way: str) -> None:
    """Stop a process at a place of its turn until another one has brought the session further."""
    with nursery.process() as stopped, nursery.bystander() as other:
        session = other.ask("create")
        stopped.arm(**{place: "stop"})
        sent = stopped.tell("send", **message(session))
        assert stopped.struck() == place

        ended = other.ask("come_again", session=session, way=way)
        assert "refused" not in ended, (ended, other.last_traceback)
        before = other.look(session)
        assert_whole(before)
        assert before.story() == rehearsal.after(2 if way == names.NEXT_WAY else 1).story(), before.told()

        stopped.go_on()
        told = stopped.answer(sent)
        assert (told.get("success"), told.get("message")) == (True, "Receipt 1: Pizza."), told
        assert other.look(session) == before


def test_a_process_that_is_stopped_between_its_writes_writes_nothing_more(
    nursery: Nursery, rehearsal: Rehearsal, fault_runs: int, cases: Cases
):
    accepted, step, last_step = rehearsal.writes()
    after = [names.after_commit(write) for write in (accepted, step, last_step)]
    before = [names.before_sending(write) for write in (step, last_step)]
    for index, place in enumerate([*BETWEEN_WRITES, *after, *before]):
        for run in range(fault_runs):
            way = WAYS[(index + run) % len(WAYS)]
            cases.add(f"{place}, then {way}", pause, nursery, rehearsal, place, way)
    cases.assert_all_passed()


def come_back_in_time(nursery: Nursery, rehearsal: Rehearsal) -> None:
    """Another process has found the lease expired and is about to settle it; the stopped one renews it."""
    settling = names.statement(names.transaction(1), 1)
    with nursery.process() as stopped, nursery.process() as other, nursery.bystander() as third:
        session = third.ask("create")
        stopped.arm(**{names.inside(names.FIRST_CALL): "stop", names.inside(names.SECOND_CALL): "hold"})
        sent = stopped.tell("send", **message(session))
        stopped.struck()
        third.ask("wait_for_lease", session=session)
        other.arm(**{settling: "hold"})
        sent_again = other.tell("send", **message(session))
        assert other.struck() == settling

        stopped.go_on()
        assert stopped.struck() == names.inside(names.SECOND_CALL)
        third.until(session, lambda rows: (rows.lease_left or 0) > 0)
        other.ask("release", place=settling)
        assert other.answer(sent_again) == {"refused": "SESSION_BUSY", "turn": 1}
        stopped.ask("release", place=names.inside(names.SECOND_CALL))
        assert stopped.answer(sent)["success"]
        rows = third.look(session)
        assert_whole(rows)
        assert rows.story() == rehearsal.after(1).story()
        assert (rows.turns[0]["runs"], rows.turns[0]["interruptions"]) == (1, 0)


def test_a_process_that_goes_on_before_its_turn_is_settled_keeps_it(
    nursery: Nursery, rehearsal: Rehearsal, fault_runs: int, cases: Cases
):
    for _ in range(fault_runs):
        cases.add("in time", come_back_in_time, nursery, rehearsal)
    cases.assert_all_passed()
