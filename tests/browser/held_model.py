"""A model that writes the beginning of a reply, and the rest only when the test says so."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

BEGINNING = "Let me see"
REST = " what I can do for you."
REPLY = BEGINNING + REST


class HeldModel:
    """Speaks OpenAI's streaming protocol at `url`. Closed doors refuse requests with an error."""

    def __init__(self) -> None:
        self.url = ""
        self.requests = 0
        self.refusing = False
        self._released = asyncio.Event()

    def hold(self) -> None:
        """Stop after the beginning of each reply from now on."""
        self._released.clear()

    def release(self) -> None:
        """Write all replies to their end."""
        self._released.set()

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Answer one request for a chat completion."""
        self.requests += 1
        if self.refusing:
            return web.json_response({"error": {"message": "Overloaded"}}, status=503)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        await response.write(_chunk({"role": "assistant", "content": BEGINNING}))
        await self._released.wait()
        await response.write(_chunk({"content": REST}))
        await response.write(_chunk({}, finish_reason="stop"))
        await response.write(b"data: [DONE]\n\n")
        return response


@asynccontextmanager
async def serving(model: HeldModel) -> AsyncIterator[HeldModel]:
    """Serve the model on a free port of loopback."""
    application = web.Application()
    application.router.add_post("/v1/chat/completions", model.answer)
    runner = web.AppRunner(application, shutdown_timeout=1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    model.url = f"http://127.0.0.1:{port}/v1"
    try:
        yield model
    finally:
        model.release()
        await runner.cleanup()


def _chunk(delta: dict[str, str], finish_reason: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    chunk = {"id": "held", "object": "chat.completion.chunk", "model": "held", "choices": [choice]}
    return f"data: {json.dumps(chunk)}\n\n".encode()
