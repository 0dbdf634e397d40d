"""Which addresses the site calls out to: public ones, and private ones that its operator named.

A name is judged by what it resolves to, at the moment of each connection, so that nobody reaches
into the site's own network by an address that staff or an integrator may type.
"""

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

import httpx

IP: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

SCHEMES: Final = {"http": 80, "https": 443}
"""The schemes that may be called, and their ports."""

METADATA: Final[frozenset[IP]] = frozenset(
    ipaddress.ip_address(address)
    for address in (
        "169.254.169.254",
        "168.63.129.16",
        "100.100.100.200",
        "192.0.0.192",
        "fd00:ec2::254",
        "fd20:ce::254",
    )
)
"""Where clouds hand out credentials to their machines. Some of them look like any public address."""

_SPECIAL: Final = (ipaddress.ip_network("192.0.0.0/24"), ipaddress.ip_network("3fff::/20"))
"""Kept for protocols and for documentation; not every version of Python counts them as private."""

_GLOBAL_UNICAST: Final = ipaddress.IPv6Network("2000::/3")
_TRANSLATED: Final = ipaddress.IPv6Network("64:ff9b::/96")
_ENTRY: Final = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[^\s:/@\[\]]+):(?P<port>\*|[0-9]{1,5})")


class AddressRefused(OSError):
    """The site does not call this address. The text names no address."""


@dataclass(frozen=True)
class AllowedHost:
    """A host as an address writes it, and a port of it; None stands for every port."""

    host: str
    port: int | None


def read_allowed_host(entry: str) -> AllowedHost:
    """Read `host:port`, `[IPv6]:port` or, for every port, `host:*`. Raises ValueError."""
    found = _ENTRY.fullmatch(entry)
    port = None if found is None or found["port"] == "*" else int(found["port"])
    if found is None or (port is not None and not 0 < port < 65_536):
        raise ValueError("must list hosts with their ports, such as 10.0.0.5:8080, [::1]:8080 or ollama:*")
    return AllowedHost(_canonical(found["host"].strip("[]")), port)


@cache
def allowed_hosts(entries: tuple[str, ...]) -> frozenset[AllowedHost]:
    """Return what `entries` allow; see `read_allowed_host`. Raises ValueError."""
    return frozenset(map(read_allowed_host, entries))


def is_allowed(url: httpx.URL, allowed: Iterable[AllowedHost]) -> bool:
    """Whether `url` may lead to a private address. Raises `AddressRefused` where nobody may call it at all.

    What cannot be called is anything but http and https, and an address with a user in it.
    """
    if url.scheme not in SCHEMES:
        raise AddressRefused("The address does not begin with http:// or https://.")
    if url.userinfo:
        raise AddressRefused("The address has a user in it.")
    host = _canonical(url.raw_host.decode("ascii"))
    port = url.port or SCHEMES[url.scheme]
    return any(entry.host == host and entry.port in (None, port) for entry in allowed)


def refuse_private(address: str) -> None:
    """Raise `AddressRefused` unless the IP address is one of the public internet."""
    if not is_public(_ip(address)):
        # The same text for all: whoever tries several addresses of a name keeps one error of several equal.
        raise AddressRefused("The address leads into a private network.")


def refuse_metadata(address: str) -> None:
    """Raise `AddressRefused` for the IP addresses that nobody may allow: link-local ones, and `METADATA`."""
    ip = _carried(_ip(address))
    if ip.is_link_local or ip in METADATA:
        raise AddressRefused("The address leads to the machine's own services.")


def is_public(ip: IP) -> bool:
    """Whether `ip` is an address of the public internet.

    One that carries an IPv4 address in itself (mapped, translated, 6to4) is what that one is.
    """
    ip = _carried(ip)
    if ip.is_multicast or ip.is_reserved or not ip.is_global:
        return False
    if ip in METADATA or any(ip in network for network in _SPECIAL):
        return False
    return ip.version == 4 or ip in _GLOBAL_UNICAST


def _carried(ip: IP) -> IP:
    """Return the IPv4 address that an IPv6 address carries, or the address itself."""
    if isinstance(ip, ipaddress.IPv4Address):
        return ip
    if ip in _TRANSLATED:
        return ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF)
    return ip.ipv4_mapped or ip.sixtofour or ip


def _ip(address: str) -> IP:
    return ipaddress.ip_address(address.partition("%")[0])  # a scope names an interface of this machine


def _canonical(host: str) -> str:
    """One spelling for a host: lower case, no last dot, IP addresses as they are usually written."""
    try:
        return str(_ip(host))
    except ValueError:
        return host.lower().rstrip(".")
