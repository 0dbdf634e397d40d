"""Reads a stream of events as it comes."""

import json
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any

from tests.conversations.api.client import BASE, Api


@dataclass(frozen=True)
class Told:
    """One event of a stream."""

    event: str
    data: Any
    id: str | None


def parsed(text: str) -> Told:
    lines = dict(line.partition(": ")[::2] for line in text.strip().splitlines())
    return Told(lines.get("event", ""), json.loads(lines.get("data", "null")), lines.get("id"))


async def stream(
    api: Api, path: str, body: Any = None, *, method: str = "post", **headers: str
) -> AsyncGenerator[Told, None]:
    """The events of an address, one after the other, without the comments between them."""
    headers = {**api._headers(headers), "Accept": "text/event-stream"}
    if method == "post":
        response: Any = await api.client.post(
            BASE + path, json.dumps(body or {}), content_type="application/json", headers=headers
        )
    else:
        response = await api.client.get(BASE + path, headers=headers)
    assert response.status_code == 200, response.content
    assert response["Content-Type"] == "text/event-stream"
    frames = aiter(response.streaming_content)
    try:
        async for frame in frames:
            if not frame.startswith(b":"):
                yield parsed(frame.decode())
    finally:
        await frames.aclose()
