"""A model server on the loopback interface that costs next to nothing, for both sides of the benchmark.

`python -m tests.bench.fake_model [--latency-ms 50]` speaks Chat Completions on a free port and prints
that port. The latest messages decide nothing but this: a request that offers a tool is answered with
a call of its first tool, one that offers none with a text.
"""

import argparse
import asyncio
import json
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn

REPLY = "Thanks, saved. What is the year, make and model of the vehicle?"

ARGUMENTS: dict[str, dict[str, Any]] = {
    "capture_driver": {
        "name": "Jamie Rivera",
        "birth_date": "1993-04-12",
        "license_state": "OR",
        "license_status": "valid",
        "years_licensed": 10,
    },
    "ask_vehicle": {"text": REPLY},
}
"""What the model calls each tool with."""

BACKLOG = 2048
"""Connections that may wait: whoever reads the port may call at once."""

Message = dict[str, Any]


class FakeModel:
    """An ASGI application that answers every request after `latency` seconds."""

    def __init__(self, latency: float) -> None:
        self._latency = latency
        self._calls = 0

    async def __call__(
        self,
        scope: Message,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        """Read one request and answer it."""
        body, more = b"", True
        while more:
            event = await receive()
            body += event.get("body", b"")
            more = event.get("more_body", False)
        if self._latency:
            await asyncio.sleep(self._latency)
        answer = json.dumps(self._completion(json.loads(body))).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(answer))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": answer})

    def _completion(self, request: Message) -> Message:
        self._calls += 1
        tools = request.get("tools")
        message = self._tool_call(tools[0]["function"]["name"]) if tools else _text()
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if tools else "stop"}
        return {
            "id": f"chatcmpl-{self._calls}",
            "object": "chat.completion",
            "created": 0,
            "model": request["model"],
            "choices": [choice],
            "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
        }

    def _tool_call(self, name: str) -> Message:
        function = {"name": name, "arguments": json.dumps(ARGUMENTS[name])}
        call = {"id": f"call_{self._calls}", "type": "function", "function": function}
        return {"role": "assistant", "content": None, "tool_calls": [call]}


def _text() -> Message:
    return {"role": "assistant", "content": REPLY}


def main() -> None:
    """Serve until the process is ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--latency-ms", type=float, default=0, help="how long the model thinks")
    arguments = parser.parse_args()
    # Named as TCP, so that asyncio turns Nagle's algorithm off: it would cost 40 ms a call.
    with socket.socket(proto=socket.IPPROTO_TCP) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(BACKLOG)
        print(listening.getsockname()[1], flush=True)
        model = FakeModel(arguments.latency_ms / 1000)
        config = uvicorn.Config(model, lifespan="off", log_level="error", access_log=False)
        uvicorn.Server(config).run([listening])


if __name__ == "__main__":
    main()
