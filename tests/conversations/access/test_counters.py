"""Windows hold what they say, in a process and in Redis alike."""

import asyncio
from collections.abc import Callable
from uuid import uuid4

from conversations.access.limits.memory import MemoryCounters
from conversations.access.limits.redis import RedisCounters
from conversations.access.limits.windows import SLICES, Counters, Full, Room, Window
from tests.conversations.access.conftest import PATIENCE, ManualClock
from tests.peers.redis import RedisServer

Make = Callable[[], Counters]


def window(most: int, seconds: int = 60) -> Window:
    return Window(f"test:{uuid4().hex}", most, seconds)


async def test_a_window_takes_its_limit_and_tells_when_it_takes_more(make_counters: Make, clock: ManualClock):
    counters, one = make_counters(), window(3)
    assert [await counters.take([one]) for _ in range(3)] == [None] * 3

    full = await counters.take([one])
    assert full is not None
    assert 59 <= full.seconds <= 60
    clock.now += full.seconds - 0.01
    assert await counters.take([one]) is not None
    clock.now += 0.02
    assert await counters.take([one]) is None


async def test_within_no_minute_more_than_the_limit_gets_through(make_counters: Make, clock: ManualClock):
    counters, one = make_counters(), window(20)
    taken: list[float] = []
    for _ in range(900):
        clock.now += 0.37
        if await counters.take([one]) is None:
            taken.append(clock.now)

    spans = [later - earlier for earlier, later in zip(taken, taken[20:], strict=False)]
    assert min(spans) >= 60 - 60 / SLICES, "a window may end one slice early"
    assert len(taken) > 90, "and nothing is lost to who keeps to it"


async def test_it_tells_what_a_window_has_room_for(make_counters: Make, clock: ManualClock):
    counters, one = make_counters(), window(3)
    assert await counters.room(one) == Room(3, 0.0)
    await counters.take([one])
    await counters.take([one])
    room = await counters.room(one)
    assert room.left == 1
    assert 59 <= room.seconds <= 60
    clock.now += 30
    await counters.take([one])
    assert (await counters.room(one)).left == 0
    clock.now += 59
    assert (await counters.room(one)).left == 2
    clock.now += 2
    assert await counters.room(one) == Room(3, 0.0)


async def test_where_one_window_is_full_no_other_counts(make_counters: Make, clock: ManualClock):
    counters = make_counters()
    narrow, wide = window(1), window(2)
    assert await counters.take([wide, narrow]) is None
    for _ in range(5):
        full = await counters.take([wide, narrow])
        assert full is not None
        assert full.place == 1

    assert await counters.take([wide]) is None
    assert await counters.take([wide]) is not None


async def test_of_two_full_windows_the_longer_wait_is_told(make_counters: Make):
    counters = make_counters()
    minute, day = window(1), window(1, 86_400)
    assert await counters.take([minute, day]) is None

    full = await counters.take([minute, day])
    assert full is not None
    assert full.place == 1
    assert full.seconds > 80_000


async def test_a_lower_limit_holds_at_once_and_a_higher_one_too(make_counters: Make):
    counters, one = make_counters(), window(10)
    for _ in range(5):
        assert await counters.take([one]) is None

    assert await counters.take([Window(one.name, 2, 60)]) is not None
    assert await counters.take([Window(one.name, 6, 60)]) is None
    assert await counters.take([Window(one.name, 6, 60)]) is not None


async def test_a_flood_at_the_same_moment_gets_the_limit_and_no_more(make_counters: Make):
    one, processes = window(50), [make_counters() for _ in range(4)]
    asked = [processes[number % 4].take([one]) for number in range(200)]
    answers = await asyncio.gather(*asked)

    assert sum(answer is None for answer in answers) == 50


async def test_what_has_left_its_window_is_forgotten(clock: ManualClock):
    counters = MemoryCounters(clock.elapsed)
    for number in range(1000):
        await counters.take([Window(f"address {number}", 5, 60)])
    clock.now += 200
    await counters.take([window(1)])

    assert len(counters._tallies) == 1


async def test_redis_forgets_a_window_by_itself(redis_server: RedisServer):
    one = window(5)
    counters = RedisCounters(redis_server.url, patience=PATIENCE)
    assert await counters.take([one]) is None
    client = await counters._clients.here()
    [key] = [key async for key in client.scan_iter(match=f"*{one.name}")]

    assert 0 < await client.pttl(key) <= 60_000
    assert isinstance(await counters.take([Window(one.name, 1, 60)]), Full), "by the server's own clock"
