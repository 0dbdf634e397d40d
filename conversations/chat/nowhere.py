"""WebSockets to addresses that are none: refused, instead of an error in the log."""

from channels.generic.websocket import AsyncWebsocketConsumer


class NowhereConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels has no types
    """Refuses the handshake, which clients see as status 403."""

    async def connect(self) -> None:
        """Refuse."""
        await self.close()
