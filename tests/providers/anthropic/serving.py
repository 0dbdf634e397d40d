"""Providers of type anthropic whose server is the real mock, or a few lines of Python."""

import json
from collections.abc import Callable
from typing import Any

import httpx
from pydantic import SecretStr

from providers.adapters.anthropic import AnthropicOptions, AnthropicProvider
from providers.building import in_layers
from providers.net import http_client
from providers.ports import AnyProvider
from tests.providers.asking import KEY, Chunks


def anthropic(base_url: str, client: httpx.AsyncClient | None = None, **options: Any) -> AnyProvider:
    """A provider of type anthropic in its layers, with the process's client unless another is given."""
    values = {"name": "claude", "model": "claude-test", "api_key": SecretStr(KEY), **options}
    parsed = AnthropicOptions(base_url=base_url, **values)
    return in_layers(AnthropicProvider(parsed, client or http_client()), parsed)


def served(handler: Callable[[httpx.Request], httpx.Response], **options: Any) -> AnyProvider:
    """A provider whose server is `handler`, for what the real mock server cannot do."""
    client = httpx.AsyncClient(transport=httpx.MockTransport(handler))
    return anthropic("http://model.test", client, **options)


def answering(body: Any, **options: Any) -> AnyProvider:
    """A provider whose server always sends `body` as JSON."""
    return served(lambda request: httpx.Response(200, json=body, headers={"request-id": "req-7"}), **options)


def streaming(*chunks: bytes, **options: Any) -> AnyProvider:
    """A provider whose server streams these bytes, cut as they are."""
    return served(
        lambda request: httpx.Response(
            200, headers={"content-type": "text/event-stream", "request-id": "req-7"}, stream=Chunks(chunks)
        ),
        **options,
    )


def message(
    *content: dict[str, Any] | str, stop_reason: str | None = "end_turn", **values: Any
) -> dict[str, Any]:
    """A whole answer of a server; texts are blocks of text."""
    blocks = [{"type": "text", "text": block} if isinstance(block, str) else block for block in content]
    return {
        "type": "message",
        "role": "assistant",
        "model": "claude-test-1",
        "content": blocks,
        "stop_reason": stop_reason,
        **values,
    }


def tool_use(name: str = "book", arguments: Any = None, call_id: str | None = "toolu_1") -> dict[str, Any]:
    """A block that calls a tool."""
    return {"type": "tool_use", "id": call_id, "name": name, "input": {} if arguments is None else arguments}


def event(kind: str, **values: Any) -> bytes:
    """One event of a stream."""
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **values})}\n\n".encode()


def started(**usage: int) -> bytes:
    """The first event of a stream."""
    return event("message_start", message={"model": "claude-test-1", "content": [], "usage": usage})


def block(index: int, start: dict[str, Any], *deltas: dict[str, Any]) -> bytes:
    """All events of a block."""
    return b"".join(
        [
            event("content_block_start", index=index, content_block=start),
            *(event("content_block_delta", index=index, delta=delta) for delta in deltas),
            event("content_block_stop", index=index),
        ]
    )


def text_block(index: int, *texts: str) -> bytes:
    """All events of a block of text."""
    return block(
        index, {"type": "text", "text": ""}, *({"type": "text_delta", "text": text} for text in texts)
    )


def call_block(index: int, name: str, *parts: str, call_id: str = "toolu_1") -> bytes:
    """All events of a tool call whose arguments come in parts."""
    start = {"type": "tool_use", "id": call_id, "name": name, "input": {}}
    return block(index, start, *({"type": "input_json_delta", "partial_json": part} for part in parts))


def ended(stop_reason: str | None = "end_turn", **usage: int) -> bytes:
    """The last two events of a stream."""
    delta = {"stop_reason": stop_reason, "stop_sequence": None}
    return event("message_delta", delta=delta, usage=usage) + event("message_stop")
