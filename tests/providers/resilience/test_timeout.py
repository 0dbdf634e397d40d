import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest

from providers.boundary import Boundary
from providers.errors import ErrorCode, ProviderError
from providers.ports import ChatReply, DecideRequest, DecideResult, TextDelta
from providers.resilience.timeout import PARTS_GRACE_SECONDS, TimeLimit
from providers.together import side_by_side
from tests.providers.asking import asking, streamed
from tests.providers.layered import Decider, error, question
from tests.providers.scripted import ScriptedAdapter, Step, saying
from tests.virtual_time import run_in_virtual_time

WORD = TextDelta(text="word ")
LIFE = TextDelta(text="")
REPLY = ChatReply(text="Hi", provider="scripted")


def waiting(seconds: float) -> Callable[[], Awaitable[None]]:
    return lambda: asyncio.sleep(seconds)


SIX_WORDS: list[Step] = [waiting(9), WORD] * 6
SIX_SIGNS: list[Step] = [waiting(9), LIFE] * 6


def limited(seconds: float, *steps: Step) -> TimeLimit:
    return TimeLimit(Boundary(ScriptedAdapter(*steps)), chat=seconds, decide=90)


def test_a_reply_in_time_goes_through() -> None:
    assert run_in_virtual_time(limited(60, waiting(59.9), REPLY).chat(asking("Hi"))) == (REPLY, 59.9)


@pytest.mark.parametrize(
    ("own", "of_the_request", "limit"), [(30, None, 30), (30, 60, 30), (60, 12.5, 12.5), (60, 0, 0)]
)
def test_the_shorter_limit_holds(own: float, of_the_request: float | None, limit: float) -> None:
    provider = limited(own, waiting(90), REPLY)

    result, seconds = run_in_virtual_time(provider.chat(asking("Hi", timeout=of_the_request)))

    assert isinstance(result, ProviderError)
    assert (result.code, result.provider) == (ErrorCode.TIMEOUT, "scripted")
    assert result.message == f"The provider did not answer within {limit:g} seconds."
    assert seconds == limit


async def test_the_provider_inside_knows_the_limit() -> None:
    adapter = saying("Hi")

    await TimeLimit(Boundary(adapter), chat=7, decide=90).chat(asking("Hi", timeout=60))

    assert adapter.requests[0].timeout == 7


def test_a_stream_may_last_longer_than_its_longest_silence() -> None:
    provider = limited(10, *SIX_WORDS, REPLY)

    result, seconds = run_in_virtual_time(streamed(provider, asking("Hi")))

    assert result == ("word " * 6, REPLY)
    assert seconds == 54


def test_a_stream_that_falls_silent_is_given_up() -> None:
    provider = limited(10, waiting(9), WORD, waiting(11), WORD, REPLY)

    (text, final), seconds = run_in_virtual_time(streamed(provider, asking("Hi")))

    assert text == "word "
    assert isinstance(final, ProviderError)
    assert final.code is ErrorCode.TIMEOUT
    assert seconds == 19


def test_a_reader_may_take_his_time() -> None:
    async def read_slowly() -> int:
        items = 0
        async for _ in limited(10, WORD, WORD, REPLY).chat_stream(asking("Hi")):
            await asyncio.sleep(100)
            items += 1
        return items

    assert run_in_virtual_time(read_slowly()) == (3, 300)


def test_signs_of_life_break_the_silence_but_are_not_passed_on() -> None:
    async def read() -> list[object]:
        provider = limited(10, *SIX_SIGNS, REPLY)
        return [item async for item in provider.chat_stream(asking("Hi"))]

    assert run_in_virtual_time(read()) == ([REPLY], 54)


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_cancellation_is_no_time_out(stream: bool) -> None:
    begun = asyncio.Event()

    async def wait_for_ever() -> None:
        begun.set()
        await asyncio.Event().wait()

    provider = limited(60, wait_for_ever)
    call = streamed(provider, asking("Hi")) if stream else provider.chat(asking("Hi"))
    task = asyncio.ensure_future(call)
    await begun.wait()
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task


class Slow(Decider):
    """Takes its time over each request, and over a batch."""

    def __init__(self, seconds: float) -> None:
        super().__init__("slow")
        self._seconds = seconds

    async def decide(self, request: DecideRequest) -> DecideResult:
        await asyncio.sleep(self._seconds)
        return await super().decide(request)

    async def decide_many(self, requests: Sequence[DecideRequest]) -> list[DecideResult]:
        await asyncio.sleep(self._seconds)
        return [await super(Slow, self).decide(request) for request in requests]


@pytest.mark.parametrize(("of_the_request", "limit"), [(None, 30), (60, 30), (2.5, 2.5)])
def test_answers_are_waited_for_as_long_as_the_shorter_limit(
    of_the_request: float | None, limit: float
) -> None:
    provider = TimeLimit(Boundary(Slow(40)), chat=60, decide=30)

    result, seconds = run_in_virtual_time(provider.decide(question(timeout=of_the_request)))

    assert isinstance(result, ProviderError)
    assert (result.code, result.provider, seconds) == (ErrorCode.TIMEOUT, "slow", limit)


def test_requests_that_travel_together_share_the_shortest_limit() -> None:
    provider = TimeLimit(Boundary(Slow(40)), chat=60, decide=30)

    results, seconds = run_in_virtual_time(provider.decide_many([question(), question(timeout=7)]))

    assert [result.code for result in results if isinstance(result, ProviderError)] == ["timeout"] * 2
    assert seconds == 7 + PARTS_GRACE_SECONDS


def test_what_was_answered_in_time_stays_where_a_part_is_late() -> None:
    class InParts(Decider):
        async def decide_many(self, requests: Sequence[DecideRequest]) -> list[DecideResult]:
            return await side_by_side(self._part, requests)

        async def _part(self, request: DecideRequest) -> DecideResult:
            try:
                async with asyncio.timeout(request.timeout):
                    await asyncio.sleep(90 if request.state == "late" else 1)
            except TimeoutError:
                return error(ErrorCode.TIMEOUT)
            return await self.decide(request)

    provider = TimeLimit(Boundary(InParts()), chat=60, decide=30)

    results, _ = run_in_virtual_time(provider.decide_many([question("early"), question("late")]))

    assert [isinstance(result, ProviderError) for result in results] == [False, True]


async def test_a_decider_inside_knows_the_limit() -> None:
    slow = Slow(0)
    provider = TimeLimit(Boundary(slow), chat=60, decide=30)

    await provider.decide(question(timeout=7))
    await provider.decide_many([question(), question(timeout=5)])

    assert [request.timeout for request in slow.requests] == [7, 5, 5]
