"""Who asks again as our errors say does it right, by the verdict of a server of others."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import pytest

from providers.errors import ProviderError
from providers.ports import AnyProvider
from tests.peers.llmock import LLMock, StreamFault
from tests.providers.anthropic.serving import anthropic
from tests.providers.asking import asking, openai, streamed
from tests.providers.deciding import deciding

Ask: TypeAlias = Callable[[AnyProvider], Awaitable[object]]


async def _whole(provider: AnyProvider) -> object:
    return await provider.chat(asking("Hi"))


async def _streamed(provider: AnyProvider) -> object:
    _, final = await streamed(provider, asking("Hi", timeout=0.3))
    return final


async def _decision(provider: AnyProvider) -> object:
    return await provider.decide(deciding())


@pytest.fixture(params=["openai", "anthropic"])
def provider(request: pytest.FixtureRequest, llmock: LLMock) -> AnyProvider:
    if request.param == "openai":
        return openai(llmock.openai_url)
    return anthropic(llmock.anthropic_url)


async def once_more(provider: AnyProvider, ask: Ask) -> Any:
    """Ask, and where the error says that it may help, once more after as long as it says."""
    result = await ask(provider)
    if isinstance(result, ProviderError) and result.retryable:
        await asyncio.sleep(result.retry_after or 0)
        result = await ask(provider)
    return result


@pytest.mark.parametrize("ask", [_whole, _streamed, _decision], ids=["whole", "streamed", "decision"])
@pytest.mark.parametrize("status", [400, 401, 402, 408, 500])
async def test_what_may_pass_is_asked_again_and_what_cannot_is_not(
    llmock: LLMock, provider: AnyProvider, status: int, ask: Ask
) -> None:
    llmock.fail(status)

    result = await once_more(provider, ask)

    verdict = llmock.verdict()
    assert verdict["findings"] == []
    assert verdict["attempts"] == (1 if isinstance(result, ProviderError) else 2)


@pytest.mark.parametrize("ask", [_whole, _streamed, _decision], ids=["whole", "streamed", "decision"])
@pytest.mark.parametrize("status", [429, 503, 529])
async def test_a_busy_server_is_given_the_time_that_it_asks_for(
    llmock: LLMock, provider: AnyProvider, status: int, ask: Ask
) -> None:
    llmock.fail(status, retry_after=0.1)

    result = await once_more(provider, ask)

    assert not isinstance(result, ProviderError)
    assert llmock.verdict()["findings"] == []


@pytest.mark.parametrize("kind", ["disconnect", "truncate"])
async def test_a_stream_that_breaks_is_asked_for_again(
    llmock: LLMock, provider: AnyProvider, kind: StreamFault
) -> None:
    llmock.script(["one two three four five", "one two three four five"])
    llmock.break_stream(kind, after_chunks=4)

    result = await once_more(provider, _streamed)

    assert result.text == "one two three four five"
    assert llmock.verdict()["findings"] == []
