"""The page of metrics, `/metrics`: for Prometheus on this machine, or with a token."""

from ipaddress import ip_address
from secrets import compare_digest
from typing import Final

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.views.decorators.http import require_safe
from prometheus_client import REGISTRY
from prometheus_client.exposition import choose_encoder

from conversations.observing.reading import read_all

LOOPBACK_HOSTS: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""What a caller on this machine may call it, whatever ALLOWED_HOSTS says."""

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
    if not may_read(request):
        return HttpResponse(
            "Metrics are for callers on this machine, or with the token of EZGRAPH_METRICS_TOKEN.\n",
            status=403,
            content_type="text/plain; charset=utf-8",
        )
    await read_all()
    encoder, content_type = choose_encoder(request.headers.get("Accept", ""))
    return HttpResponse(encoder(REGISTRY), content_type=content_type, headers={"Cache-Control": "no-store"})


def may_read(request: HttpRequest) -> bool:
    """Whether the caller is on this machine, or has the token.

    What any proxy forwards comes from elsewhere, also where the proxy is on this machine and whatever
    it says of its client.
    """
    token: str = settings.EZGRAPH_METRICS_TOKEN
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    if token and scheme.lower() == "bearer" and compare_digest(given.strip().encode(), token.encode()):
        return True
    return (
        _is_loopback(request.META.get("REMOTE_ADDR", ""))
        and _names_us(request)
        and not any(name in request.headers for name in FORWARDED)
    )


def _names_us(request: HttpRequest) -> bool:
    """Whether the Host is ours: of a foreign page, open in a browser on this machine, it would not be."""
    host, _ = split_domain_port(request.headers.get("Host", ""))
    if host in LOOPBACK_HOSTS:
        return True
    try:
        request.get_host()
    except DisallowedHost:
        return False
    return True


def _is_loopback(text: str) -> bool:
    try:
        address = ip_address(text)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback
