"""Does what a client asks for: frame by frame, each answered with what it led to or with an error."""

import logging
from typing import Any

from pydantic import ValidationError

from conversations import access, live
from conversations.access import AccessDenied, Throttled, limits
from conversations.chat.caller import Caller
from conversations.chat.opening import NOT_VALID, Opened, TokenExpired, open_instead, open_session
from conversations.chat.outbox import Outbox
from conversations.chat.pace import BAD_BURST, BAD_FRAMES_A_SECOND, Pace
from conversations.chat.passing_on import pass_on
from conversations.chat.protocol.client_frames import (
    CLIENT_FRAME,
    AnyClientFrame,
    Cancel,
    End,
    Hello,
    More,
    Ping,
    Rate,
    Restart,
    Retry,
    SendMessage,
)
from conversations.chat.protocol.frames import frame_of, older_frame
from conversations.chat.protocol.numbers import MOST_MESSAGES, CloseCode
from conversations.chat.protocol.server_frames import Accepted, ErrorFrame, NoticeFrame, Pong
from conversations.chat.seat import Seat
from conversations.chat.sitting import Customer, TokenVoid
from conversations.codes import Code, NoticeCode
from conversations.engine import TurnRequest, engine, store
from conversations.engine.errors import EngineError, SessionBusy, TurnCancelled
from conversations.engine.events import SessionEnded, SessionRated
from conversations.engine.rendering import interruption
from conversations.engine.turns.launching import go_on_if_possible
from conversations.engine.turns.running import carry_through
from providers.database import in_database
from providers.validation import fault_texts

logger = logging.getLogger(__name__)

SORRY = "Please try again in a moment."
EXPIRED = "Your earlier conversation has expired, so this one starts from the beginning."


class Desk:
    """Serves one connection, whose frames go by `outbox`; `channel` hears the channel layer."""

    def __init__(self, caller: Caller, channel: str, outbox: Outbox) -> None:
        self.seat: Seat[Customer] | None = None
        self._caller = caller
        self._channel = channel
        self._outbox = outbox
        self._say = outbox.put
        self._close = outbox.finish
        self._bad_frames = Pace(BAD_BURST, BAD_FRAMES_A_SECOND)

    @property
    def is_seated(self) -> bool:
        """Whether the tab has opened a session."""
        return self.seat is not None

    @property
    def is_waiting(self) -> bool:
        """Whether a turn of its own runs in this process."""
        return self.seat is not None and self.seat.follows_a_turn

    async def take(self, text: str) -> None:
        """Take one frame. A bad one is answered with an error and changes nothing."""
        try:
            frame = CLIENT_FRAME.validate_json(text)
        except ValidationError as error:
            await self.refuse_bad(fault_texts(error)[0])
            return
        try:
            await self._handle(frame)
        except EngineError as error:
            await self._refuse(frame, error.code, error.message, error.turn)
        except Throttled as error:
            await self._refuse(frame, error.code, error.message)
            await self._slow_down(error)
        except AccessDenied as error:
            await self._deny(frame, error)
        except Exception:
            logger.exception("A chat frame could not be handled.")
            await self._refuse(frame, Code.UNAVAILABLE, SORRY)

    async def refuse_bad(self, message: str) -> None:
        """Say what is wrong with what is no frame of the protocol; send away who goes on like that."""
        await self._say(ErrorFrame(code=Code.INVALID, message=message))
        if self._bad_frames.is_too_fast():
            await self._close(CloseCode.BAD_FRAMES)

    async def hear(self, message: dict[str, Any]) -> None:
        """Hear what happened in a session through the channel layer."""
        if self.seat is not None:
            await pass_on(message, self.seat, self._outbox)

    async def look_at_token(self) -> None:
        """Turn the tab out where its token is void."""
        if self.seat is None:
            return
        opened = self.seat.sitter.opened
        if await in_database(access.is_void, opened.session, opened.epoch):
            await self._turn_out()

    async def _turn_out(self) -> None:
        """Say that the token is void, and tell nothing more of the session."""
        await self.leave()
        self.seat = None
        await self._say(ErrorFrame(code=Code.UNAUTHENTICATED, message=NOT_VALID))

    async def leave(self) -> None:
        """Leave the session; its turn goes on."""
        if self.seat is not None:
            self.seat.leave()
            await live.leave(self.seat.sitter.opened.session, self._channel)

    async def _handle(self, frame: AnyClientFrame) -> None:
        match frame:
            case Hello():
                await self._sit_down(await open_session(frame, self._caller), frame.after)
            case Ping():
                await self._ping()
            case _ if self.seat is None:
                await self._say(ErrorFrame(code=Code.INVALID, message="Say hello first."))
            case _:
                await self.look_at_token()
                if self.seat is not None:
                    await self._handle_seated(self.seat, frame)

    async def _handle_seated(self, seat: Seat[Customer], frame: AnyClientFrame) -> None:
        session = seat.sitter.session
        match frame:
            case Restart():
                await self._sit_down(await open_instead(seat.sitter.opened, self._caller), after=0)
            case SendMessage():
                await self._message(seat, frame)
            case Retry():
                await self._admit(seat)
                seat.follow(await engine.retry(session, frame.turn, stream=True))
            case Cancel():
                await engine.cancel(session, frame.turn)
            case More():
                older = await in_database(
                    store.visible_messages, session, before=frame.before, limit=MOST_MESSAGES
                )
                await self._say(older_frame(older))
            case Rate():
                rating = SessionRated(value=frame.value, comment=frame.comment)
                await engine.rate(session, rating)
                await seat.tell(rating)
            case End():
                await engine.end_session(session)
                await seat.tell(SessionEnded())

    async def _sit_down(self, opened: Opened, after: int) -> None:
        """Take a seat in a session, in place of the one so far."""
        seat, former = Seat(Customer(opened), self._say), self.seat
        try:
            await self.leave()
            await live.join(opened.session, self._channel)
            is_due = await seat.welcome(after)
        except live.LayerAway:
            await self._close(CloseCode.UNAVAILABLE)
            return
        except Exception:
            logger.exception("A tab could not be seated; it may come again.")
            await self._close(CloseCode.UNAVAILABLE)
            return
        self.seat = seat
        if former is not None and former.sitter.session == opened.session:
            seat.take_over(former)
        if is_due:
            carry_through(go_on_if_possible(opened.session))

    async def _ping(self) -> None:
        """Answer at once, then tell what the channel layer lost: a quiet tab has no other way to notice.

        Nor has anybody another way to notice that the process of its turn is gone.
        """
        await self._say(Pong())
        if self.seat is None:
            return
        try:
            await self.seat.look_after()
        except TokenVoid:
            await self._turn_out()
        except EngineError:
            raise
        except Exception as error:
            name = type(error).__name__
            logger.warning("A tab could not be told what it missed (%s); its next ping asks again.", name)

    async def _message(self, seat: Seat[Customer], frame: SendMessage) -> None:
        await self._admit(seat, frame.text, frame.id)
        request = TurnRequest(
            session=seat.sitter.session, message=frame.text, client_id=frame.id, stream=True
        )
        try:
            running = await engine.start(request)
        except TurnCancelled as cancelled:
            if cancelled.turn is None:
                raise
            await self._say(Accepted(id=frame.id, turn=cancelled.turn))
            if end := frame_of(interruption(cancelled.turn, cancelled)):
                await self._say(end)
            return
        except SessionBusy as busy:
            if not busy.same_message or busy.turn is None:
                raise
            await self._say(Accepted(id=frame.id, turn=busy.turn))
            seat.expect(busy.turn)
            return
        await self._say(Accepted(id=frame.id, turn=running.number))
        seat.follow(running)

    async def _admit(self, seat: Seat[Customer], text: str = "", message_id: str | None = None) -> None:
        """Let a turn in; one that is stored already is no new one.

        Raises Throttled, and AccessDenied for a text that is too long for the graph.
        """
        refusal = await limits.admit(
            limits.Kind.MESSAGE,
            graph=seat.sitter.opened.graph,
            visitor=seat.sitter.session,
            address=self._caller.address,
            text=text,
        )
        if refusal is not None and not await self._is_stored(seat, message_id):
            raise refusal.as_denial()

    async def _is_stored(self, seat: Seat[Customer], message_id: str | None) -> bool:
        return message_id is not None and await in_database(
            store.has_message, seat.sitter.session, message_id
        )

    async def _deny(self, frame: AnyClientFrame, denial: AccessDenied) -> None:
        if isinstance(denial, TokenExpired):
            await self._say(NoticeFrame(code=NoticeCode.SESSION_EXPIRED, message=EXPIRED))
        await self._refuse(frame, denial.code, denial.message)
        if denial.code is Code.FORBIDDEN:
            await self._close(CloseCode.FORBIDDEN_ORIGIN)

    async def _slow_down(self, throttled: Throttled) -> None:
        await self._say(
            NoticeFrame(code=NoticeCode.SLOW_DOWN, message=throttled.message, seconds=throttled.seconds)
        )

    async def _refuse(self, frame: AnyClientFrame, code: Code, message: str, turn: int | None = None) -> None:
        """Say why a frame was not taken, and which message or turn it was about."""
        message_id = frame.id if isinstance(frame, SendMessage) else None
        asked = frame.turn if isinstance(frame, Retry | Cancel) else turn
        await self._say(ErrorFrame(code=code, message=message, id=message_id, turn=asked))
