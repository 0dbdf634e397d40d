"""A provider behind its circuit, as a caller meets it."""

import asyncio
from collections.abc import Sequence

import pytest

from providers.errors import ErrorCode, ProviderError
from providers.ports import CHAT, DECIDE, ChatReply, ChatRequest, DecideReply, DecideRequest, TextDelta
from providers.questions import ConfidenceSource
from providers.resilience.gates import Gated
from providers.resilience.stores import Store
from tests.providers.resilience.callers import REQUEST
from tests.providers.resilience.calling import CALL, FAILURE, REPLY, breaker, call, passes, refused
from tests.providers.resilience.manual_clock import ManualClock

WORD = TextDelta(text="word ")
ANSWER = DecideReply(answers={}, confidence_source=ConfidenceSource.DERIVED)


class Model:
    """Gives one result after the other, each when `wait` is set."""

    name = "model"
    capabilities = frozenset({CHAT, DECIDE})

    def __init__(self, *results: object) -> None:
        self.results = list(results)
        self.asked = 0
        self.begun = asyncio.Event()
        self.wait = asyncio.Event()
        self.wait.set()

    async def chat(self, request: ChatRequest) -> ChatReply | ProviderError:
        return await self._result()  # type: ignore[return-value]

    async def chat_stream(self, request: ChatRequest):
        yield WORD
        yield await self._result()

    async def decide(self, request: DecideRequest) -> DecideReply | ProviderError:
        return await self._result()  # type: ignore[return-value]

    async def decide_many(self, requests: Sequence[DecideRequest]) -> list[DecideReply | ProviderError]:
        return await self._result()  # type: ignore[return-value]

    async def _result(self) -> object:
        self.asked += 1
        self.begun.set()
        await self.wait.wait()
        result = self.results.pop(0)
        if isinstance(result, BaseException):
            raise result
        return result


def behind_a_circuit(model: Model, store: Store) -> Gated:
    return Gated(model, breaker(store))


async def half_open(provider: Gated, clock: ManualClock) -> None:
    """Bring the provider's circuit to where the next call is the trial."""
    await call(provider._gate, FAILURE, FAILURE)
    clock.now += 1.0


async def test_an_open_circuit_asks_nobody(store: Store) -> None:
    model = Model(FAILURE, FAILURE)
    provider = behind_a_circuit(model, store)
    for _ in range(2):
        assert await provider.chat(CALL) == FAILURE

    chat = await provider.chat(CALL)
    (stream,) = [item async for item in provider.chat_stream(CALL)]
    decided = await provider.decide_many([REQUEST, REQUEST])

    refusals = [chat, stream, await provider.decide(REQUEST), *decided]
    assert [getattr(one, "code", None) for one in refusals] == [ErrorCode.CIRCUIT_OPEN] * 5
    assert model.asked == 2


async def test_of_twenty_callers_at_the_moment_it_half_opens_one_reaches_the_model(
    store: Store, clock: ManualClock
) -> None:
    model = Model(REPLY)
    provider = behind_a_circuit(model, store)
    await half_open(provider, clock)
    model.wait.clear()

    callers = [asyncio.ensure_future(provider.chat(CALL)) for _ in range(20)]
    while sum(caller.done() for caller in callers) < 19:
        await asyncio.wait(callers, return_when=asyncio.FIRST_COMPLETED, timeout=0.01)
    model.wait.set()
    results = await asyncio.gather(*callers)

    assert model.asked == 1
    assert sum(result == REPLY for result in results) == 1
    assert await passes(provider._gate)


async def test_a_stream_that_breaks_after_words_counts(store: Store) -> None:
    provider = behind_a_circuit(Model(FAILURE, FAILURE), store)

    for _ in range(2):
        assert [item async for item in provider.chat_stream(CALL)] == [WORD, FAILURE]

    await refused(provider._gate)


async def test_a_reader_who_leaves_a_stream_early_gives_the_trial_back(
    store: Store, clock: ManualClock
) -> None:
    provider = behind_a_circuit(Model(REPLY), store)
    await half_open(provider, clock)

    stream = provider.chat_stream(CALL)
    assert await anext(stream) == WORD
    await refused(provider._gate)
    await stream.aclose()  # type: ignore[attr-defined]

    assert await passes(provider._gate)


@pytest.mark.parametrize("method", ["chat", "decide", "decide_many"])
async def test_who_is_cancelled_gives_the_trial_back(store: Store, clock: ManualClock, method: str) -> None:
    model = Model(REPLY)
    provider = behind_a_circuit(model, store)
    await half_open(provider, clock)
    model.wait.clear()
    request = {"chat": CALL, "decide": REQUEST, "decide_many": [REQUEST, REQUEST]}[method]

    asking = asyncio.ensure_future(getattr(provider, method)(request))
    await model.begun.wait()
    await refused(provider._gate)
    asking.cancel()
    await asyncio.wait([asking])

    assert asking.cancelled()
    assert await passes(provider._gate)


async def test_requests_that_travel_together_are_one_call(store: Store) -> None:
    model = Model([FAILURE] * 3, [FAILURE, ANSWER, FAILURE], [FAILURE] * 3, [FAILURE] * 3)
    provider = behind_a_circuit(model, store)

    for _ in range(4):
        assert len(await provider.decide_many([REQUEST] * 3)) == 3

    await refused(provider._gate)
