"""The numbers of staff's WebSocket; the others are the chat's."""

from enum import IntEnum


class StaffCloseCode(IntEnum):
    """Why staff's page is closed where the chat knows no such reason; coming again does not help."""

    LOGGED_OUT = 4401
