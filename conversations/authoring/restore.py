"""What a graph may decide when a customer comes back to a session."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum


class Restore(Enum):
    """Answers of `on_restore`."""

    KEEP = "keep"
    """Go on where the session stands."""
    START_AFRESH = "start_afresh"
    """Begin anew under the same id: first node, no channels; models no longer see what was said."""


@dataclass(frozen=True)
class RestoredSession:
    """A session as it is found. `idle` counts from its last visible message."""

    id: str
    cursor: str
    status: str
    created_at: datetime
    idle: timedelta
