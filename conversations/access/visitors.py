"""Where a visitor calls from."""

from collections.abc import Iterable, Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, Final

from django.conf import settings

UNKNOWN: Final = "unknown"
"""Stands for the address of who came by no network, such as through a proxy's socket file."""

NEIGHBOURS: Final = 64
"""Bits of an IPv6 address that name a household or a machine; it has the others to itself."""


def address_of(scope: Mapping[str, Any]) -> str:
    """The address that a request or a connection comes from, of its ASGI scope.

    It is the peer's, or as many hops back in X-Forwarded-For as EZGRAPH_TRUSTED_PROXIES says: each
    trusted proxy has added whom it heard from, and what stands before that anybody may have written.
    """
    peer = (scope.get("client") or ("",))[0]
    address = _read(peer)
    for hop in _forwarded(scope.get("headers", ()))[: settings.EZGRAPH_TRUSTED_PROXIES]:
        found = _read(hop)
        if found is None:
            break
        address = found
    return UNKNOWN if address is None else str(address)


def is_forwarded(scope: Mapping[str, Any]) -> bool:
    """Whether some proxy says that it forwards this."""
    return bool(_forwarded(scope.get("headers", ())))


def neighbourhood_of(address: str) -> str:
    """What is counted as one address: of IPv6 the network, whose other addresses are its owner's too."""
    known = _read(address)
    if isinstance(known, IPv6Address):
        return str(ip_network((known, NEIGHBOURS), strict=False))
    return UNKNOWN if known is None else str(known)


def _forwarded(headers: Iterable[tuple[bytes, bytes]]) -> list[str]:
    """Whom the proxies heard from, the one next to us first."""
    values = [value.decode("latin-1") for name, value in headers if name.lower() == b"x-forwarded-for"]
    return [hop.strip() for hop in reversed(",".join(values).split(","))] if values else []


def _read(text: str) -> IPv4Address | IPv6Address | None:
    """An address, which may come with its port; None where it is none."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
