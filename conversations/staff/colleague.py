"""Somebody of staff in the seat of a session: what they are shown of it."""

from dataclasses import dataclass
from uuid import UUID

from conversations.chat.opening import read_view
from conversations.chat.protocol.frames import frame_of
from conversations.chat.protocol.server_frames import ServerFrame
from conversations.chat.sitting import Welcomed
from conversations.engine.events import (
    DecisionMade,
    HandedBack,
    HandedOver,
    SessionEnded,
    SessionEvent,
    StaffTyping,
    StepStarted,
    TurnFailed,
)
from conversations.engine.records import SessionView
from conversations.engine.staff import Holder
from conversations.models.states import DUE, TurnStatus
from conversations.staff.badge import Badge
from conversations.staff.server_frames import (
    DecisionFrame,
    EndedFrame,
    HandedBackFrame,
    HandedOverFrame,
    HolderNow,
    StaffStepFrame,
    StaffTurnFailedFrame,
    StateFrame,
)


@dataclass
class Colleague:
    """Follows a session with the rights of `badge`, which whoever asks for them keeps fresh."""

    session: UUID
    badge: Badge

    async def welcome(self, after: int) -> Welcomed:
        """How the session stands."""
        view = await read_view(self.session, after)
        seen = min(after, view.session.last_number)
        return Welcomed(self._state(view, seen), view, None, seen)

    def check_epoch(self, epoch: int) -> None:
        """Nothing: it is visitors' tokens that become void."""

    def frame_of(self, event: SessionEvent) -> ServerFrame | None:
        """The frame that tells an event: the customer's, or what staff may know besides."""
        match event:
            case StepStarted():
                return StaffStepFrame(turn=event.turn, node=event.node)
            case TurnFailed():
                return StaffTurnFailedFrame(
                    turn=event.turn,
                    code=event.code,
                    message=event.message,
                    retryable=event.retryable,
                    cause=event.cause or None,
                )
            case DecisionMade():
                return _decision(event) if self.badge.may_see_decisions else None
            case HandedOver():
                return HandedOverFrame(name=event.name, you=event.staff == self.badge.staff.key)
            case HandedBack():
                return HandedBackFrame(name=event.name or None)
            case SessionEnded():
                return EndedFrame()
            case StaffTyping():
                return None
            case _:
                return frame_of(event)

    def _state(self, view: SessionView, after: int) -> StateFrame:
        newest = view.newest_turn
        return StateFrame(
            session=self.session,
            graph=view.session.graph,
            status=view.session.status,
            holder=None if view.holder is None else self._holder(view.holder),
            may_take_over=self.badge.may_take_over,
            after=after,
            first=view.messages[0].number if view.messages else None,
            turn=newest.number if newest and newest.status in (TurnStatus.RUNNING, *DUE) else None,
        )

    def _holder(self, holder: Holder) -> HolderNow:
        return HolderNow(name=holder.name, you=holder.staff == self.badge.staff.key)


def _decision(event: DecisionMade) -> DecisionFrame:
    return DecisionFrame(
        turn=event.turn,
        decision=event.decision,
        node=event.node,
        outcome=event.outcome,
        answered_by=event.answered_by,
        model=event.model,
        answers=event.answers,
    )
