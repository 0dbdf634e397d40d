import pytest

from conversations.admin.graphs.practice import StepSeen, practice_of, ways_of
from tests.conversations.admin.clocked import NOW, ago, session_at, turn_at
from tests.conversations.admin.sessions.rows import a_step

NODES = ["AskNode", "DoneNode"]


def seen(*steps: tuple[str, str, str], turn: int = 1) -> list[StepSeen]:
    return [StepSeen(turn, *step) for step in steps]


def test_a_way_is_counted_from_node_to_node_and_a_finish_to_the_end() -> None:
    steps = seen(("A", "go", "B"), ("B", "direct_to", "A")) + seen(
        ("A", "direct", "A"), ("A", "go", "B"), ("B", "finish", "end"), turn=2
    )

    assert ways_of(steps) == {("A", "B"): 2, ("B", "A"): 1, ("A", "A"): 1, ("B", "end"): 1}


def test_nodes_that_ran_beside_each_other_begin_where_they_were_sent_and_meet_again() -> None:
    steps = seen(("A", "fan_out", "Z"), ("B", "join", "Z"), ("C", "join", "Z"), ("Z", "direct", "Z"))

    assert ways_of(steps) == {
        ("A", "B"): 1,
        ("B", "Z"): 1,
        ("A", "C"): 1,
        ("C", "Z"): 1,
        ("Z", "Z"): 1,
    }


def test_what_is_no_step_of_a_node_is_no_way() -> None:
    assert ways_of(seen(("", "migrated", "A"))) == {}


@pytest.mark.django_db
def test_sessions_stop_where_they_were_left_or_ended() -> None:
    session_at(ago(minutes=5), graph="wish", cursor="AskNode")
    session_at(ago(hours=2), graph="wish", cursor="AskNode")
    session_at(ago(hours=3), graph="wish", cursor="AskNode", status="ended")
    session_at(ago(hours=3), graph="wish", cursor="AskNode", status="handed_over")
    session_at(ago(days=3), graph="wish", cursor="end", status="completed")
    session_at(ago(hours=2), graph="wish", cursor="AskNode", is_test=True)
    session_at(ago(hours=2), graph="other", cursor="AskNode")

    practice = practice_of("wish", NODES, NOW)

    assert (practice.sessions, practice.completed, practice.completion) == (5, 1, 0.2)
    assert practice.since == ago(days=3)
    ask, done = practice.stops
    assert (ask.active, ask.left, ask.ended, ask.handed_over, ask.stopped) == (1, 1, 1, 1, 2)
    assert done.stopped == 0


@pytest.mark.django_db
def test_steps_of_the_newest_sessions_are_followed() -> None:
    turn = turn_at(ago(hours=2), session_at(ago(hours=2), graph="wish", cursor="DoneNode"))
    a_step(turn, 1, node="AskNode", outcome="go", cursor="DoneNode")
    a_step(turn, 2, node="DoneNode", outcome="direct", cursor="DoneNode")
    of_test = turn_at(ago(hours=1), session_at(ago(hours=1), graph="wish", is_test=True))
    a_step(of_test, 1, node="AskNode", outcome="go", cursor="DoneNode")

    practice = practice_of("wish", NODES, NOW)

    assert practice.followed == 1
    assert practice.ways == {("AskNode", "DoneNode"): 1, ("DoneNode", "DoneNode"): 1}


@pytest.mark.django_db
def test_a_graph_without_sessions_has_nothing_to_tell() -> None:
    practice = practice_of("wish", NODES, NOW)

    assert (practice.sessions, practice.completion, practice.since, practice.ways) == (0, None, None, {})
