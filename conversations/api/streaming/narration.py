"""Tells one reader what happens in a turn: each event that has an id once, in order."""

from collections.abc import Callable
from typing import Any

from conversations.api.serializers import MessageSerializer
from conversations.api.shapes import shown
from conversations.api.streaming.frames import frame
from conversations.api.streaming.positions import END, STARTED, Position
from conversations.engine import TurnResult
from conversations.engine.errors import EngineError
from conversations.engine.events import (
    Delta,
    DeltaReset,
    Notice,
    SessionEvent,
    StepStarted,
    TurnStarted,
    VisibleMessage,
)


class Narration:
    """`after` is the last event that the reader has, `shown` renders a result for this reader.

    `for_integration` tells names of nodes, too, which customers do not see.
    """

    def __init__(
        self, after: Position | None, shown: Callable[[TurnResult], dict[str, Any]], *, for_integration: bool
    ) -> None:
        self._after = after
        self._shown = shown
        self._for_integration = for_integration

    def of(self, event: SessionEvent) -> str | None:
        """An event's frame; None where the reader has it, and for the end, which `ended` tells."""
        match event:
            case TurnStarted():
                started = {"turn": event.turn, "client_id": event.client_id}
                return self._once("turn_started", started, Position(event.turn, STARTED))
            case VisibleMessage():
                return self._once("message", shown(MessageSerializer, event), Position(event.turn, event.n))
            case StepStarted():
                node = {"node": event.node} if self._for_integration else {}
                return frame("step_started", {"turn": event.turn, **node})
            case Delta():
                return frame("delta", {"turn": event.turn, "text": event.text})
            case DeltaReset():
                return frame("delta_reset", {"turn": event.turn})
            case Notice():
                told = {"turn": event.turn, "code": event.code, "message": event.message}
                return frame("notice", told)
        return None

    def ended(self, result: TurnResult) -> str | None:
        """The end of a turn, with what an answer without a stream holds."""
        event = "turn_completed" if result.success else "turn_failed"
        return self._once(event, self._shown(result), Position(result.turn, END))

    def broken_off(self, turn: int, error: EngineError) -> str | None:
        """The end of a turn that has no result, such as one that was cancelled."""
        told = {"turn": turn, "code": error.code, "message": error.message}
        return self._once("turn_failed", told, Position(turn, END))

    def _once(self, event: str, data: dict[str, Any], position: Position) -> str | None:
        after = self._after
        if after is not None and after.turn == position.turn and after.place >= position.place:
            return None
        self._after = position
        return frame(event, data, position)
