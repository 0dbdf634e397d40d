"""The WebSocket consumer: the life of one connection of one tab, whoever sits at it."""

import asyncio
from abc import ABC, abstractmethod
from enum import IntEnum
from typing import Any, Protocol

from channels.generic.websocket import AsyncWebsocketConsumer

from conversations import clock
from conversations.access import limits
from conversations.chat import connected
from conversations.chat.caller import caller_of
from conversations.chat.desk import Desk
from conversations.chat.outbox import Outbox
from conversations.chat.pace import BURST, FRAMES_A_SECOND, Pace
from conversations.chat.protocol.numbers import HELLO_SECONDS, IDLE_SECONDS, LONGEST_FRAME, CloseCode
from conversations.chat.protocol.server_frames import ErrorFrame, NoticeFrame
from conversations.codes import Code, NoticeCode


class TabDesk(Protocol):
    """Does what a tab asks for."""

    @property
    def is_seated(self) -> bool:
        """Whether the tab follows a session."""
        ...

    @property
    def is_waiting(self) -> bool:
        """Whether a turn of its own runs in this process."""
        ...

    async def take(self, text: str) -> None:
        """Take one frame."""
        ...

    async def refuse_bad(self, message: str) -> None:
        """Say what is wrong with what is no frame."""
        ...

    async def hear(self, message: dict[str, Any]) -> None:
        """Hear what happened in a session through the channel layer."""
        ...

    async def leave(self) -> None:
        """Leave the session."""
        ...


class TabConsumer(AsyncWebsocketConsumer, ABC):  # type: ignore[misc]  # Channels has no types
    """Takes a tab's frames to its desk, and what is said there to the tab.

    A connection that was refused never gets a desk.
    """

    desk: TabDesk | None = None

    @abstractmethod
    def open_desk(self) -> TabDesk:
        """The desk that serves this connection."""

    async def connect(self) -> None:
        """Accept, and give the client a few seconds to say what it wants."""
        self.caller = caller_of(self.scope)
        self.pace = Pace(BURST, FRAMES_A_SECOND)
        self.heard_at = clock.elapsed()
        self.gone = False
        await self.accept()
        self.outbox = Outbox(self._send_text, self._close)
        self.desk = self.open_desk()
        self.patience = asyncio.get_running_loop().create_task(self._watch())
        refusal = await limits.admit(limits.Kind.CONNECTION, address=self.caller.address)
        limits.connections.enter(self.caller.address)
        connected.enter(self)
        if refusal is not None:
            notice = NoticeFrame(code=NoticeCode.SLOW_DOWN, message=refusal.message, seconds=refusal.seconds)
            await self.dismiss(notice, CloseCode.RATE_LIMITED)

    async def disconnect(self, code: int) -> None:
        """Leave the session; its turn goes on."""
        if self.desk is None:
            return
        self.gone = True
        connected.leave(self)
        limits.connections.leave(self.caller.address)
        self.patience.cancel()
        self.outbox.stop()
        await self.desk.leave()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take one frame, unless it is too large or one too many."""
        if self.desk is None or self.gone:
            return
        self.heard_at = clock.elapsed()
        if self.pace.is_too_fast():
            await self.outbox.put(ErrorFrame(code=Code.RATE_LIMITED, message="Too many frames at once."))
            await self.outbox.finish(CloseCode.RATE_LIMITED)
        elif text_data is None:
            await self.desk.refuse_bad("Send text frames that hold JSON.")
        elif len(text_data.encode("utf-8", "replace")) > LONGEST_FRAME:
            await self.outbox.put(ErrorFrame(code=Code.TOO_LARGE, message="The frame is too large."))
            await self.outbox.finish(CloseCode.TOO_LARGE)
        else:
            await self.desk.take(text_data)

    async def session_event(self, message: dict[str, Any]) -> None:
        """Hear what happened in a session through the channel layer."""
        if self.desk is not None:
            await self.desk.hear(message)

    async def session_revoked(self, message: dict[str, Any]) -> None:
        """Hear that visitors' tokens of the session were revoked: nothing to who follows it otherwise."""

    @property
    def is_waiting(self) -> bool:
        """Whether a turn of its own runs in this process."""
        return self.desk is not None and self.desk.is_waiting

    async def dismiss(self, goodbye: NoticeFrame, code: IntEnum) -> None:
        """Say this, and close."""
        await self.outbox.put(goodbye)
        await self.outbox.finish(code)

    async def _send_text(self, text: str) -> None:
        await self.send(text_data=text)

    async def _close(self, code: IntEnum) -> None:
        self.gone = True
        await self.close(int(code))  # the server takes no enums

    async def _watch(self) -> None:
        """Send away who does not say hello, or falls silent."""
        await asyncio.sleep(HELLO_SECONDS)
        if self.desk is None or not self.desk.is_seated:
            await self.outbox.finish(CloseCode.NO_HELLO)
            return
        while True:
            left = self.heard_at + IDLE_SECONDS - clock.elapsed()
            if left <= 0:
                break
            await asyncio.sleep(left)
        await self.outbox.finish(CloseCode.IDLE)


class ChatConsumer(TabConsumer):
    """Serves a customer's tab."""

    desk: Desk | None = None

    async def session_revoked(self, message: dict[str, Any]) -> None:
        """Turn the tab out where its token is void."""
        if self.desk is not None:
            await self.desk.look_at_token()

    def open_desk(self) -> Desk:
        """The customers' desk."""
        return Desk(self.caller, self.channel_name, self.outbox)
