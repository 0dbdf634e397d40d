"""Sessions: found by whom, where and when, and each read as a whole with what the machine did between.

`admin` is the door; what it shows comes from `figures`, `searching`, `conversation` and `path`, what
staff do to a session from `actions`.
"""

from conversations.admin.sessions.admin import SessionAdmin
from conversations.admin.sessions.turns import TurnAdmin

__all__ = ["SessionAdmin", "TurnAdmin"]
