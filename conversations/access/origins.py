"""Which pages may talk to the chat: those of this site, and those that staff allow for a graph."""

import logging
import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host

from conversations.access.denials import AccessDenied
from conversations.access.graph_rules import rules_of
from conversations.codes import Code

logger = logging.getLogger(__name__)

LONGEST_LOGGED: Final = 200
"""Characters of a foreign origin that the log shows."""

SUBDOMAINS: Final = "*."
"""Begins the host of an allowed origin that stands for all its subdomains."""

_PORTS: Final = {"http": 80, "https": 443}
_HOST: Final = re.compile(r"(\*\.)?([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?")


def check_origin(graph: str, origin: str | None, host: str | None) -> None:
    """Refuse a page that may not talk to a graph, and tell the log which one and how to allow it.

    `origin` and `host` are the headers of the call; without an origin no browser is calling. Raises
    AccessDenied FORBIDDEN.
    """
    if is_own(origin, host):
        return
    assert origin is not None
    if is_allowed(origin, rules_of(graph).allowed_origins):
        return
    logger.warning(
        "The page at %a may not use the chat of the graph %a: add its origin to “Allowed origins” in the"
        " graph's settings if it should.",
        origin[:LONGEST_LOGGED],
        graph[:LONGEST_LOGGED],
    )
    raise AccessDenied(Code.FORBIDDEN, "This page may not use the chat.")


def is_own(origin: str | None, host: str | None) -> bool:
    """Whether an Origin header names the site that the Host header does, and that is one of ours.

    Without an origin no browser is calling, so it may pass.
    """
    if origin is None:
        return True
    try:
        page = urlsplit(origin)
        name = page.hostname or ""
    except ValueError:
        return False
    known = validate_host(f"[{name}]" if ":" in name else name, settings.ALLOWED_HOSTS)
    return known and page.netloc.lower() == (host or "").lower()


def is_allowed(origin: str, allowed: Iterable[str]) -> bool:
    """Whether an Origin header is among the allowed ones, which are as `normal_origin` gives them."""
    try:
        asked = normal_origin(origin)
    except ValueError:
        return False
    scheme, _, place = asked.partition("://")
    if place.startswith(SUBDOMAINS):
        return False
    for one in allowed:
        own_scheme, _, own_place = one.partition("://")
        if asked == one:
            return True
        if own_place.startswith(SUBDOMAINS) and scheme == own_scheme and place.endswith(own_place[1:]):
            return True
    return False


def normal_origin(text: str) -> str:
    """An origin as browsers write it: `https://shop.example`, with a port where it is not the usual one.

    The host may begin with `*.` for all subdomains. Raises ValueError, in words for staff.
    """
    try:
        page = urlsplit(text.strip())
        name, port = page.hostname or "", page.port
    except ValueError:
        raise ValueError("This is no origin.") from None
    scheme = page.scheme.lower()
    if scheme not in _PORTS:
        raise ValueError("An origin begins with https:// or http://.")
    if page.path.strip("/") or page.query or page.fragment or "@" in page.netloc or text.strip() != text:
        raise ValueError("An origin ends after its host and port: https://shop.example.")
    shown = f"[{name}]" if ":" in name else _ascii(name)
    return f"{scheme}://{shown}" if port in (None, _PORTS[scheme]) else f"{scheme}://{shown}:{port}"


def _ascii(name: str) -> str:
    """A host's name as it travels. Raises ValueError."""
    stars = SUBDOMAINS if name.startswith(SUBDOMAINS) else ""
    try:
        name = stars + name.removeprefix(stars).encode("idna").decode("ascii")
    except UnicodeError:
        raise ValueError("This host's name cannot be one.") from None
    if not _HOST.fullmatch(name):
        raise ValueError("This host's name cannot be one.")
    return name
