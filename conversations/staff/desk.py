"""Does what staff's page asks for, as long as whoever is logged in there may ask for it."""

import logging
from typing import Any, Final
from uuid import UUID

from pydantic import ValidationError

from conversations import clock, live
from conversations.chat.outbox import Outbox
from conversations.chat.pace import BAD_BURST, BAD_FRAMES_A_SECOND, Pace
from conversations.chat.passing_on import pass_on
from conversations.chat.protocol.client_frames import Ping
from conversations.chat.protocol.numbers import CloseCode
from conversations.chat.protocol.server_frames import ErrorFrame, Pong
from conversations.chat.seat import Seat
from conversations.codes import Code
from conversations.engine import engine
from conversations.engine.errors import EngineError
from conversations.engine.turns.launching import go_on_if_possible
from conversations.engine.turns.running import carry_through
from conversations.staff.badge import Badge, badge_of
from conversations.staff.client_frames import (
    STAFF_FRAME,
    AnyStaffFrame,
    Follow,
    HandBack,
    Say,
    TakeOver,
    Typing,
)
from conversations.staff.colleague import Colleague
from conversations.staff.protocol import StaffCloseCode
from conversations.staff.server_frames import SaidFrame
from providers.database import in_database
from providers.validation import fault_texts

logger = logging.getLogger(__name__)

SORRY: Final = "Please try again in a moment."

RECHECK_SECONDS: Final = 1.0
"""How long what happens in a session is passed on without looking at the rights of whoever hears it."""


class StaffDesk:
    """Serves one page of somebody who logged in under `key`; `channel` hears the channel layer."""

    def __init__(self, key: str, channel: str, outbox: Outbox) -> None:
        self.seat: Seat[Colleague] | None = None
        self._key = key
        self._channel = channel
        self._outbox = outbox
        self._say = outbox.put
        self._bad_frames = Pace(BAD_BURST, BAD_FRAMES_A_SECOND)
        self._checked_at = 0.0

    @property
    def is_seated(self) -> bool:
        """Whether the page follows a session."""
        return self.seat is not None

    @property
    def is_waiting(self) -> bool:
        """Never: staff's pages wait for no turn of their own."""
        return False

    async def take(self, text: str) -> None:
        """Take one frame, where whoever is logged in may send it at this moment."""
        try:
            frame = STAFF_FRAME.validate_json(text)
        except ValidationError as error:
            await self.refuse_bad(fault_texts(error)[0])
            return
        try:
            badge = await self._badge()
            if badge is not None:
                await self._handle(frame, badge)
        except EngineError as error:
            await self._refuse(frame, error.code, error.message)
        except Exception:
            logger.exception("A frame of staff could not be handled.")
            await self._refuse(frame, Code.UNAVAILABLE, SORRY)

    async def refuse_bad(self, message: str) -> None:
        """Say what is wrong with what is no frame; send away who goes on like that."""
        await self._say(ErrorFrame(code=Code.INVALID, message=message))
        if self._bad_frames.is_too_fast():
            await self._outbox.finish(CloseCode.BAD_FRAMES)

    async def hear(self, message: dict[str, Any]) -> None:
        """Hear what happened in the session, as long as whoever is logged in may."""
        if self.seat is None:
            return
        try:
            is_stale = clock.elapsed() - self._checked_at > RECHECK_SECONDS
            if is_stale and await self._badge() is None:
                return
        except Exception as error:
            logger.warning("What happened was not told to staff's page (%s).", type(error).__name__)
            self.seat.miss()
            return
        await pass_on(message, self.seat, self._outbox)

    async def leave(self) -> None:
        """Leave the session; whoever has taken it over keeps it."""
        if self.seat is not None:
            self.seat.leave()
            await live.leave_as_staff(self.seat.sitter.session, self._channel)
            self.seat = None

    async def _badge(self) -> Badge | None:
        """Who is logged in now; None after sending somebody away who may not be here."""
        badge = await in_database(badge_of, self._key)
        if badge is None:
            await self.leave()
            await self._say(ErrorFrame(code=Code.UNAUTHENTICATED, message="Please log in again."))
            await self._outbox.finish(StaffCloseCode.LOGGED_OUT)
            return None
        self._checked_at = clock.elapsed()
        if self.seat is not None:
            self.seat.sitter.badge = badge
        return badge

    async def _handle(self, frame: AnyStaffFrame, badge: Badge) -> None:
        match frame:
            case Ping():
                await self._ping()
            case Follow():
                await self._follow(frame, badge)
            case _ if self.seat is None:
                await self._refuse(frame, Code.INVALID, "Follow a session first.")
            case _ if not badge.may_take_over:
                await self._refuse(frame, Code.FORBIDDEN, "You may not write to customers.")
            case _:
                await self._write(frame, self.seat.sitter.session, badge)

    async def _write(self, frame: AnyStaffFrame, session: UUID, badge: Badge) -> None:
        match frame:
            case TakeOver():
                await engine.take_over(session, badge.staff)
            case Say():
                message = await engine.say(session, badge.staff, frame.text, frame.id)
                await self._say(SaidFrame(id=frame.id, n=message.n))
            case Typing():
                await engine.tell_typing(session, badge.staff)
            case HandBack():
                await engine.hand_back(session, badge.staff)

    async def _follow(self, frame: Follow, badge: Badge) -> None:
        seat = Seat(Colleague(frame.session, badge), self._say)
        await self.leave()
        try:
            await live.join_as_staff(frame.session, self._channel)
            is_due = await seat.welcome(frame.after)
        except EngineError:
            await live.leave_as_staff(frame.session, self._channel)
            raise
        except Exception as error:
            logger.warning("Staff's page could not be seated (%s); it may come again.", type(error).__name__)
            await self._outbox.finish(CloseCode.UNAVAILABLE)
            return
        self.seat = seat
        if is_due:
            carry_through(go_on_if_possible(frame.session))

    async def _ping(self) -> None:
        """Answer at once, then tell what the channel layer lost."""
        await self._say(Pong())
        if self.seat is not None:
            await self.seat.look_after()

    async def _refuse(self, frame: AnyStaffFrame, code: Code, message: str) -> None:
        """Say why a frame was not taken, and which text it was about."""
        text = frame.id if isinstance(frame, Say) else None
        await self._say(ErrorFrame(code=code, message=message, id=text))
