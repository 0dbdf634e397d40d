"""Events of the engine as frames of the protocol."""

from collections.abc import Sequence

from conversations.chat.opening import Opened
from conversations.chat.protocol.server_frames import (
    DeltaFrame,
    DeltaResetFrame,
    Limits,
    MessageFrame,
    NoticeFrame,
    OlderFrame,
    RatedFrame,
    RatingSoFar,
    ServerFrame,
    StepFrame,
    TurnCompletedFrame,
    TurnFailedFrame,
    Welcome,
)
from conversations.codes import NoticeCode
from conversations.engine import graphs
from conversations.engine.events import (
    DecisionMade,
    Delta,
    DeltaReset,
    HandedBack,
    HandedOver,
    Notice,
    OfStaff,
    SessionEnded,
    SessionEvent,
    SessionRated,
    StaffTyping,
    StepStarted,
    TurnCompleted,
    TurnFailed,
    TurnStarted,
    VisibleMessage,
    VisibleRole,
)
from conversations.engine.records import SessionView, StoredMessage
from conversations.engine.rendering import visible_message
from conversations.engine.staff import UNNAMED
from conversations.markup import html_of
from conversations.models.states import DUE, TurnStatus


def frame_of(event: SessionEvent) -> ServerFrame | None:
    """The frame that tells an event to a customer; None where customers are not told."""
    match event:
        case StepStarted():
            return StepFrame(turn=event.turn)
        case Delta():
            return DeltaFrame(turn=event.turn, text=event.text)
        case DeltaReset():
            return DeltaResetFrame(turn=event.turn)
        case VisibleMessage():
            return message_frame(event)
        case Notice():
            return NoticeFrame(code=NoticeCode(event.code), message=event.message)
        case SessionRated():
            return RatedFrame(value=event.value, comment=event.comment or None)
        case TurnCompleted():
            return TurnCompletedFrame(turn=event.turn, completed=event.completed)
        case TurnFailed():
            return TurnFailedFrame(
                turn=event.turn, code=event.code, message=event.message, retryable=event.retryable
            )
        case SessionEnded():
            return NoticeFrame(code=NoticeCode.SESSION_ENDED, message="This conversation was ended.")
        case HandedOver():
            return _staff_notice(NoticeCode.HANDED_OVER, "{} answers you from now on.", event)
        case HandedBack():
            return _staff_notice(NoticeCode.HANDED_BACK, "You are talking with our assistant again.", event)
        case StaffTyping():
            return _staff_notice(NoticeCode.STAFF_TYPING, "{} is writing.", event)
        case TurnStarted() | DecisionMade():
            return None


def _staff_notice(code: NoticeCode, message: str, event: OfStaff) -> NoticeFrame:
    name = event.shown_name or None
    return NoticeFrame(code=code, message=message.format(name or "Somebody of our staff"), name=name)


def message_frame(message: VisibleMessage) -> MessageFrame:
    """A message as a customer may see it; their own words are plain text."""
    is_own = message.role is VisibleRole.CUSTOMER
    return MessageFrame(
        n=message.n,
        turn=message.turn,
        role=message.role,
        author=None if message.author in ("", UNNAMED) else message.author,
        text=message.text,
        html=None if is_own else html_of(message.text),
        at=message.at,
        id=message.client_id,
        suggestions=message.suggestions or None,
    )


def older_frame(messages: Sequence[StoredMessage]) -> OlderFrame:
    """Older messages as a customer may see them, in order."""
    return OlderFrame(
        messages=tuple(message_frame(visible_message(message)) for message in messages),
        first=messages[0].number if messages else None,
    )


def welcome_of(opened: Opened, view: SessionView, rating: SessionRated | None, after: int) -> Welcome:
    """The frame that opens a session."""
    graph = graphs.get(view.session.graph)
    newest, holder = view.newest_turn, view.holder
    return Welcome(
        session=str(opened.session),
        token=opened.token,
        graph=graph.name,
        title=graph.display_title,
        greeting=graph.greeting,
        status=view.session.status,
        staff=(holder.shown_name or None) if holder else None,
        after=after,
        first=view.messages[0].number if view.messages else None,
        limits=Limits(message_length=opened.message_length, messages_per_minute=opened.messages_per_minute),
        turn=newest.number if newest and newest.status in (TurnStatus.RUNNING, *DUE) else None,
        rating=None if rating is None else RatingSoFar(value=rating.value, comment=rating.comment or None),
    )
