"""Who sits in a seat, and what they are shown."""

from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from conversations.access import AccessDenied
from conversations.chat.opening import NOT_VALID, Opened, read_welcome
from conversations.chat.protocol.frames import frame_of, welcome_of
from conversations.chat.protocol.server_frames import ServerFrame
from conversations.codes import Code
from conversations.engine.events import SessionEvent, SessionRated
from conversations.engine.records import SessionView


class TokenVoid(AccessDenied):
    """The token that opened the connection was revoked since."""


@dataclass(frozen=True)
class Welcomed:
    """The frame that opens a session, and how the session stood: `after` is the last number seen."""

    frame: ServerFrame
    view: SessionView
    rating: SessionRated | None
    after: int


class Sitter(Protocol):
    """Somebody who follows a session."""

    @property
    def session(self) -> UUID:
        """Which one."""
        ...

    async def welcome(self, after: int) -> Welcomed:
        """What they are told first; `after` is the last number that they have seen."""
        ...

    def check_epoch(self, epoch: int) -> None:
        """Raise TokenVoid where they may follow it no longer, now that the session's epoch is this."""
        ...

    def frame_of(self, event: SessionEvent) -> ServerFrame | None:
        """The frame that tells them an event; None where they are not told."""
        ...


@dataclass(frozen=True)
class Customer:
    """The customer, in one of their tabs."""

    opened: Opened

    @property
    def session(self) -> UUID:
        """Which session is theirs."""
        return self.opened.session

    async def welcome(self, after: int) -> Welcomed:
        """The welcome of the protocol."""
        view, rating = await read_welcome(self.opened, after)
        seen = min(after, view.session.last_number)
        return Welcomed(welcome_of(self.opened, view, rating, seen), view, rating, seen)

    def check_epoch(self, epoch: int) -> None:
        """Raise TokenVoid where the token that opened the connection is void."""
        if epoch != self.opened.epoch:
            raise TokenVoid(Code.UNAUTHENTICATED, NOT_VALID)

    def frame_of(self, event: SessionEvent) -> ServerFrame | None:
        """The frame that customers get."""
        return frame_of(event)
