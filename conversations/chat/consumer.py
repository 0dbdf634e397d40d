"""The WebSocket consumer: one connection of one tab."""

import asyncio
import logging
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from pydantic import ValidationError

from conversations import live
from conversations.access import AccessDenied, origins
from conversations.chat.opening import open_session
from conversations.chat.protocol import (
    CLIENT_FRAME,
    HELLO_SECONDS,
    LONGEST_FRAME,
    Accepted,
    AnyClientFrame,
    Cancel,
    CloseCode,
    End,
    ErrorFrame,
    Hello,
    Ping,
    Pong,
    Retry,
    SendMessage,
    ServerFrame,
)
from conversations.chat.seat import Seat
from conversations.codes import Code
from conversations.engine import TurnRequest, engine
from conversations.engine.errors import EngineError, SessionBusy
from conversations.engine.events import SESSION_EVENT, SessionEnded
from conversations.engine.launching import go_on_if_possible
from conversations.engine.running import carry_through, in_background
from providers.validation import fault_texts

logger = logging.getLogger(__name__)

SORRY = "Please try again in a moment."


class ChatConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels has no types
    """Takes a tab's frames; its seat tells it what happens in its session."""

    async def connect(self) -> None:
        """Accept, and give the client a few seconds to say hello."""
        self.seat: Seat | None = None
        self.gone = False
        await self.accept()
        self.patience = in_background(self._expect_hello())

    async def disconnect(self, code: int) -> None:
        """Leave the session; its turn goes on."""
        self.gone = True
        self.patience.cancel()
        await self._leave()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take one frame. A bad one is answered with an error and changes nothing."""
        if text_data is None:
            await self._say(ErrorFrame(code=Code.INVALID, message="Send text frames that hold JSON."))
        elif len(text_data.encode("utf-8", "replace")) > LONGEST_FRAME:
            await self._say(ErrorFrame(code=Code.TOO_LARGE, message="The frame is too large."))
            await self._close(CloseCode.TOO_LARGE)
        else:
            await self._take(text_data)

    async def session_event(self, message: dict[str, Any]) -> None:
        """Hear what happened in a session through the channel layer."""
        for event in message["events"]:
            if self.seat is not None and message["session"] == self.seat.opened.session.hex:
                await self.seat.hear(message["run"], SESSION_EVENT.validate_python(event))

    async def _take(self, text: str) -> None:
        try:
            frame = CLIENT_FRAME.validate_json(text)
        except ValidationError as error:
            await self._say(ErrorFrame(code=Code.INVALID, message=fault_texts(error)[0]))
            return
        try:
            await self._handle(frame)
        except EngineError as error:
            await self._refuse(frame, error.code, error.message, error.turn)
        except AccessDenied as error:
            await self._refuse(frame, error.code, error.message)
        except Exception:
            logger.exception("A chat frame could not be handled.")
            await self._refuse(frame, Code.UNAVAILABLE, SORRY)

    async def _refuse(self, frame: AnyClientFrame, code: Code, message: str, turn: int | None = None) -> None:
        """Say why a frame was not taken, and which message or turn it was about."""
        message_id = frame.id if isinstance(frame, SendMessage) else None
        asked = frame.turn if isinstance(frame, Retry | Cancel) else turn
        await self._say(ErrorFrame(code=code, message=message, id=message_id, turn=asked))

    async def _handle(self, frame: AnyClientFrame) -> None:
        if isinstance(frame, Ping):
            await self._ping()
        elif isinstance(frame, Hello):
            await self._hello(frame)
        elif self.seat is None:
            await self._say(ErrorFrame(code=Code.INVALID, message="Say hello first."))
        elif isinstance(frame, SendMessage):
            await self._message(self.seat, frame)
        elif isinstance(frame, Retry):
            self.seat.follow(await engine.retry(self.seat.opened.session, frame.turn, stream=True))
        elif isinstance(frame, Cancel):
            await engine.cancel(self.seat.opened.session, frame.turn)
        elif isinstance(frame, End):
            await engine.end_session(self.seat.opened.session)
            await self.seat.tell(SessionEnded())

    async def _hello(self, hello: Hello) -> None:
        if not origins.is_own(self._header(b"origin"), self._header(b"host")):
            await self._say(ErrorFrame(code=Code.FORBIDDEN, message="This page may not use the chat."))
            await self._close(CloseCode.FORBIDDEN_ORIGIN)
            return
        seat, former = Seat(await open_session(hello), self._say), self.seat
        try:
            await self._leave()
            await live.join(seat.opened.session, self.channel_name)
            is_due = await seat.welcome(hello.after)
        except live.LayerAway as away:
            logger.warning("%s: a tab could not be seated; it may come again.", away)
            await self._close(CloseCode.UNAVAILABLE)
            return
        except Exception:
            logger.exception("A tab could not be seated; it may come again.")
            await self._close(CloseCode.UNAVAILABLE)
            return
        self.seat = seat
        self.patience.cancel()
        if former is not None and former.opened.session == seat.opened.session:
            seat.take_over(former)
        if is_due:
            carry_through(go_on_if_possible(seat.opened.session))

    async def _ping(self) -> None:
        """Answer at once, then tell what the channel layer lost: a quiet tab has no other way to notice.

        Nor has anybody another way to notice that the process of its turn is gone.
        """
        await self._say(Pong())
        if self.seat is None:
            return
        try:
            if await self.seat.catch_up():
                carry_through(go_on_if_possible(self.seat.opened.session))
        except EngineError:
            raise
        except Exception as error:
            name = type(error).__name__
            logger.warning("A tab could not be told what it missed (%s); its next ping asks again.", name)

    async def _message(self, seat: Seat, frame: SendMessage) -> None:
        request = TurnRequest(
            session=seat.opened.session, message=frame.text, client_id=frame.id, stream=True
        )
        try:
            running = await engine.start(request)
        except SessionBusy as busy:
            if not busy.same_message or busy.turn is None:
                raise
            await self._say(Accepted(id=frame.id, turn=busy.turn))
            seat.expect(busy.turn)
            return
        await self._say(Accepted(id=frame.id, turn=running.number))
        seat.follow(running)

    async def _say(self, frame: ServerFrame) -> None:
        if not self.gone:
            await self.send(text_data=frame.encoded())

    async def _close(self, code: CloseCode) -> None:
        await self.close(int(code))  # the server takes no enums

    async def _leave(self) -> None:
        if self.seat is not None:
            self.seat.leave()
            await live.leave(self.seat.opened.session, self.channel_name)

    def _header(self, name: bytes) -> str | None:
        value = dict(self.scope["headers"]).get(name)
        return None if value is None else value.decode("latin-1")

    async def _expect_hello(self) -> None:
        await asyncio.sleep(HELLO_SECONDS)
        await self._close(CloseCode.NO_HELLO)
