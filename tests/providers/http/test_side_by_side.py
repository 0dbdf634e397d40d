"""Several questions are several calls: how one that fails, and a caller who goes away, end them all."""

import asyncio

import httpx
import pytest

from providers.adapters.http import HttpOptions, HttpProvider
from providers.building import in_layers
from providers.errors import ErrorCode
from providers.options import read_options
from providers.ports import AnyProvider
from tests.providers.deciding import code_of, deciding
from tests.providers.http.serving import URL


class Slow:
    """A service that gets to know all three questions before it answers any; then the first is refused."""

    def __init__(self) -> None:
        self.running = 0
        self.all_there, self.go_on = asyncio.Event(), asyncio.Event()

    def provider(self) -> AnyProvider:
        """A provider that asks this service, in its layers."""
        parsed = read_options(HttpOptions, "service", {"url": URL})
        assert isinstance(parsed, HttpOptions)
        client = httpx.AsyncClient(transport=httpx.MockTransport(self._answer))
        return in_layers(HttpProvider(parsed, client), parsed)

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        self.running += 1
        number = self.running
        if number == 3:
            self.all_there.set()
        try:
            if number > 1:
                await asyncio.Event().wait()
            await self.go_on.wait()
            return httpx.Response(503)
        finally:
            self.running -= 1


async def test_one_that_fails_ends_the_others_and_leaves_no_mark_on_the_caller() -> None:
    service = Slow()
    service.go_on.set()

    assert code_of(await service.provider().decide(deciding())) is ErrorCode.UNAVAILABLE

    task = asyncio.current_task()
    assert task is not None
    assert (service.running, task.cancelling()) == (0, 0)


@pytest.mark.parametrize("passes", range(8))
async def test_a_caller_who_goes_away_is_cancelled_though_one_fails_at_that_moment(passes: int) -> None:
    service = Slow()
    asking = asyncio.ensure_future(service.provider().decide(deciding()))
    await service.all_there.wait()

    service.go_on.set()
    for _ in range(passes):
        await asyncio.sleep(0)
    has_ended = asking.done()
    asking.cancel()
    await asyncio.wait([asking])

    assert asking.cancelled() or has_ended
    assert service.running == 0
