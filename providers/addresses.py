"""Which addresses the site calls out to: public ones, and private ones that its operator named.

A name is judged by what it resolves to, at the moment of each connection, so that nobody reaches
into the site's own network by an address that staff or an integrator may type. What shows without
asking anybody what a name resolves to is judged earlier, when an address is saved.
"""

import ipaddress
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

import httpx
from django.conf import settings

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
_LONGEST_HOST: Final = 253
_LABEL: Final = re.compile(r"[a-z0-9_-]{1,63}")
_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")
"""A last label that makes a host an IP address, to those who read old ways to write one."""

_ENTRY: Final = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[^\s:/@\[\]]+):(?P<port>\*|[0-9]{1,5})")


_LOOPBACK: Final = ("localhost:*", "127.0.0.1:*", "[::1]:*")


class AddressRefused(OSError):
    """The site does not call this address. The text names no address; `reason` is it without a subject."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The address {reason}.")
        self.reason = reason


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


def named_hosts() -> frozenset[AllowedHost]:
    """Return what `EZGRAPH_ALLOWED_PRIVATE_HOSTS` allows: the operator named it, whoever asks to call."""
    return allowed_hosts(tuple(settings.EZGRAPH_ALLOWED_PRIVATE_HOSTS))


def site_hosts() -> frozenset[AllowedHost]:
    """Return what providers may call: named hosts and, by EZGRAPH_LOOPBACK_PROVIDERS, this machine."""
    own = allowed_hosts(_LOOPBACK) if settings.EZGRAPH_LOOPBACK_PROVIDERS else frozenset()
    return named_hosts() | own


def is_allowed(url: httpx.URL, allowed: Iterable[AllowedHost]) -> bool:
    """Whether `url` may lead to a private address. Raises `AddressRefused` where nobody may call it at all.

    What cannot be called is anything but http and https, an address with a user in it, a port that is
    none, and a host that is neither a name nor an IP address as it is usually written.
    """
    if url.scheme not in SCHEMES:
        raise AddressRefused("does not begin with http:// or https://")
    if url.userinfo:
        raise AddressRefused("has a user in it")
    port = SCHEMES[url.scheme] if url.port is None else url.port
    if not 0 < port < 65_536:
        raise AddressRefused("has no port from 1 to 65535")
    host = _host(url)
    return any(entry.host == host and entry.port in (None, port) for entry in allowed)


def refuse_uncallable(url: httpx.URL) -> None:
    """Raise `AddressRefused` where nobody may call `url`, whatever hosts are allowed and names resolve to."""
    is_allowed(url, ())
    _judge_at_sight(url, refuse_metadata)


def refuse_at_sight(url: httpx.URL) -> None:
    """Raise `AddressRefused` where no provider of this site will call `url`, whatever names resolve to."""
    _judge_at_sight(url, refuse_metadata if is_allowed(url, site_hosts()) else refuse_private)


def refuse_unnamed_at_sight(url: httpx.URL) -> None:
    """Raise `AddressRefused` where `url` is private and the operator did not name it, as far as one sees."""
    _judge_at_sight(url, refuse_metadata if is_allowed(url, named_hosts()) else refuse_private)


def _judge_at_sight(url: httpx.URL, judge: Callable[[str], None]) -> None:
    host = _host(url)
    if host == "localhost" or host.endswith(".localhost"):
        host = "127.0.0.1"  # by RFC 6761, wherever one asks
    if _is_ip(host):
        judge(host)


def refuse_private(address: str) -> None:
    """Raise `AddressRefused` unless the IP address is one of the public internet."""
    if not is_public(_ip(address)):
        # The same text for all: whoever tries several addresses of a name keeps one error of several equal.
        raise AddressRefused("leads into a private network that EZGRAPH_ALLOWED_PRIVATE_HOSTS does not allow")


def refuse_metadata(address: str) -> None:
    """Raise `AddressRefused` for the IP addresses that nobody may allow: link-local ones, and `METADATA`."""
    ip = _carried(_ip(address))
    if ip.is_link_local or ip in METADATA:
        raise AddressRefused("leads to the machine's own services")


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
    # The scope of an IPv6 address names an interface of this machine.
    return ipaddress.ip_address(address.partition("%")[0] if ":" in address else address)


def _host(url: httpx.URL) -> str:
    """Return the host in one spelling. Raises `AddressRefused` where it is no name and no IP address."""
    host = _canonical(url.raw_host.decode("ascii"))
    if _is_ip(host):
        return host
    labels = host.split(".")
    if _NUMBER.fullmatch(labels[-1]):
        # 127.1, 2130706433 or 0x7f.0.0.1: what it means depends on who reads it.
        raise AddressRefused("has an IP address that is not written as four numbers")
    if len(host) > _LONGEST_HOST or not all(map(_LABEL.fullmatch, labels)):
        raise AddressRefused("names no host")
    return host


def _is_ip(host: str) -> bool:
    try:
        _ip(host)
    except ValueError:
        return False
    return True


def _canonical(host: str) -> str:
    """One spelling for a host: lower case, no last dot, IP addresses as they are usually written."""
    host = host.lower().removesuffix(".")
    try:
        return str(_ip(host))
    except ValueError:
        return host
