"""How the provider tests put together requests, and providers whose server is a few lines of Python."""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Any

import httpx
from pydantic import SecretStr

from providers.adapters.openai import OpenAIOptions, OpenAIProvider
from providers.building import in_layers
from providers.net import http_client
from providers.ports import (
    AnyProvider,
    ChatMessage,
    ChatProvider,
    ChatReply,
    ChatRequest,
    ChatResult,
    ChatRole,
    ChatStreamItem,
    TextDelta,
    ToolSpec,
)

KEY = "sk-test-0123456789"

WEATHER = ToolSpec(
    name="get_weather",
    description="Weather of a city",
    parameters={"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
)


def human(text: str, *, internal: bool = False) -> ChatMessage:
    return ChatMessage(role=ChatRole.HUMAN, text=text, internal=internal)


def asking(*messages: ChatMessage | str, tools: Sequence[ToolSpec] = (), **values: Any) -> ChatRequest:
    """A request; texts are messages of the customer."""
    return ChatRequest(
        messages=tuple(human(message) if isinstance(message, str) else message for message in messages),
        tools=tuple(tools),
        **values,
    )


def openai(base_url: str, client: httpx.AsyncClient | None = None, **options: Any) -> AnyProvider:
    """A provider of type openai in its layers, with the process's client unless another is given."""
    values = {"name": "gpt", "model": "gpt-test", "api_key": SecretStr(KEY), **options}
    parsed = OpenAIOptions(base_url=base_url, **values)
    return in_layers(OpenAIProvider(parsed, client or http_client()), parsed)


def served(handler: Callable[[httpx.Request], httpx.Response], **options: Any) -> AnyProvider:
    """A provider whose server is `handler`, for what the real mock server cannot do."""
    client = httpx.AsyncClient(transport=httpx.MockTransport(handler))
    return openai("http://model.test/v1", client, **options)


def answering(body: Any, **options: Any) -> AnyProvider:
    """A provider whose server always sends `body` as JSON."""
    return served(lambda request: httpx.Response(200, json=body), **options)


class Chunks(httpx.AsyncByteStream):
    """A response body that arrives in these pieces."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = list(chunks)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self._chunks:
            yield chunk


def streaming(*chunks: bytes, **options: Any) -> AnyProvider:
    """A provider whose server streams these bytes, cut as they are."""
    return served(
        lambda request: httpx.Response(
            200,
            headers={"content-type": "text/event-stream", "x-request-id": "req-7"},
            stream=Chunks(chunks),
        ),
        **options,
    )


async def streamed(provider: ChatProvider, request: ChatRequest) -> tuple[str, ChatResult]:
    """Read a stream to its end; return the text of its deltas, and its one final item."""
    items: list[ChatStreamItem] = [item async for item in provider.chat_stream(request)]
    *deltas, final = items
    assert all(isinstance(item, TextDelta) for item in deltas)
    assert not isinstance(final, TextDelta)
    return "".join(item.text for item in deltas if isinstance(item, TextDelta)), final  # type: ignore[return-value]


def completion(message: dict[str, Any], finish_reason: str | None = "stop", **values: Any) -> dict[str, Any]:
    """A whole answer of a server."""
    return {
        "model": "gpt-test-1",
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason}],
        **values,
    }


def reply(result: ChatResult) -> ChatReply:
    assert isinstance(result, ChatReply), result
    return result
