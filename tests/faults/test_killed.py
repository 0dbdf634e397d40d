"""`kill -9` at every point of a turn: what was accepted is answered, what was checkpointed stays done.

A step that was not checkpointed runs again as a whole. So an effect outside that it had already can
happen twice, unless the outside system knows `context.effect_key` again; both are counted here.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.faults import names
from tests.faults.cases import Cases
from tests.faults.invariants import assert_whole
from tests.faults.processes import LEASE_SECONDS, Nursery
from tests.faults.rehearsal import Rehearsal, assert_done_outside, message

WAYS = [names.SAME_MESSAGE, names.NEXT_WAY, names.RETRY, names.HELLO]

POINTS: dict[str, Callable[[Rehearsal], list[str]]] = {
    "before the first write": lambda turn: [names.before_sending(turn.writes()[0])],
    "inside the first write": lambda turn: turn.statements(turn.writes()[0]),
    "before the COMMIT of the first write": lambda turn: [names.before_commit(turn.writes()[0])],
    "after the COMMIT of the first write": lambda turn: [names.after_commit(turn.writes()[0])],
    "before the first model call": lambda turn: [names.before(names.FIRST_CALL)],
    "inside the first model call": lambda turn: [names.inside(names.FIRST_CALL)],
    "before the tool's effect": lambda turn: [names.BEFORE_EFFECT],
    "after the tool's effect": lambda turn: [names.AFTER_EFFECT],
    "inside the first step's write": lambda turn: turn.statements(turn.writes()[1]),
    "before the COMMIT of the first step": lambda turn: [names.before_commit(turn.writes()[1])],
    "between the steps": lambda turn: [names.after_commit(turn.writes()[1])],
    "before the second model call": lambda turn: [names.before(names.SECOND_CALL)],
    "inside the second model call": lambda turn: [names.inside(names.SECOND_CALL)],
    "before the final write": lambda turn: [names.before_sending(turn.writes()[2])],
    "inside the final write": lambda turn: turn.statements(turn.writes()[2]),
    "before the COMMIT of the final write": lambda turn: [names.before_commit(turn.writes()[2])],
    "after the COMMIT of the final write": lambda turn: [names.after_commit(turn.writes()[2])],
}
"""The points of a turn that are named, and the places which are meant; each run takes another of them."""


@pytest.fixture(scope="module")
def kills(
    request: pytest.FixtureRequest,
    nursery: Nursery,
    rehearsal: Rehearsal,
    fault_runs: int,
    pool: ThreadPoolExecutor,
) -> dict[str, Cases]:
    """The kills at all points that are tested: all begin at once, so that their leases expire together."""
    items = [item.name for item in request.session.items if item.path == request.path]
    kills: dict[str, Cases] = {}
    for index, (point, places_of) in enumerate(POINTS.items()):
        if any(f"[{point}]" in name for name in items):
            places, kills[point] = places_of(rehearsal), Cases(pool)
            for run in range(fault_runs):
                place, way = places[run % len(places)], WAYS[(index + run) % len(WAYS)]
                kills[point].add(f"{place}, then {way}", kill, nursery, rehearsal, place, way)
    return kills


def kill(nursery: Nursery, rehearsal: Rehearsal, place: str, way: str) -> None:
    """Kill a process at a place of its turn; another one takes its session up by one of the ways."""
    with nursery.process() as struck, nursery.bystander() as other:
        session = other.ask("create")
        struck.arm(**{place: "kill"})
        struck.tell("send", **message(session))
        assert struck.struck() == place
        struck.dies()

        rows = other.look(session)
        assert_whole(rows, at_rest=False)
        promise = rehearsal.assert_kept_after_death(place, rows)
        assert (rows.lease_left or 0) <= LEASE_SECONDS

        ended = other.ask("come_again", session=session, way=way)
        assert "refused" not in ended, other.last_traceback
        if promise.accepted:
            assert set(other.look(session).statuses()) == {"completed"}
        # Whatever came first, the customer's browser sends what it has no answer to.
        assert other.ask("come_again", session=session, way=names.SAME_MESSAGE).get("success")

        rows = other.look(session)
        assert_whole(rows)
        turns = 2 if way == names.NEXT_WAY else 1
        if turns == 1 or promise.accepted:
            assert rows.story() == rehearsal.after(turns).story(), rows.told()
        assert_done_outside(nursery, session, promise, turns=turns)


@pytest.mark.parametrize("point", POINTS)
def test_a_session_whose_process_is_killed_goes_on_as_if_nothing_had_happened(
    point: str, kills: dict[str, Cases]
):
    kills[point].assert_all_passed()
