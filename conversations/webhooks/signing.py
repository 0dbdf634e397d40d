"""Signatures by the Standard Webhooks scheme: whoever holds the secret can tell who sent a message, and when.

What is signed is `id.timestamp.body`, by HMAC with SHA-256, so that nobody can send an old message as a new
one. While a secret is being exchanged there is a signature by each.
"""

import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.views.decorators.debug import sensitive_variables

PREFIX: Final = "whsec_"
"""What secrets begin with, so that people and scanners know one when they see it."""

SECRET_BYTES: Final = 32


def new_secret() -> str:
    """A secret that nobody can guess, as receivers are given it."""
    return PREFIX + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def headers(message: str, at: datetime, body: bytes, signers: Iterable[str]) -> dict[str, str]:
    """The headers of a message that is sent at this moment, signed with each of the secrets."""
    seconds = str(int(at.timestamp()))
    signatures = [_signature(secret, message, seconds, body) for secret in signers]
    return {
        "webhook-id": message,
        "webhook-timestamp": seconds,
        "webhook-signature": " ".join(signatures),
    }


@sensitive_variables()
def _signature(secret: str, message: str, seconds: str, body: bytes) -> str:
    key = b64decode(secret.removeprefix(PREFIX))
    signed = f"{message}.{seconds}.".encode() + body
    return f"v1,{b64encode(hmac.digest(key, signed, 'sha256')).decode()}"
