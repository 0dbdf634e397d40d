"""Hears through the channel layer what happens in a session, wherever its turn runs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final
from uuid import UUID

from channels.layers import get_channel_layer

from conversations import live
from conversations.engine.events import SESSION_EVENT, SessionEvent
from conversations.live.groups import MESSAGE_TYPE

QUIET_SECONDS: Final = 2.0
"""After so long without a sound rows are looked at: the layer may lose events."""


class Bell:
    """The events of a session as the layer brings them; it may lose some, or all."""

    def __init__(self, channel: str | None) -> None:
        self._channel = channel

    async def wait(self) -> list[SessionEvent]:
        """The next events; none where it stayed quiet for a while, or where the layer is away."""
        if self._channel is None:
            await asyncio.sleep(QUIET_SECONDS)
            return []
        message: dict[str, Any] = {}
        with suppress(TimeoutError):
            async with asyncio.timeout(QUIET_SECONDS):
                message = await get_channel_layer().receive(self._channel)
        if message.get("type") != MESSAGE_TYPE:
            return []
        return [SESSION_EVENT.validate_python(event) for event in message["events"]]


@asynccontextmanager
async def listening(session: UUID) -> AsyncIterator[Bell]:
    """Hear a session for the block."""
    try:
        channel: str | None = await get_channel_layer().new_channel()
        await live.join(session, str(channel))
    except live.LayerAway:
        channel = None
    try:
        yield Bell(channel)
    finally:
        if channel is not None:
            await live.leave(session, channel)
