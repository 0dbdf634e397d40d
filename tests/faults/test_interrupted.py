"""What was interrupted runs before anything newer, and not for ever."""

from tests.faults import names
from tests.faults.cases import Cases
from tests.faults.invariants import assert_whole
from tests.faults.processes import Nursery, Process
from tests.faults.rehearsal import Rehearsal, assert_done_outside, message, next_message

WAYS = [names.RETRY, names.SAME_MESSAGE, names.HELLO]

RUNS_AT_ONCE = 10
"""The command looks after so many sessions and no more."""

IN_EACH_STEP = [names.inside(names.FIRST_CALL), names.inside(names.SECOND_CALL)]


def kill(nursery: Nursery, session: str, place: str) -> None:
    """Send a message and die at a place of its turn."""
    with nursery.process() as struck:
        struck.arm(**{place: "kill"})
        struck.tell("send", **message(session))
        struck.dies()


def kill_again(nursery: Nursery, session: str, place: str, way: str) -> None:
    """Take a session up, as soon as that can be done, and die at a place of its turn."""
    with nursery.process() as struck:
        struck.arm(**{place: "kill"})
        struck.tell("come_again", session=session, way=way)
        assert struck.struck() == place
        struck.dies()


def interrupt_three_times(nursery: Nursery, place: str, ways: list[str]) -> None:
    """The turn may be what ends its processes: after the third one it is failed, and the session goes on."""
    with nursery.bystander() as process:
        session = process.ask("create")
        kill(nursery, session, place)
        for way in ways:
            kill_again(nursery, session, place, way)

        told = process.ask("come_again", session=session, way=names.SAME_MESSAGE)
        assert (told["success"], told["cause"], told["retryable"]) == (False, "INTERRUPTED", True)
        rows = process.look(session)
        assert_whole(rows)
        assert (rows.statuses(), rows.turns[0]["interruptions"]) == (["failed"], 3)

        assert process.ask("send", **next_message(session))["success"]
        rows = process.look(session)
        assert_whole(rows)
        assert rows.statuses() == ["failed", "completed"]


def test_a_turn_that_is_interrupted_for_the_third_time_is_failed(
    nursery: Nursery, fault_runs: int, cases: Cases
):
    for run in range(fault_runs):
        for index, place in enumerate(IN_EACH_STEP):
            ways = [WAYS[(run + index + again) % len(WAYS)] for again in range(2)]
            cases.add(f"{place}, then {ways}", interrupt_three_times, nursery, place, ways)
    cases.assert_all_passed()


def lose_those_who(nursery: Nursery, rehearsal: Rehearsal, *, run_it: bool, wait: bool, place: str) -> None:
    """A turn is held at a place, another one waits for it elsewhere, and processes are killed."""
    with nursery.process() as runs, nursery.process() as waits, nursery.bystander() as third:
        session = third.ask("create")
        runs.arm(**{place: "hold"})
        runs.tell("send", **message(session))
        assert runs.struck() == place
        waits.tell("send", **next_message(session), busy="wait")
        third.until(session, lambda rows: rows.statuses() == ["running", "queued"])
        for process, dies in ((waits, wait), (runs, run_it)):
            if dies:
                process.kill()
        if not run_it:
            runs.ask("release", place=place)
        elif wait:
            third.ask("come_again", session=session, way=names.HELLO)
        rows = third.until(session, lambda rows: rows.statuses() == ["completed", "completed"])
        assert_whole(rows)
        assert rows.story() == rehearsal.after(2).story(), rows.told()
        promise = rehearsal.promise(place) if run_it else rehearsal.whole
        assert_done_outside(nursery, session, promise, turns=2)


def test_turns_are_answered_in_order_though_the_process_of_one_or_of_both_dies(
    nursery: Nursery, rehearsal: Rehearsal, fault_runs: int, cases: Cases
):
    for place in IN_EACH_STEP:
        for run_it, wait in ((True, False), (False, True), (True, True)):
            for _ in range(fault_runs):
                name = f"{place}, {run_it=}, {wait=}"
                cases.add(name, lose_those_who, nursery, rehearsal, run_it=run_it, wait=wait, place=place)
    cases.assert_all_passed()


def resume(nursery: Nursery, rehearsal: Rehearsal, process: Process, runs: int, cases: Cases) -> None:
    """Kill processes at every place of their turns; two schedulers answer what they left."""
    killed = [(process.ask("create"), place) for place in rehearsal.names() for _ in range(runs)]
    for session, place in killed:
        cases.add(place, kill, nursery, session, place)
    cases.assert_all_passed()
    promises = []
    for session, place in killed:
        process.ask("wait_for_lease", session=session)
        promises.append(rehearsal.assert_kept_after_death(place, process.look(session)))

    commands = [nursery.manage("resume_turns") for _ in range(2)]
    answered = [int(command.communicate()[0].split()[0]) for command in commands]

    due = 0
    for (session, place), promise in zip(killed, promises, strict=True):
        rows = process.look(session)
        assert_whole(rows)
        if not promise.accepted:
            assert rows.turns == []
            continue
        assert rows.story() == rehearsal.after(1).story(), f"{place}: {rows.told()}"
        assert_done_outside(nursery, session, promise, turns=1)
        due += promise.steps < len(rows.steps)
    assert sum(answered) == due


def test_resume_turns_answers_what_was_left_unanswered_also_where_it_runs_twice_at_once(
    nursery: Nursery, rehearsal: Rehearsal, fault_runs: int, cases: Cases
):
    with nursery.bystander() as process:
        for start in range(0, fault_runs, RUNS_AT_ONCE):
            resume(nursery, rehearsal, process, min(RUNS_AT_ONCE, fault_runs - start), cases)
