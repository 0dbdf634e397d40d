"""What befalls the process that takes up a session whose process has died."""

from tests.faults import names
from tests.faults.cases import Cases
from tests.faults.invariants import assert_whole
from tests.faults.processes import Nursery
from tests.faults.rehearsal import Rehearsal, message
from tests.faults.strikes import Place

FIRST_DEATH = names.inside(names.SECOND_CALL)

WAYS = {
    "kill": [names.SAME_MESSAGE, names.RETRY, names.HELLO],
    "refuse": [names.SAME_MESSAGE, names.RETRY],
}
"""How the second process is reached, by what befalls it."""


def places_of_taking_over(nursery: Nursery) -> list[str]:
    """The places of what is written from the settling of the lost turn until it runs again."""
    with nursery.process() as dies, nursery.process() as takes_over:
        session = takes_over.ask("create")
        dies.arm(**{FIRST_DEATH: "kill"})
        dies.tell("send", **message(session))
        dies.dies()
        takes_over.ask("wait_for_lease", session=session)
        takes_over.arm()
        assert "refused" not in takes_over.ask("come_again", session=session, way=names.SAME_MESSAGE)
        passed = [Place(**place) for place in takes_over.ask("passed")]
        model = [place.name for place in passed].index(names.before(names.SECOND_CALL))
        taking_over = Rehearsal(passed[:model], [])
        settled_and_reopened = taking_over.writes()
        assert len(settled_and_reopened) == 2, taking_over.names()
        return [place.name for place in taking_over.places if place.transaction in settled_and_reopened]


def strike(nursery: Nursery, rehearsal: Rehearsal, place: str, action: str, way: str) -> None:
    """Strike the second process at a place; a third one brings the turn to its end."""
    with nursery.process() as dies, nursery.process() as takes_over, nursery.bystander() as third:
        session = third.ask("create")
        dies.arm(**{FIRST_DEATH: "kill"})
        dies.tell("send", **message(session))
        dies.dies()
        third.ask("wait_for_lease", session=session)
        takes_over.arm(**{place: action})
        asked = takes_over.tell("come_again", session=session, way=way)
        assert takes_over.struck() == place
        if action == "kill":
            takes_over.dies()
        else:
            takes_over.answer(asked)

        assert_whole(third.look(session), at_rest=False)
        assert third.ask("come_again", session=session, way=names.SAME_MESSAGE).get("success")
        rows = third.look(session)
        assert_whole(rows)
        assert rows.story() == rehearsal.after(1).story(), rows.told()
        assert len(rows.steps) == 2


def test_a_process_that_dies_while_it_takes_over_leaves_the_turn_to_the_next_one(
    nursery: Nursery, rehearsal: Rehearsal, fault_runs: int, cases: Cases
):
    places = places_of_taking_over(nursery)
    for action, ways in WAYS.items():
        for index, place in enumerate(places):
            for run in range(max(1, fault_runs // 2)):  # each of them waits for two leases
                way = ways[(index + run) % len(ways)]
                cases.add(f"{place}: {action}, {way}", strike, nursery, rehearsal, place, action, way)
    cases.assert_all_passed()
