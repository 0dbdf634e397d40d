"""Events in the form of text/event-stream."""

import json
from typing import Any, Final

from conversations.api.streaming.positions import Position

EVENT_STREAM: Final = "text/event-stream"

HEARTBEAT: Final = ": still here\n\n"
"""A comment: it keeps proxies from closing a stream in which nothing happens."""


def frame(event: str, data: dict[str, Any], position: Position | None = None) -> str:
    """One event. `position` is its id, where rows can repeat it."""
    id_line = "" if position is None else f"id: {position}\n"
    # JSON in ASCII holds no line breaks of its own.
    return f"{id_line}event: {event}\ndata: {json.dumps(data)}\n\n"
