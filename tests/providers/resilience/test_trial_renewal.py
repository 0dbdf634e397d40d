"""A trial keeps its slot for as long as it runs: whatever it waits for, no second one goes out meanwhile."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from providers.building import in_layers
from providers.errors import ErrorCode, ProviderError
from providers.options import CircuitBreakerOptions, ProviderOptions
from providers.ports import AnyProvider, TextDelta
from providers.resilience import breaker as breaker_module
from providers.resilience.stores import Store
from providers.resilience.stores.port import Permit, Status
from tests.providers.asking import asking, reply
from tests.providers.resilience.calling import FAILURE, PATIENCE, REPLY, breaker, call, new_name, passes
from tests.providers.resilience.conftest import MakeStore
from tests.providers.resilience.manual_clock import ManualClock
from tests.providers.scripted import ScriptedAdapter

TIMEOUT = 30.0
BREAKER = CircuitBreakerOptions(failures=1, reset_ms=1000)
ONE_TOKEN = {"per_second": 0.001, "burst": 1}


class Site:
    """A provider of two processes that share a store. Its model says a word, and the rest when it may."""

    def __init__(self, make_store: MakeStore, clock: ManualClock) -> None:
        self.clock = clock
        self.name = new_name()
        self.store: Store = make_store(clock.elapsed)
        self.renewed = asyncio.Event()
        self.asked, self.may_end = asyncio.Event(), asyncio.Event()
        self.adapter = ScriptedAdapter(TextDelta(text="Hi"), self._wait, REPLY, name=self.name)
        self._renew = self.store.renew
        self.running: list[asyncio.Future[Any]] = []

    def provider(self, **options: Any) -> AnyProvider:
        """The provider as each process builds it."""
        parsed = ProviderOptions(
            name=self.name, timeout_ms=int(TIMEOUT * 1000), circuit_breaker=BREAKER, **options
        )
        return in_layers(self.adapter, parsed, self.store)

    async def begin(self, provider: AnyProvider) -> None:
        """Begin a streamed call."""

        async def stream() -> Any:
            return [item async for item in provider.chat_stream(asking("Hi"))][-1]

        self.running.append(asyncio.ensure_future(stream()))

    async def half_open(self) -> None:
        """Let the circuit open, and the time for a trial come."""
        await call(breaker(self.store, self.name, failures=1), FAILURE)
        self.clock.now += 1.0

    async def let_time_pass(self) -> None:
        """Let pass three times as long as an attempt may take, with renewals on the way."""
        for _ in range(6):
            await self._renewal()
            self.clock.now += TIMEOUT / 2
        await self._renewal()

    async def renew(self, name: str, permit: Permit, trial_seconds: float) -> None:
        """Renew a trial, and tell the test."""
        await self._renew(name, permit, trial_seconds)
        self.renewed.set()

    async def _renewal(self) -> None:
        for _ in range(2):  # one may have begun before
            self.renewed.clear()
            async with asyncio.timeout(PATIENCE):
                await self.renewed.wait()

    async def _wait(self) -> None:
        self.asked.set()
        await self.may_end.wait()


@pytest.fixture
async def site(
    make_store: MakeStore, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Site]:
    """One whose trials are renewed all the time, so that nobody has to wait for it."""
    monkeypatch.setattr(breaker_module, "RENEWALS", 1e9)
    site = Site(make_store, clock)
    monkeypatch.setattr(site.store, "renew", site.renew)
    yield site
    for running in site.running:
        running.cancel()
    await asyncio.gather(*site.running, return_exceptions=True)


async def no_obstacle(site: Site) -> AnyProvider:
    return site.provider()


async def no_token(site: Site) -> AnyProvider:
    await site.store.take(site.name, ONE_TOKEN["per_second"], 1)
    return site.provider(rate_limit=ONE_TOKEN)


async def no_place(site: Site) -> AnyProvider:
    provider = site.provider(max_concurrency=1)
    await site.begin(provider)
    await site.asked.wait()
    return provider


@pytest.mark.parametrize("prepared", [no_obstacle, no_token, no_place])
async def test_no_second_trial_goes_out_while_one_runs(
    site: Site, prepared: Callable[[Site], Awaitable[AnyProvider]]
) -> None:
    provider = await prepared(site)
    await site.half_open()
    await site.begin(provider)
    await site.let_time_pass()

    second = await site.provider().chat(asking("Hi"))

    assert isinstance(second, ProviderError)
    assert second.code is ErrorCode.CIRCUIT_OPEN
    assert second.retry_after is not None
    assert TIMEOUT <= second.retry_after + 0.001 <= TIMEOUT + 2
    assert len(site.adapter.requests) == (0 if prepared is no_token else 1)


async def test_a_long_trial_that_goes_well_closes_the_circuit(site: Site) -> None:
    await site.half_open()
    await site.begin(site.provider())
    await site.let_time_pass()

    site.may_end.set()

    assert reply(await site.running[0]) == REPLY.model_copy(update={"provider": site.name})
    assert (await site.store.circuit(site.name)).status is Status.CLOSED


async def test_a_long_trial_that_is_cancelled_gives_its_slot_back(site: Site) -> None:
    await site.half_open()
    await site.begin(site.provider())
    await site.let_time_pass()

    site.running[0].cancel()
    await asyncio.wait(site.running)

    assert await passes(breaker(site.store, site.name))


async def test_after_its_end_a_trial_is_not_renewed(site: Site) -> None:
    await site.half_open()
    site.may_end.set()
    await site.begin(site.provider())
    await site.running[0]
    await site.clock.settle()
    site.renewed.clear()

    await site.clock.settle()

    assert not site.renewed.is_set()


async def test_renewing_a_slot_that_another_trial_has_changes_nothing(
    store: Store, clock: ManualClock
) -> None:
    circuit = breaker(store, name := new_name(), failures=1)
    await call(circuit, FAILURE)
    clock.now = 1.0
    first = await store.enter(name, TIMEOUT)
    assert isinstance(first, Permit)
    await store.close(name)
    await call(circuit, FAILURE)
    clock.now = 2.0
    assert isinstance(await store.enter(name, TIMEOUT), Permit)

    clock.now = 12.0
    await store.renew(name, first, 10 * TIMEOUT)

    refusal = await store.enter(name, TIMEOUT)
    assert not isinstance(refusal, Permit)
    assert refusal.seconds is not None
    assert refusal.seconds <= TIMEOUT


async def test_renewing_what_is_no_trial_changes_nothing(store: Store) -> None:
    permit = await store.enter(name := new_name(), TIMEOUT)
    assert isinstance(permit, Permit)

    await store.renew(name, permit, TIMEOUT)

    assert (await store.circuit(name)).status is Status.CLOSED
