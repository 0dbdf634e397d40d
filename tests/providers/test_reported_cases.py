"""What users of comparable systems reported: each is one test of the whole, layers and adapter together."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from providers import clock
from providers.adapters.openai import OpenAIOptions, OpenAIProvider
from providers.database import in_database
from providers.errors import ErrorCode, ProviderError
from providers.models import Provider
from providers.ports import ChatReply, StreamReset, TextDelta
from providers.registry import resolve
from providers.resilience.chain import Chain
from tests.providers.asking import Chunks, asking, reply
from tests.providers.layered import chain_of, error, who_and_what
from tests.providers.scripted import ScriptedAdapter, saying
from tests.virtual_time import run_in_virtual_time

Handler = Callable[[httpx.Request], httpx.Response]

PATIENCE = 30.0
"""Seconds that something may take on a busy machine."""

RESET_MS = 1000
BREAKER = {"failures": 2, "reset_ms": RESET_MS}


class Cloud:
    """A vendor's server, and the adapter that asks it. `asked` counts its requests."""

    def __init__(self, handler: Handler) -> None:
        self.asked = 0
        self._handler = handler
        client = httpx.AsyncClient(transport=httpx.MockTransport(self._answer))
        options = OpenAIOptions(name="cloud", base_url="http://model.test/v1", model="gpt-test")
        self.adapter = OpenAIProvider(options, client)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.asked += 1
        return self._handler(request)


def always(status: int, headers: dict[str, str] | None = None, **body: Any) -> Handler:
    return lambda request: httpx.Response(status, headers=headers, json=body)


class Clock:
    """The providers' clock, set by hand."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def elapsed(monkeypatch: pytest.MonkeyPatch) -> Clock:
    by_hand = Clock()
    monkeypatch.setattr(clock, "elapsed", by_hand)
    return by_hand


async def test_a_429_with_retry_after_47_is_answered_by_the_fallback_at_once(elapsed: Clock) -> None:
    cloud = Cloud(always(429, {"retry-after": "47"}, error={"message": "slow down"}))
    chain = chain_of(cloud.adapter, saying("Hello"))

    started = time.perf_counter()
    first = reply(await chain.chat(asking("Hi")))
    assert time.perf_counter() - started < 0.2
    elapsed.now += 46.9
    second = reply(await chain.chat(asking("Hi")))

    assert (first.text, second.text) == ("Hello", "Hello")
    assert who_and_what(first.attempts) == [("cloud", "rate_limited")]
    # It is left alone for as long as it asked, though no breaker is configured.
    assert who_and_what(second.attempts) == [("cloud", "circuit_open")]
    assert cloud.asked == 1
    elapsed.now += 0.1
    await chain.chat(asking("Hi"))
    assert cloud.asked == 2


OUT_OF_CREDIT = [
    always(402, error={"message": "Insufficient credits"}),
    always(400, error={"message": "You have reached your specified API usage limits."}),
    always(429, error={"code": "insufficient_quota", "message": "You exceeded your current quota"}),
]


@pytest.mark.parametrize("handler", OUT_OF_CREDIT, ids=["402", "400", "429"])
async def test_out_of_credit_falls_over_and_is_held_for_minutes(handler: Handler, elapsed: Clock) -> None:
    cloud = Cloud(handler)
    chain = chain_of(cloud.adapter, saying("Hello"))

    first = reply(await chain.chat(asking("Hi")))
    elapsed.now += 120
    second = reply(await chain.chat(asking("Hi")))

    assert who_and_what(first.attempts) == [("cloud", "quota")]
    assert who_and_what(second.attempts) == [("cloud", "circuit_open")]
    assert cloud.asked == 1
    # Not for ever: somebody may have paid.
    elapsed.now += 480
    await chain.chat(asking("Hi"))
    assert cloud.asked == 2


def chunk(text: str, finish_reason: str | None = None) -> bytes:
    choice = {"index": 0, "delta": {"content": text}, "finish_reason": finish_reason}
    return f"data: {json.dumps({'choices': [choice]})}\n\n".encode()


class Cut(Chunks):
    """A body whose connection is cut at its end."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in super().__aiter__():
            yield piece
        raise httpx.ReadError("connection lost")


@pytest.mark.parametrize("body", [Cut, Chunks], ids=["cut", "ended"])
async def test_a_stream_that_dies_after_five_tokens_starts_again_on_the_fallback(
    body: type[Chunks],
) -> None:
    five = ["The", " answer", " is", " not", " forty"]
    cloud = Cloud(
        lambda request: httpx.Response(
            200, headers={"content-type": "text/event-stream"}, stream=body(map(chunk, five))
        )
    )
    spare = ScriptedAdapter(TextDelta(text="It is 42."), ChatReply(text="It is 42."), name="spare")

    read, resets, shown = 0, 0, ""
    async for item in chain_of(cloud.adapter, spare).chat_stream(asking("Hi")):
        match item:
            case TextDelta():
                read, shown = read + 1, shown + item.text
            case StreamReset():
                resets, shown = resets + 1, ""
            case ChatReply():
                assert item.text == shown == "It is 42."
                assert item.provider == "spare"
    assert (read, resets) == (6, 1)


async def test_of_twenty_calls_when_a_circuit_half_opens_exactly_one_goes_out(elapsed: Clock) -> None:
    trial = asyncio.Event()

    async def wait() -> None:
        if adapter.requests[2:]:
            await trial.wait()

    adapter = ScriptedAdapter(wait, error(ErrorCode.UNAVAILABLE), name="cloud")
    chain = chain_of(adapter, circuit_breaker=BREAKER)
    for _ in range(2):
        await chain.chat(asking("Hi"))
    elapsed.now += RESET_MS / 1000

    calls = [asyncio.ensure_future(chain.chat(asking("Hi"))) for _ in range(20)]
    done: set[asyncio.Future[Any]] = set()
    while len(done) < 19:
        more, _ = await asyncio.wait(set(calls) - done, return_when=asyncio.FIRST_COMPLETED)
        done |= more
    trial.set()
    results = await asyncio.gather(*calls)

    assert len(adapter.requests) == 3
    codes = [result.code for result in results if isinstance(result, ProviderError)]
    assert (codes.count(ErrorCode.CIRCUIT_OPEN), codes.count(ErrorCode.UNAVAILABLE)) == (19, 1)


def hung_chain() -> tuple[ScriptedAdapter, Chain]:
    async def hang() -> None:
        await asyncio.Event().wait()

    cloud = ScriptedAdapter(hang, name="cloud")
    return cloud, chain_of(
        cloud, saying("Hello"), timeout_ms=5000, circuit_breaker={"failures": 1, "reset_ms": 60_000}
    )


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
def test_a_hung_provider_costs_its_time_out_once(stream: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "elapsed", lambda: asyncio.get_running_loop().time())
    cloud, chain = hung_chain()

    async def ask() -> ChatReply:
        if not stream:
            return reply(await chain.chat(asking("Hi")))
        *_, final = [item async for item in chain.chat_stream(asking("Hi"))]
        return reply(final)  # type: ignore[arg-type]

    async def three_times() -> list[ChatReply]:
        return [await ask() for _ in range(3)]

    replies, seconds = run_in_virtual_time(three_times())

    assert [answer.text for answer in replies] == ["Hello"] * 3
    assert [who_and_what(answer.attempts)[0][1] for answer in replies] == [
        "timeout",
        "circuit_open",
        "circuit_open",
    ]
    assert (len(cloud.requests), seconds) == (1, 5)


class Vendor:
    """A server of a vendor that streams two words; between them it waits. `keys` are those it was shown."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.come = asyncio.Condition()
        self.go_on = asyncio.Event()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[str]:
        """Serve on a free port; yields the address."""
        server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        async with server:
            try:
                yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
            finally:
                self.go_on.set()

    async def wait_for(self, calls: int) -> None:
        """Wait until so many calls have come in all."""
        async with asyncio.timeout(PATIENCE), self.come:
            await self.come.wait_for(lambda: len(self.keys) >= calls)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        await reader.readexactly(int(head.split("content-length:")[1].split()[0]))
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
        writer.write(chunk("Hello"))
        async with self.come:
            self.keys.append(head.split("authorization: bearer ")[1].split()[0])
            self.come.notify_all()
        await self.go_on.wait()
        writer.write(chunk(" there", "stop") + b"data: [DONE]\n\n")
        await writer.drain()
        writer.close()


@pytest.mark.django_db(transaction=True)
async def test_a_credential_may_change_while_calls_run() -> None:
    """Nobody closes the client under a call: running calls end with the old key, later ones have the new."""
    vendor = Vendor()
    async with vendor.running() as address:
        options = {"base_url": address, "model": "m", "api_key": "old"}
        row = await in_database(Provider.objects.create, name="cloud", type="openai", options=options)

        async def ask() -> ChatReply:
            provider = await resolve("cloud")
            assert not isinstance(provider, ProviderError)
            *_, final = [item async for item in provider.chat_stream(asking("Hi"))]
            return reply(final)  # type: ignore[arg-type]

        calls = [asyncio.ensure_future(ask()) for _ in range(3)]
        await vendor.wait_for(3)
        row.options = {**options, "api_key": "new"}
        await in_database(row.save)
        calls += [asyncio.ensure_future(ask()) for _ in range(3)]
        await vendor.wait_for(6)
        vendor.go_on.set()

        assert [said.text for said in await asyncio.gather(*calls)] == ["Hello there"] * 6
    assert vendor.keys == ["old"] * 3 + ["new"] * 3
