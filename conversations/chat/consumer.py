"""The WebSocket consumer: one connection, one tab, one session."""

import asyncio
import logging
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from pydantic import ValidationError

from conversations import live
from conversations.access import AccessDenied, origins
from conversations.chat.frames import frame_of, welcome_of
from conversations.chat.opening import Opened, open_session, read_view
from conversations.chat.protocol import (
    CLIENT_FRAME,
    HELLO_SECONDS,
    LONGEST_FRAME,
    Accepted,
    AnyClientFrame,
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
from conversations.codes import Code
from conversations.engine import TurnRequest, engine
from conversations.engine.errors import EngineError, SessionBusy
from conversations.engine.events import SESSION_EVENT, SessionEvent, VisibleMessage
from conversations.engine.rendering import closing_event, failed_result, interruption, visible_message
from conversations.engine.running import RunningTurn, in_background
from conversations.engine.values import SessionView
from conversations.models.states import TurnStatus

logger = logging.getLogger(__name__)


class ChatConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels has no types
    """Speaks the protocol with one tab.

    The tab's own turns are followed in this process; all others are heard through the channel
    layer, which may lose events: every visible message is checked against the last number sent,
    and a gap is filled from the database.
    """

    async def connect(self) -> None:
        """Accept, and give the client a few seconds to say hello."""
        self.opened: Opened | None = None
        self.shown = 0
        self.gone = False
        self.own_turns: set[int] = set()
        self.sending = asyncio.Lock()
        await self.accept()
        self.patience = in_background(self._expect_hello())

    async def disconnect(self, code: int) -> None:
        """Leave the session's group; its turn goes on."""
        self.gone = True
        self.patience.cancel()
        await self._leave()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take one frame. A bad one is answered with an error and changes nothing."""
        if text_data is None:
            await self._say(ErrorFrame(code=Code.INVALID, message="Send text frames that hold JSON."))
        elif len(text_data.encode("utf-8", "replace")) > LONGEST_FRAME:
            await self._say(ErrorFrame(code=Code.TOO_LARGE, message="The frame is too large."))
            await self.close(CloseCode.TOO_LARGE)
        else:
            await self._take(text_data)

    async def _take(self, text: str) -> None:
        try:
            frame = CLIENT_FRAME.validate_json(text)
        except ValidationError as error:
            await self._say(ErrorFrame(code=Code.INVALID, message=_first_fault(error)))
            return
        message_id = frame.id if isinstance(frame, SendMessage) else None
        try:
            await self._handle(frame)
        except SessionBusy as busy:
            turn = busy.details.get("turn")
            await self._say(ErrorFrame(code=busy.code, message=busy.message, id=message_id, turn=turn))
        except (EngineError, AccessDenied) as error:
            await self._say(ErrorFrame(code=error.code, message=error.message, id=message_id))
        except Exception:
            logger.exception("A chat frame could not be handled.")
            sorry = "Please try again in a moment."
            await self._say(ErrorFrame(code=Code.UNAVAILABLE, message=sorry, id=message_id))

    async def _handle(self, frame: AnyClientFrame) -> None:
        if isinstance(frame, Ping):
            await self._say(Pong())
        elif isinstance(frame, Hello):
            await self._hello(frame)
        elif self.opened is None:
            await self._say(ErrorFrame(code=Code.INVALID, message="Say hello first."))
        elif isinstance(frame, SendMessage):
            await self._message(self.opened, frame)
        elif isinstance(frame, Retry):
            self._accompany(await engine.retry(self.opened.session, frame.turn, stream=True))
        elif isinstance(frame, End):
            await engine.end_session(self.opened.session)

    async def _hello(self, hello: Hello) -> None:
        if not origins.is_own(self._origin()):
            await self._say(ErrorFrame(code=Code.FORBIDDEN, message="This page may not use the chat."))
            await self.close(CloseCode.FORBIDDEN_ORIGIN)
            return
        opened = await open_session(hello)
        await self._leave()
        self.opened, self.shown = opened, hello.after
        self.patience.cancel()
        await self.channel_layer.group_add(live.group_of(opened.session), self.channel_name)
        async with self.sending:
            view = await read_view(opened, hello.after)
            await self._say(welcome_of(opened, view, hello.after))
            await self._show(view)

    async def _message(self, opened: Opened, frame: SendMessage) -> None:
        request = TurnRequest(session=opened.session, message=frame.text, client_id=frame.id, stream=True)
        try:
            running = await engine.start(request)
        except SessionBusy as busy:
            if not busy.details.get("same_message"):
                raise
            await self._say(Accepted(id=frame.id, turn=busy.details["turn"]))
            return
        await self._say(Accepted(id=frame.id, turn=running.number))
        self._accompany(running)

    async def session_event(self, message: dict[str, Any]) -> None:
        """Hear an event through the channel layer; the tab's own turns are followed directly."""
        event = SESSION_EVENT.validate_python(message["event"])
        if getattr(event, "turn", None) not in self.own_turns:
            await self._tell(event)

    def _accompany(self, running: RunningTurn) -> None:
        self.own_turns.add(running.number)
        in_background(self._follow(running))

    async def _follow(self, running: RunningTurn) -> None:
        async for event in running.follow():
            await self._tell(event)
        try:
            await running.result()
        except Exception as error:
            await self._tell(interruption(running.number, error))
        finally:
            self.own_turns.discard(running.number)

    async def _tell(self, event: SessionEvent) -> None:
        async with self.sending:
            if isinstance(event, VisibleMessage):
                await self._tell_message(event)
            elif frame := frame_of(event):
                await self._say(frame)

    async def _tell_message(self, event: VisibleMessage) -> None:
        if event.n <= self.shown:
            return
        if event.n > self.shown + 1 and self.opened is not None:
            await self._show(await read_view(self.opened, self.shown))
            return
        self.shown = event.n
        await self._say_event(event)

    async def _show(self, view: SessionView) -> None:
        """Send stored messages, and how the newest turn ended where that needs an answer."""
        for message in view.messages:
            await self._say_event(visible_message(message))
            self.shown = message.number
        newest = view.newest_turn
        if newest is not None and newest.status in (TurnStatus.FAILED, TurnStatus.INTERRUPTED):
            await self._say_event(closing_event(failed_result(view.session.id, newest)))

    async def _say_event(self, event: SessionEvent) -> None:
        if frame := frame_of(event):
            await self._say(frame)

    async def _say(self, frame: ServerFrame) -> None:
        if not self.gone:
            await self.send(text_data=frame.encoded())

    async def _leave(self) -> None:
        if self.opened is not None:
            await self.channel_layer.group_discard(live.group_of(self.opened.session), self.channel_name)

    def _origin(self) -> str | None:
        headers = dict(self.scope["headers"])
        origin = headers.get(b"origin")
        return None if origin is None else origin.decode("latin-1")

    async def _expect_hello(self) -> None:
        await asyncio.sleep(HELLO_SECONDS)
        await self.close(CloseCode.NO_HELLO)


def _first_fault(error: ValidationError) -> str:
    fault = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(map(str, fault["loc"]))
    return f"{place}: {fault['msg']}" if place else str(fault["msg"])
