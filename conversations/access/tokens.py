"""Visitors' tokens: signed, expiring, bound to one session and its token epoch."""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final
from uuid import UUID

from django.core import signing

LIFETIME: Final = timedelta(days=30)

_SALT: Final = "conversations.visitor"


@dataclass(frozen=True)
class VisitorToken:
    """What a token says; it holds only while the session's `token_epoch` is still `epoch`."""

    session: UUID
    epoch: int


class TokenFault(StrEnum):
    """Why a token opens nothing. For the server alone: a customer learns only that it does not."""

    FORGED = "forged"
    """This site never signed it, or not so."""
    EXPIRED = "expired"
    """This site signed it more than 30 days ago."""
    REVOKED = "revoked"
    """Its session is gone, or has raised its epoch since."""


class TokenRefused(Exception):
    """A token that opens nothing."""

    def __init__(self, fault: TokenFault) -> None:
        super().__init__(f"The token is {fault}.")
        self.fault = fault


def make(session: UUID, epoch: int) -> str:
    """Make a token that opens one session for 30 days, unless its epoch rises before."""
    return signing.dumps([session.hex, epoch], salt=_SALT)


def read(token: str) -> VisitorToken:
    """What a token says. Raises TokenRefused, FORGED or EXPIRED."""
    try:
        session, epoch = signing.loads(token, salt=_SALT, max_age=LIFETIME)
        return VisitorToken(UUID(hex=session), epoch)
    except signing.SignatureExpired:
        raise TokenRefused(TokenFault.EXPIRED) from None
    except (signing.BadSignature, AttributeError, TypeError, ValueError):
        raise TokenRefused(TokenFault.FORGED) from None
