"""A conversation as its customer saw it, with what the machine did between the bubbles."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import ClassVar, TypeAlias

from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime

from conversations.admin.sessions.conversation import Window
from conversations.admin.sessions.naming import speaker_of
from conversations.admin.sessions.turn_boxes import TurnBox, turn_box
from conversations.markup import html_of
from conversations.models import Message, MessageRole, Session, Takeover


@dataclass(frozen=True)
class Bubble:
    """A visible message. `html` is there for what is read as Markdown."""

    template: ClassVar[str] = "conversations/admin/sessions/bubble.html"

    message: Message
    html: SafeString | None
    is_erased: bool

    @property
    def side(self) -> str:
        """Whose side it stands on: customer, assistant or staff."""
        if self.message.role == MessageRole.HUMAN:
            return "customer"
        return "staff" if self.message.author else "assistant"

    @property
    def speaker(self) -> str:
        """Who speaks, in words."""
        return speaker_of(self.message)


@dataclass(frozen=True)
class Day:
    """A line before the first message of a day."""

    template: ClassVar[str] = "conversations/admin/sessions/day.html"

    day: date


@dataclass(frozen=True)
class Happening:
    """A line where something else happened: staff took over, or handed back."""

    template: ClassVar[str] = "conversations/admin/sessions/happening.html"

    at: datetime
    words: str


Item: TypeAlias = Bubble | TurnBox | Day | Happening


def timeline(session: Session, window: Window, takeovers: Sequence[Takeover]) -> list[Item]:
    """The window's turns as they follow each other: what was asked, what was done, what was answered."""
    items = _said_and_done(session, window)
    return list(_with_days(_with_happenings(items, _happenings(window, takeovers))))


def _said_and_done(session: Session, window: Window) -> Iterator[Bubble | TurnBox]:
    yield from (_bubble(session, message) for message in window.messages[None])
    for turn in window.turns:
        visible = [message for message in window.messages[turn.pk] if message.number is not None]
        asked = [message for message in visible if message.role == MessageRole.HUMAN]
        yield from (_bubble(session, message) for message in asked)
        yield turn_box(session, turn, window)
        yield from (_bubble(session, message) for message in visible if message.role != MessageRole.HUMAN)


def _bubble(session: Session, message: Message) -> Bubble:
    is_erased = session.erased_at is not None and not message.text
    written = message.role != MessageRole.HUMAN and not is_erased
    # The words were escaped where they were made HTML.
    html = mark_safe(html_of(message.text)) if written else None  # noqa: S308
    return Bubble(message, html, is_erased)


def _happenings(window: Window, takeovers: Iterable[Takeover]) -> list[Happening]:
    """Beginnings and ends of take-overs within the window, in order."""
    found = []
    for takeover in takeovers:
        found.append(Happening(takeover.began_at, f"{takeover.staff_name} took over"))
        if takeover.ended_at is not None:
            by = takeover.ended_by_name
            words = f"{by} handed back" if by else "The take-over ended with the session"
            found.append(Happening(takeover.ended_at, words))
    found.sort(key=lambda one: one.at)
    if not window.has_earlier or not window.turns:
        return found
    first = window.turns[0].accepted_at
    return [one for one in found if one.at >= first]


def _with_happenings(items: Iterable[Bubble | TurnBox], happenings: Sequence[Happening]) -> Iterator[Item]:
    waiting = list(happenings)
    for item in items:
        while waiting and waiting[0].at <= _moment(item):
            yield waiting.pop(0)
        yield item
    yield from waiting


def _with_days(items: Iterable[Item]) -> Iterator[Item]:
    day = None
    for item in items:
        if localtime(_moment(item)).date() != day:
            day = localtime(_moment(item)).date()
            yield Day(day)
        yield item


def _moment(item: Item) -> datetime:
    match item:
        case Bubble():
            return item.message.created_at
        case TurnBox():
            return item.turn.started_at or item.turn.accepted_at
        case Happening():
            return item.at
        case Day():
            raise TypeError(item)
