"""Daphne's WebSockets, bounded: whoever sends waits for a client that reads slowly, and floods end."""

import asyncio
from typing import Any, Final

from daphne.ws_protocol import WebSocketProtocol

from conversations.chat.protocol.numbers import LONGEST_FRAME, CloseCode

MOST_WAITING: Final = 100
"""Frames of one client that may wait to be taken: Daphne keeps all that come."""


class Flow:
    """Tells whether the transport takes more: a push producer of Twisted's, which tells of its buffer."""

    def __init__(self) -> None:
        self.has_room = asyncio.Event()
        self.has_room.set()

    def pauseProducing(self) -> None:  # noqa: N802 - Twisted names it
        """The transport holds more than it likes to."""
        self.has_room.clear()

    def resumeProducing(self) -> None:  # noqa: N802 - Twisted names it
        """All is sent."""
        self.has_room.set()

    def stopProducing(self) -> None:  # noqa: N802 - Twisted names it
        """The client is gone: nobody needs to wait any more."""
        self.has_room.set()


class BoundedProtocol(WebSocketProtocol):  # type: ignore[misc]  # Daphne has no types
    """A WebSocket whose buffers do not grow: neither that of what is sent nor that of what has come."""

    def connectionMade(self) -> None:  # noqa: N802 - Twisted names it
        """Take over from the HTTP request that asked for the WebSocket, and hear of the transport's room."""
        self.flow = Flow()
        self._is_refusing = False
        super().connectionMade()
        self.transport.unregisterProducer()
        self.transport.registerProducer(self.flow, True)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803 - Autobahn names them
        """Pass a frame on, unless too many wait or one before it was too large."""
        if self._is_refusing:
            return
        self._is_refusing = len(payload) > LONGEST_FRAME
        if self.application_queue.qsize() >= MOST_WAITING:
            self._is_refusing = True
            self.sendClose(code=int(CloseCode.RATE_LIMITED))
        else:
            super().onMessage(payload, isBinary)

    def serverSend(self, content: Any, binary: bool = False) -> None:  # noqa: N802 - Daphne names it
        """Send, unless the connection closes: what is missing then comes with the client's next hello."""
        if self.state == self.STATE_OPEN:
            super().serverSend(content, binary)

    def sendClose(self, code: int | None = None, reason: str | None = None) -> None:  # noqa: N802 - Autobahn
        """Close; a transport that still waits for room would never end."""
        super().sendClose(code, reason)
        self.transport.unregisterProducer()
        self.flow.stopProducing()

    def connectionLost(self, reason: Any) -> None:  # noqa: N802 - Twisted names it
        """Let whoever waits for room go."""
        self.flow.stopProducing()
        super().connectionLost(reason)
