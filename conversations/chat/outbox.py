"""What is on its way to one client: in order, and bounded however slowly it reads."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from enum import IntEnum
from typing import Final

from conversations.chat.protocol.numbers import CloseCode
from conversations.chat.protocol.server_frames import (
    DeltaFrame,
    DeltaResetFrame,
    MessageFrame,
    ServerFrame,
    StepFrame,
    TurnCompletedFrame,
    TurnFailedFrame,
)

FULL: Final = 64 * 1024
"""Characters that wait, above which pieces of replies are dropped and everything else waits for room."""

ENDS_OF_TEXT: Final = (DeltaResetFrame, MessageFrame, TurnCompletedFrame, TurnFailedFrame)
"""After these the pieces of a reply begin anew."""

PATIENCE_SECONDS: Final = 20.0
"""How long a frame waits for room before the client counts as one that does not read."""


class Outbox:
    """Sends frames by `send`, one after the other, and closes by `close`.

    While more waits than the client reads, pieces of replies are dropped: the final message holds all of
    them. Nothing else ever is: whoever brings it waits, and where no room comes the client is sent away
    with TOO_SLOW. It comes again with the last number that it saw, and the database holds what it missed.
    """

    def __init__(
        self, send: Callable[[str], Awaitable[None]], close: Callable[[IntEnum], Awaitable[None]]
    ) -> None:
        self._send = send
        self._close = close
        self._waiting: deque[str] = deque()
        self._size = 0
        self._dropping: int | None = None
        self._closing: IntEnum | None = None
        self._over = False
        self._changed = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()
        self._writer = asyncio.get_running_loop().create_task(self._write())

    async def put(self, frame: ServerFrame) -> None:
        """Let a frame follow those that wait."""
        if self._is_closed:
            return
        if isinstance(frame, DeltaFrame | StepFrame) and not self._takes(frame.turn):
            if isinstance(frame, DeltaFrame):
                self.drop(frame.turn)
            return
        if not self._room.is_set() and not await self._finds_room():
            return
        if isinstance(frame, ENDS_OF_TEXT) and frame.turn == self._dropping:
            self._dropping = None
        self._append(frame.encoded())

    @property
    def has_room(self) -> bool:
        """Whether a frame would be taken without waiting."""
        return self._room.is_set()

    def drop(self, turn: int) -> None:
        """A piece of this turn's reply does not come; nor does the rest, as a text with a hole is none."""
        if turn != self._dropping and not self._is_closed:
            self._dropping = turn
            self._append(DeltaResetFrame(turn=turn).encoded())

    async def finish(self, code: IntEnum) -> None:
        """Close when all that waits is sent, or when the client does not read it."""
        if not self._is_closed:
            self._closing = code
            self._changed.set()
        await asyncio.wait({self._writer}, timeout=PATIENCE_SECONDS)
        await self._end(code)

    def stop(self) -> None:
        """Send nothing more: the client is gone."""
        self._over = True
        self._waiting.clear()
        self._room.set()
        self._writer.cancel()

    @property
    def _is_closed(self) -> bool:
        return self._over or self._closing is not None

    def _takes(self, turn: int) -> bool:
        """Whether a piece of this turn's reply is sent."""
        return self._room.is_set() and turn != self._dropping

    async def _finds_room(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._room.wait()
        except TimeoutError:
            await self._end(CloseCode.TOO_SLOW)
        return not self._is_closed

    def _append(self, text: str) -> None:
        self._waiting.append(text)
        self._size += len(text)
        if self._size > FULL:
            self._room.clear()
        self._changed.set()

    async def _write(self) -> None:
        while True:
            while self._waiting:
                text = self._waiting.popleft()
                await self._send(text)
                self._size -= len(text)
                if self._size <= FULL:
                    self._room.set()
            if self._closing is not None:
                return
            self._changed.clear()
            await self._changed.wait()

    async def _end(self, code: IntEnum) -> None:
        if not self._over:
            self.stop()
            await self._close(code)
