"""The connections of this process, and how they are told that it ends."""

import asyncio
from typing import Final, Protocol

from conversations.chat.protocol.numbers import CloseCode
from conversations.chat.protocol.server_frames import NoticeFrame
from conversations.codes import NoticeCode

GOODBYE: Final = NoticeFrame(
    code=NoticeCode.RECONNECT, message="The server is being restarted. You are being connected again."
)


class Connection(Protocol):
    """One open connection."""

    @property
    def is_waiting(self) -> bool:
        """Whether a turn of its own runs in this process."""
        ...

    async def dismiss(self, goodbye: NoticeFrame, code: CloseCode) -> None:
        """Say this, and close."""
        ...


_connected: set[Connection] = set()


def enter(connection: Connection) -> None:
    """Count a connection."""
    _connected.add(connection)


def leave(connection: Connection) -> None:
    """Count it no more."""
    _connected.discard(connection)


async def dismiss_idle() -> None:
    """Send those away who wait for nothing from this process."""
    await _dismiss([connection for connection in _connected if not connection.is_waiting])


async def dismiss_all() -> None:
    """Send everybody away."""
    await _dismiss(list(_connected))


async def _dismiss(connections: list[Connection]) -> None:
    await asyncio.gather(
        *(connection.dismiss(GOODBYE, CloseCode.RECONNECT) for connection in connections),
        return_exceptions=True,
    )
