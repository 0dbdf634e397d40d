"""The WebSocket protocol, version 1: its numbers. Its frames are in `client_frames` and `server_frames`."""

from enum import IntEnum
from typing import Final

PROTOCOL: Final = 1
"""Version of this protocol; a client that speaks another one is refused."""

LONGEST_FRAME: Final = 16 * 1024
"""Bytes of a client's longest frame."""

HELLO_SECONDS: Final = 10
"""A connection that has not said hello after this many seconds is closed."""

IDLE_SECONDS: Final = 15 * 60
"""A connection whose client sends nothing for so long is closed; a ping is enough to keep it."""

MOST_MESSAGES: Final = 100
"""Visible messages that a welcome or an `older` sends at most; older ones can be asked for."""


class CloseCode(IntEnum):
    """Why the chat closed a connection; `MEANINGS` says it in words. After each a client may come again.

    The server below it closes with codes of the WebSocket standard: 1000 for a connection that is a day old,
    1002 for what is no WebSocket frame, 1007 for a text that is no UTF-8, and 1009 for a frame over 1 MiB
    (TOO_LARGE up to there). It pings every 20 seconds, and drops a client that does not answer within 30.
    """

    RECONNECT = 4012
    BAD_FRAMES = 4400
    FORBIDDEN_ORIGIN = 4403
    NO_HELLO = 4408
    IDLE = 4410
    TOO_LARGE = 4413
    TOO_SLOW = 4420
    RATE_LIMITED = 4429
    UNAVAILABLE = 4503


MEANINGS: Final = {
    CloseCode.RECONNECT: "The process is being stopped. Come again at once, with the last number seen.",
    CloseCode.BAD_FRAMES: "Too many frames that were none of this protocol.",
    CloseCode.FORBIDDEN_ORIGIN: "The page may not use this graph's chat; staff can allow its origin.",
    CloseCode.NO_HELLO: f"No session was opened within {HELLO_SECONDS} seconds.",
    CloseCode.IDLE: f"The client sent nothing for {IDLE_SECONDS // 60} minutes, not even a ping.",
    CloseCode.TOO_LARGE: f"A frame was over {LONGEST_FRAME // 1024} KiB. It was not taken.",
    CloseCode.TOO_SLOW: "The client did not read what it was sent. Come again with the last number seen.",
    CloseCode.RATE_LIMITED: "Too many frames at once, or too many connections of this address. Wait a bit.",
    CloseCode.UNAVAILABLE: "The session cannot be served now. Come again soon.",
}
"""What each code says to whoever writes a client."""
