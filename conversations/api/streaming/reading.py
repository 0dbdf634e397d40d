"""What rows tell of a turn so far."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from conversations.engine import TurnResult, store
from conversations.engine.errors import EngineError, TurnCancelled
from conversations.engine.events import TurnEvent, TurnStarted
from conversations.engine.rendering import visible_message
from conversations.engine.store.sessions import stored_message
from conversations.models import Message
from conversations.models.states import TurnStatus


@dataclass(frozen=True)
class Told:
    """Events that rows can repeat, and how the turn ended: with a result or an error, if it did."""

    events: Sequence[TurnEvent]
    result: TurnResult | None = None
    error: EngineError | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes."""
        return self.result is not None or self.error is not None


def read_told(session: UUID, number: int) -> Told:
    """What rows tell of a turn. Raises TurnUnknown."""
    turn = store.read_turn(session, number)
    if turn.status in (TurnStatus.COMPLETED, TurnStatus.FAILED):
        events, result = store.retold(session, turn)
        return Told(events, result)
    if turn.status == TurnStatus.QUEUED:
        return Told(())
    started = TurnStarted(turn=number, client_id=turn.client_id)
    rows = Message.objects.filter(turn=turn.key, number__isnull=False, author="").select_related("turn")
    events = [started, *(visible_message(stored_message(row)) for row in rows.order_by("number"))]
    return Told(events, error=TurnCancelled(turn=number) if turn.status == TurnStatus.CANCELLED else None)
