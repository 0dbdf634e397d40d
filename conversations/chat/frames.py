"""Events of the engine as frames of the protocol."""

from django.conf import settings

from conversations.chat.opening import Opened
from conversations.chat.protocol import (
    DeltaFrame,
    DeltaResetFrame,
    Limits,
    MessageFrame,
    NoticeFrame,
    ServerFrame,
    StepFrame,
    TurnCompletedFrame,
    TurnFailedFrame,
    Welcome,
)
from conversations.codes import NoticeCode
from conversations.engine import graphs
from conversations.engine.events import (
    Delta,
    DeltaReset,
    Notice,
    SessionEnded,
    SessionEvent,
    StepStarted,
    TurnCompleted,
    TurnFailed,
    TurnStarted,
    VisibleMessage,
)
from conversations.engine.values import SessionView
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
            return MessageFrame(
                n=event.n, turn=event.turn, role=event.role, text=event.text, at=event.at, id=event.client_id
            )
        case Notice():
            return NoticeFrame(code=event.code, message=event.message)
        case TurnCompleted():
            return TurnCompletedFrame(turn=event.turn, completed=event.completed)
        case TurnFailed():
            return TurnFailedFrame(
                turn=event.turn, code=event.code, message=event.message, retryable=event.retryable
            )
        case SessionEnded():
            return NoticeFrame(code=NoticeCode.SESSION_ENDED, message="This conversation was ended.")
        case TurnStarted():
            return None


def welcome_of(opened: Opened, view: SessionView, after: int) -> Welcome:
    """The frame that opens a session."""
    graph = graphs.get(view.session.graph)
    newest = view.newest_turn
    return Welcome(
        session=str(opened.session),
        token=opened.token,
        graph=graph.name,
        title=graph.display_title,
        greeting=graph.greeting,
        status=view.session.status,
        after=after,
        first=view.messages[0].number if view.messages else None,
        limits=Limits(message_length=settings.EZGRAPH_MAX_MESSAGE_LENGTH),
        turn=newest.number if newest and newest.status in (TurnStatus.RUNNING, *DUE) else None,
    )
