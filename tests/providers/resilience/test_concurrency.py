import asyncio

from providers.resilience.concurrency import ConcurrencyLimit
from providers.resilience.gates import Admission
from tests.providers.resilience.calling import CALL, REPLY, begin, new_name


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def waiting(limit: ConcurrencyLimit) -> "asyncio.Task[Admission]":
    return asyncio.ensure_future(limit.admit(CALL))


async def test_further_calls_wait_until_one_has_ended() -> None:
    limit = ConcurrencyLimit(new_name(), 2)
    one, two = await begin(limit), await begin(limit)
    third, fourth = waiting(limit), waiting(limit)
    await settle()
    assert not third.done()

    await one.done(REPLY)
    await settle()
    assert third.done()
    assert not fourth.done()

    await two.gone()
    await settle()
    assert fourth.done()


async def test_calls_are_served_in_the_order_in_which_they_came() -> None:
    limit = ConcurrencyLimit(new_name(), 1)
    running = await begin(limit)
    line = [waiting(limit) for _ in range(3)]
    await settle()

    for first, *rest in (line, line[1:], line[2:]):
        await running.done(REPLY)
        late = waiting(limit)  # nobody overtakes
        await settle()
        assert first.done()
        assert not any(one.done() for one in (*rest, late))
        late.cancel()
        await settle()
        running = first.result()


async def test_who_is_cancelled_while_waiting_frees_the_place() -> None:
    limit = ConcurrencyLimit(new_name(), 1)
    running = await begin(limit)
    second, third = waiting(limit), waiting(limit)
    await settle()

    second.cancel()
    await running.done(REPLY)
    await settle()

    assert third.done()


async def test_who_is_cancelled_just_when_his_turn_comes_hands_the_place_on() -> None:
    limit = ConcurrencyLimit(new_name(), 1)
    running = await begin(limit)
    second, third = waiting(limit), waiting(limit)
    await settle()

    await running.done(REPLY)  # hands the place to the second, which has not noticed
    second.cancel()
    await settle()

    assert second.cancelled()
    assert third.done()


async def test_calls_that_ran_when_the_limit_was_changed_still_take_places() -> None:
    name = new_name()
    running = [await begin(ConcurrencyLimit(name, 3)) for _ in range(3)]
    narrow = ConcurrencyLimit(name, 1)
    call = waiting(narrow)

    await running[0].done(REPLY)
    await running[1].done(REPLY)
    await settle()
    assert not call.done()

    await running[2].done(REPLY)
    await settle()
    assert call.done()


async def test_a_wider_limit_lets_those_in_who_wait() -> None:
    name = new_name()
    await begin(ConcurrencyLimit(name, 1))
    second, third = waiting(ConcurrencyLimit(name, 1)), waiting(ConcurrencyLimit(name, 1))
    await settle()

    fourth = waiting(ConcurrencyLimit(name, 4))
    await settle()

    assert second.done()
    assert third.done()
    assert fourth.done()


async def test_providers_do_not_share_places() -> None:
    await begin(ConcurrencyLimit(new_name(), 1))

    await begin(ConcurrencyLimit(new_name(), 1))


def test_a_limit_serves_one_event_loop_after_the_other() -> None:
    limit = ConcurrencyLimit(new_name(), 1)

    async def two_after_each_other() -> None:
        running = await begin(limit)
        second = waiting(limit)
        await settle()
        await running.done(REPLY)
        await (await second).done(REPLY)

    asyncio.run(two_after_each_other())
    asyncio.run(two_after_each_other())
