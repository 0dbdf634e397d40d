"""A model of another process that speaks OpenAI's protocol over HTTP and takes its time.

Below `/second/v1` it answers after one second, below `/held/v1` once it is told to by `POST /release`;
`GET /expect/{number}` is answered when so many requests wait for that. Prints its address when it listens.
"""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from aiohttp import web

PATIENCE_SECONDS = 60.0


class SlowModel:
    """The running model, from outside."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._http = httpx.AsyncClient(base_url=url, timeout=PATIENCE_SECONDS)

    def base_url(self, how: str) -> str:
        """The `base_url` of a provider that answers so: "second" or "held"."""
        return f"{self.url}/{how}/v1"

    async def expect(self, waiting: int) -> None:
        """Return when so many requests wait to be let go. Raises httpx.TimeoutException."""
        await self._http.get(f"/expect/{waiting}")

    async def release(self) -> None:
        """Answer all that wait, and whatever comes from now on."""
        await self._http.post("/release")


@contextmanager
def running_model() -> Iterator[SlowModel]:
    """Run a model until the end of the block."""
    command = [sys.executable, "-m", "tests.peers.slow_model"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield SlowModel(process.stdout.readline().strip())
    finally:
        process.kill()
        process.wait()


class _Serving:
    """The model's own side."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._changed = asyncio.Condition()
        self._waiting = 0

    async def second(self, request: web.Request) -> web.Response:
        await asyncio.sleep(1)
        return await self._reply(request)

    async def held(self, request: web.Request) -> web.Response:
        await self._count(1)
        await self._open.wait()
        await self._count(-1)
        return await self._reply(request)

    async def expect(self, request: web.Request) -> web.Response:
        expected = int(request.match_info["number"])
        async with self._changed:
            await self._changed.wait_for(lambda: self._waiting >= expected)
        return web.Response()

    async def release(self, request: web.Request) -> web.Response:
        self._open.set()
        return web.Response()

    async def _count(self, change: int) -> None:
        async with self._changed:
            self._waiting += change
            self._changed.notify_all()

    async def _reply(self, request: web.Request) -> web.Response:
        asked = await request.json()
        message = {"role": "assistant", "content": f"You said: {asked['messages'][-1]['content']}"}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        return web.json_response(
            {"id": "slow", "object": "chat.completion", "model": "slow", "choices": [choice]}
        )


async def _serve() -> None:
    serving, app = _Serving(), web.Application()
    app.router.add_post("/second/v1/chat/completions", serving.second)
    app.router.add_post("/held/v1/chat/completions", serving.held)
    app.router.add_get("/expect/{number}", serving.expect)
    app.router.add_post("/release", serving.release)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, backlog=1000)
    await site.start()
    host, port = runner.addresses[0][:2]
    print(f"http://{host}:{port}", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve())
