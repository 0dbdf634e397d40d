"""What a tab was told of the turns of its session."""

from conversations.codes import Code
from conversations.engine.events import (
    DecisionMade,
    Event,
    SessionEvent,
    TurnCompleted,
    TurnFailed,
    TurnStarted,
    VisibleMessage,
)
from conversations.models.states import TurnStatus


class ToldTurns:
    """Which turns run and how others ended, as far as the tab knows."""

    def __init__(self) -> None:
        self._running: set[int] = set()
        self._ended: dict[int, TurnStatus] = {}

    @property
    def running(self) -> frozenset[int]:
        """Turns that run, as the tab believes."""
        return frozenset(self._running)

    def runs(self, turn: int) -> None:
        """The tab was told that a turn runs or waits."""
        self._running.add(turn)
        self._ended.pop(turn, None)

    def ended(self, turn: int, status: TurnStatus) -> None:
        """The tab was told how a turn ended."""
        self._running.discard(turn)
        self._ended[turn] = status

    def knows(self, turn: int, status: TurnStatus) -> bool:
        """Whether the tab was told that a turn ended like this."""
        return self._ended.get(turn) == status

    def is_late(self, event: SessionEvent) -> bool:
        """Whether an event is of a turn whose end was told: another process may hear of that later.

        A decision is on record whenever it is told.
        """
        if not isinstance(event, Event) or isinstance(event, TurnStarted | DecisionMade):
            return False
        return event.turn in self._ended

    def note(self, event: SessionEvent) -> None:
        """The tab is told this event."""
        match event:
            case VisibleMessage() | DecisionMade():
                """It says nothing of how a turn stands."""
            case TurnCompleted():
                self.ended(event.turn, TurnStatus.COMPLETED)
            case TurnFailed():
                cancelled = event.code == Code.TURN_CANCELLED
                self.ended(event.turn, TurnStatus.CANCELLED if cancelled else TurnStatus.FAILED)
            case Event():
                self.runs(event.turn)
