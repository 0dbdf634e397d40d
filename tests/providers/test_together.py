"""Things asked for side by side: failures and cancellations come out as they are, and nothing runs on."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest

from providers.together import side_by_side

Work = Callable[[], Awaitable[str]]


class Broken(Exception):
    """How a part fails."""


class Endless:
    """Work that ends only where it is cancelled."""

    def __init__(self) -> None:
        self.begun, self.ended = asyncio.Event(), False

    async def __call__(self) -> str:
        self.begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.ended = True
        return "never"


class Untidy(Endless):
    """Work that raises when it is cancelled, as a connection may that is closed."""

    async def __call__(self) -> str:
        try:
            return await super().__call__()
        finally:
            raise OSError("the connection was gone")


class Failing(Endless):
    """Work that fails when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = asyncio.Event()

    async def __call__(self) -> str:
        self.begun.set()
        await self.go_on.wait()
        raise Broken


async def saying(text: str) -> str:
    return text


async def run(work: Work) -> str:
    return await work()


async def test_each_has_its_result_in_order_whoever_is_quicker() -> None:
    later = asyncio.Event()

    async def first() -> str:
        await later.wait()
        return "first"

    async def second() -> str:
        later.set()
        return "second"

    assert await side_by_side(run, [first, second]) == ["first", "second"]


async def test_of_nothing_there_are_no_results() -> None:
    assert await side_by_side(saying, []) == []


async def test_the_first_failure_is_raised_as_it_is_and_ends_the_others() -> None:
    failing, endless, untidy = Failing(), Endless(), Untidy()
    failing.go_on.set()

    with pytest.raises(Broken):
        await side_by_side(run, [endless, untidy, failing])

    assert endless.ended
    assert untidy.ended


async def test_who_sees_a_failure_is_not_taken_for_cancelled_afterwards() -> None:
    failing = Failing()
    failing.go_on.set()

    with pytest.raises(Broken):
        await side_by_side(run, [failing, Endless()])

    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0


@pytest.mark.parametrize("kind", [Endless, Untidy, Failing])
async def test_who_is_cancelled_stays_cancelled_whatever_the_parts_do(kind: type[Endless]) -> None:
    part, other = kind(), Endless()
    asking = asyncio.ensure_future(side_by_side(run, [part, other]))
    await part.begun.wait()
    await other.begun.wait()

    if isinstance(part, Failing):
        # It fails in the very pass of the event loop in which the caller is cancelled.
        part.go_on.set()
        await asyncio.sleep(0)
    asking.cancel()

    with pytest.raises(asyncio.CancelledError):
        await asking
    assert other.ended


async def test_a_time_out_around_them_is_a_time_out_also_after_a_failure() -> None:
    failing = Failing()
    failing.go_on.set()

    async def fail_and_hang() -> None:
        with suppress(Broken):
            await side_by_side(run, [failing, Endless()])
        await asyncio.Event().wait()

    with pytest.raises(TimeoutError):
        await within(0.01, fail_and_hang())


async def within(seconds: float, work: Awaitable[None]) -> None:
    async with asyncio.timeout(seconds):
        await work
