"""A profile by parts."""

from tests.bench.profiling import read_profile, render

LOOP = "thread (7): MainThread;_run_module_as_main (<frozen runpy>:198);main (tests/bench/ours.py:9)"
RUN = f"{LOOP};BaseEventLoop._run_once (asyncio/base_events.py:1909)"
TURN = "TurnRun.run (conversations/engine/turns/turn.py:60)"
HOP = "thread (8): database_0;Thread._bootstrap (threading.py:995);_worker (concurrent/futures/thread.py:83)"


def parts(*lines: str) -> dict[tuple[str, str], int]:
    return dict(read_profile(lines).parts)


def test_work_belongs_to_the_nearest_part_that_claims_it():
    assert parts(
        f"{RUN};{TURN};ClientSession._request (aiohttp/client.py:1);dumps (json/__init__.py:2) 3"
    ) == {("JSON", "loop"): 3}


def test_a_helper_works_for_its_caller():
    assert parts(f"{RUN};{TURN};deepcopy (copy.py:128) 2") == {("engine: turns and runners", "loop"): 2}


def test_what_carries_everything_has_only_what_nobody_else_claims():
    assert parts(f"{RUN} 1", f"{HOP} 4", f"{HOP};Cursor.execute (psycopg/cursor.py:97) 5") == {
        ("event loop", "loop"): 1,
        ("thread hops", "threads"): 4,
        ("SQL driver", "threads"): 5,
    }


def test_the_start_of_the_process_does_not_count():
    assert parts(f"{LOOP};set_up (tests/bench/ours.py:20);migrate (django/db/migrations/x.py:3) 90") == {}


def test_times_are_those_of_one_turn_and_the_largest_part_comes_first():
    profile = read_profile([f"{RUN};{TURN} 10", f"{HOP};Cursor.execute (psycopg/cursor.py:97) 30"])
    lines = render(profile, turns=20).splitlines()

    assert lines[0].split() == ["4.00", "ms", "a", "turn", "in", "all"]
    assert lines[3].split() == ["3.00", "75.0%", "0.00", "3.00", "SQL", "driver"]
    assert lines[4].split()[:4] == ["1.00", "25.0%", "1.00", "0.00"]
