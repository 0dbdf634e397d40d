"""How much of an answer is read, whole or streamed, and that nothing compressed is."""

import gzip
from collections.abc import AsyncIterator

import httpx
import pytest
from pydantic import SecretStr

from providers.errors import ErrorCode, ProviderError
from providers.ports import ChatResult
from providers.wire import calls
from tests.providers.asking import Chunks, asking, reply, served, streamed, streaming

LIMIT = 1000


@pytest.fixture(autouse=True)
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "REPLY_BYTES", LIMIT)


def too_long(result: ChatResult) -> bool:
    assert isinstance(result, ProviderError), result
    return (result.code, result.message) == (
        ErrorCode.BAD_RESPONSE,
        "The provider's answer is too long.",
    )


def padded(body: bytes, length: int) -> bytes:
    """The same JSON in as many bytes, by spaces at its end."""
    return body + b" " * (length - len(body))


WHOLE = b'{"choices": [{"message": {"content": "Hi"}}]}'

EVENT = b'data: {"choices": [{"index": 0, "delta": {"content": "a"}}]}\n\n'
END = b'data: {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}\n\ndata: [DONE]\n\n'


def whole(body: bytes) -> httpx.Response:
    headers = {"content-type": "application/json"}
    return httpx.Response(200, headers=headers, stream=Chunks([body[:500], body[500:]]))


async def test_a_whole_answer_is_read_up_to_the_limit() -> None:
    assert reply(await served(lambda request: whole(padded(WHOLE, LIMIT))).chat(asking("Hi"))).text == "Hi"


async def test_a_whole_answer_over_the_limit_is_a_bad_response() -> None:
    assert too_long(await served(lambda request: whole(padded(WHOLE, LIMIT + 1))).chat(asking("Hi")))


async def test_a_stream_is_read_up_to_the_limit() -> None:
    events = [EVENT] * ((LIMIT - len(END)) // len(EVENT))
    silence = b"\n" * (LIMIT - len(END) - len(b"".join(events)))

    text, result = await streamed(streaming(*events, silence, END), asking("Hi"))

    assert text == reply(result).text == "a" * len(events)


@pytest.mark.parametrize(
    "chunk", [EVENT, b": still here\n\n", b"\n"], ids=["events", "comments", "empty lines"]
)
async def test_a_stream_over_the_limit_is_a_bad_response_whatever_it_holds(chunk: bytes) -> None:
    chunks = [chunk] * (LIMIT // len(chunk) + 1)

    _, result = await streamed(streaming(*chunks, END), asking("Hi"))

    assert too_long(result)


async def test_a_stream_over_the_limit_is_read_no_further() -> None:
    class Endless(httpx.AsyncByteStream):
        sent = 0

        async def __aiter__(self):
            while True:
                self.sent += len(EVENT)
                yield EVENT

    endless = Endless()
    response = httpx.Response(200, headers={"content-type": "text/event-stream"}, stream=endless)

    _, result = await streamed(served(lambda request: response), asking("Hi"))

    assert too_long(result)
    assert endless.sent <= LIMIT + len(EVENT)


class Unread(httpx.AsyncByteStream):
    """A body that nobody may ask for."""

    def __aiter__(self) -> AsyncIterator[bytes]:
        raise AssertionError("The body was read.")


@pytest.mark.parametrize("status", [200, 401, 503])
@pytest.mark.parametrize("encoding", ["gzip", "gzip, gzip", "identity, GZip", "deflate", "br", "zstd", "x"])
async def test_a_compressed_body_is_a_bad_response_and_never_read(encoding: str, status: int) -> None:
    headers = {"content-type": "application/json", "content-encoding": encoding}

    result = await served(lambda request: httpx.Response(status, headers=headers, stream=Unread())).chat(
        asking("Hi")
    )

    assert isinstance(result, ProviderError)
    assert (result.code, result.status) == (ErrorCode.BAD_RESPONSE, status)


async def test_a_compressed_stream_is_a_bad_response() -> None:
    headers = {"content-type": "text/event-stream", "content-encoding": "gzip"}
    response = httpx.Response(200, headers=headers, stream=Chunks([gzip.compress(EVENT + END)]))

    text, result = await streamed(served(lambda request: response), asking("Hi"))

    assert isinstance(result, ProviderError)
    assert (text, result.code) == ("", ErrorCode.BAD_RESPONSE)


@pytest.mark.parametrize(
    "own", [{}, {"accept-encoding": SecretStr("gzip")}], ids=["no headers", "one of its own"]
)
async def test_every_call_asks_for_an_uncompressed_body(own: dict[str, SecretStr]) -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.headers["accept-encoding"])
        return httpx.Response(200, headers={"content-encoding": "identity"}, content=WHOLE)

    assert reply(await served(answer, headers=own).chat(asking("Hi"))).text == "Hi"
    assert asked == ["identity"]
