"""A turn as a stream of server-sent events (text/event-stream): what happens, while it happens."""

from conversations.api.streaming.counting import check_room, counted
from conversations.api.streaming.following import follow_rows, follow_running
from conversations.api.streaming.frames import EVENT_STREAM
from conversations.api.streaming.narration import Narration
from conversations.api.streaming.positions import Position
from conversations.api.streaming.responses import event_stream

__all__ = [
    "EVENT_STREAM",
    "Narration",
    "Position",
    "check_room",
    "counted",
    "event_stream",
    "follow_rows",
    "follow_running",
]
