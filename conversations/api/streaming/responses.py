"""The response that carries a stream."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Final

from django.http import StreamingHttpResponse

from conversations.api.streaming.frames import EVENT_STREAM, HEARTBEAT

HEARTBEAT_SECONDS: Final = 15.0
"""A stream is never quiet for longer."""


def event_stream(frames: AsyncIterator[str], seconds: float = HEARTBEAT_SECONDS) -> StreamingHttpResponse:
    """Send frames as they come, with a heartbeat after so many quiet seconds. The reader may leave."""
    response = StreamingHttpResponse(with_heartbeats(frames, seconds), content_type=EVENT_STREAM)
    response["X-Accel-Buffering"] = "no"  # or nginx gathers what is to be seen at once
    return response


async def with_heartbeats(frames: AsyncIterator[str], seconds: float) -> AsyncIterator[str]:
    """The frames, and a heartbeat at once and whenever none came for so many seconds.

    Servers send status and headers with the first bytes of a body: a turn that waits may have none for long.
    """
    async with aclosing(frames):  # type: ignore[type-var]
        yield HEARTBEAT
        while True:
            coming = asyncio.ensure_future(anext(frames, None))
            try:
                while not (await asyncio.wait({coming}, timeout=seconds))[0]:
                    yield HEARTBEAT
            finally:
                if not coming.done():
                    coming.cancel()
                    await asyncio.wait({coming})
            frame = coming.result()
            if frame is None:
                return
            yield frame
