"""Visitors' tokens: signed, expiring, bound to one session and its token epoch."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.core import signing

LIFETIME: Final = timedelta(days=30)

_SALT = "conversations.visitor"


@dataclass(frozen=True)
class VisitorToken:
    """What a token says; it holds only while the session's `token_epoch` is still `epoch`."""

    session: UUID
    epoch: int


def sign(session: UUID, epoch: int) -> str:
    """Make a token that opens one session for 30 days."""
    return signing.dumps([session.hex, epoch], salt=_SALT)


def read(token: str) -> VisitorToken | None:
    """What a token says; None where it is forged, damaged or too old."""
    try:
        session, epoch = signing.loads(token, salt=_SALT, max_age=LIFETIME)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return VisitorToken(UUID(hex=session), epoch)
