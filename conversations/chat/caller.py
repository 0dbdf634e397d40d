"""Who is at the other end of a connection, as far as its handshake tells."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from conversations.access.visitors import address_of


@dataclass(frozen=True)
class Caller:
    """`origin` is the page's, None where no browser calls; `host` is what it calls, `address` where from."""

    origin: str | None
    host: str | None
    address: str


def caller_of(scope: Mapping[str, Any]) -> Caller:
    """The caller of a connection's ASGI scope."""
    headers = dict(scope["headers"])
    return Caller(_text(headers.get(b"origin")), _text(headers.get(b"host")), address_of(scope))


def _text(header: bytes | None) -> str | None:
    return None if header is None else header.decode("latin-1")
