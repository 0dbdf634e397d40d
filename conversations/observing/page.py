"""The page of metrics, `/metrics`: for Prometheus with a token or, without one, on this machine."""

from ipaddress import ip_address
from secrets import compare_digest
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.views.decorators.http import require_safe
from prometheus_client import REGISTRY
from prometheus_client.exposition import choose_encoder

from conversations.observing.reading import read_all

LOOPBACK_HOSTS: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""What a caller on this machine calls it. A proxy that sets no header of its own passes a public name on."""

FORWARDED: Final = (
    "Forwarded",
    "Via",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Real-IP",
)
"""Headers by which a proxy says that it speaks for somebody else."""


@require_safe
async def metrics(request: HttpRequest) -> HttpResponse:
    """What this process counted, in the format that the caller asks for; 403 for whoever may not know."""
    if may_read(request):
        await read_all()
    return what_was_read(request)


def what_was_read(request: HttpRequest) -> HttpResponse:
    """The page as it was read last; 403 for whoever may not know."""
    if not may_read(request):
        return HttpResponse(
            "Metrics are for whoever has the token of EZGRAPH_METRICS_TOKEN; without one, for callers"
            " on this machine.\n",
            status=403,
            content_type="text/plain; charset=utf-8",
        )
    encoder, content_type = choose_encoder(request.headers.get("Accept", ""))
    return HttpResponse(encoder(REGISTRY), content_type=content_type, headers={"Cache-Control": "no-store"})


def may_read(request: HttpRequest) -> bool:
    """Whether the caller has the token or, where the site has none, is on this machine.

    The token is asked of everybody: a proxy on this machine that passes on neither its client nor the name
    that it was called by cannot be told from a caller of its own.
    """
    token: str = settings.EZGRAPH_METRICS_TOKEN
    return _has(token, request) if token else _is_near(request)


def _has(token: str, request: HttpRequest) -> bool:
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    return scheme.lower() == "bearer" and compare_digest(given.strip().encode(), token.encode())


def _is_near(request: HttpRequest) -> bool:
    """Whether the caller is on this machine, calls it so, and speaks for nobody else.

    A page from elsewhere, open in a browser on this machine, calls it by another name, too.
    """
    host, _ = split_domain_port(request.headers.get("Host", ""))
    return (
        _is_loopback(request.META.get("REMOTE_ADDR", ""))
        and host in LOOPBACK_HOSTS
        and not any(name in request.headers for name in FORWARDED)
    )


def _is_loopback(text: str) -> bool:
    try:
        address = ip_address(text)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback
