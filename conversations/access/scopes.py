"""What API keys may be allowed to do."""

from typing import Final

SESSIONS_WRITE: Final = "sessions:write"
SESSIONS_READ: Final = "sessions:read"
ADMIN: Final = "admin"

ALL: Final = (SESSIONS_WRITE, SESSIONS_READ, ADMIN)
"""Every scope, in the order in which people are shown them. `admin` implies all others."""
