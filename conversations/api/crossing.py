"""Pages of other sites that call the API: which may, as whom, and what their browsers are told (CORS).

A page may call where the settings of a graph allow its origin, as over the WebSocket. It comes as a visitor
or as nobody: with no cookie, whosever it is, and with no API key, which every reader of the page would have.
What the browser asks before a call, the preflight, names no graph, so it is answered by the origins of all
of them; the call itself is held against those of its own graph.
"""

import logging
from typing import Final

from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from rest_framework.request import Request

from conversations import access
from conversations.access import ANONYMOUS, AccessDenied, Caller, Visitor
from conversations.access.api_keys import PREFIX
from conversations.access.origins import LONGEST_LOGGED, check_origin, is_allowed, is_own
from conversations.codes import Code
from conversations.models import GraphSettings

logger = logging.getLogger(__name__)

METHODS: Final = "GET, POST"
"""What visitors may do; only integrations and staff erase."""

SENT_HEADERS: Final = "Authorization, Content-Type, Idempotency-Key, Last-Event-ID"
READ_HEADERS: Final = "Location, RateLimit, RateLimit-Policy, Retry-After"

PREFLIGHT_SECONDS: Final = 600
"""For how long a browser keeps what it was told; a call is checked each time."""


def foreign_page(request: Request) -> str | None:
    """The origin of the page that sends a request, where it is none of this site."""
    origin = request.headers.get("Origin")
    return None if is_own(origin, request.headers.get("Host")) else origin


def is_preflight(request: Request) -> bool:
    """Whether a browser asks what a page may do."""
    return request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers


def check_page(origin: str) -> None:
    """Refuse a page that may talk to no graph, and tell the log which. Raises AccessDenied; reads rows."""
    rows = GraphSettings.objects.values_list("allowed_origins", flat=True)
    if any(is_allowed(origin, allowed) for allowed in rows):
        return
    logger.warning(
        "The page at %a may not use the API: add its origin to “Allowed origins” in the settings of a graph"
        " if it should.",
        origin[:LONGEST_LOGGED],
    )
    raise AccessDenied(Code.FORBIDDEN, "This page may not use the chat.")


def identify(request: Request, origin: str) -> Caller:
    """Who calls from a page of this origin, which passed `check_page`. Raises AccessDenied; reads rows."""
    authorization = request.headers.get("Authorization", "")
    if authorization.partition(" ")[2].strip().startswith(PREFIX):
        raise AccessDenied(Code.FORBIDDEN, "An API key belongs on a server: no page may send it.")
    caller = access.identify(authorization) if authorization else ANONYMOUS
    if isinstance(caller, Visitor):
        check_origin(caller.graph, origin, request.headers.get("Host"))
    return caller


def let_read(response: HttpResponseBase, origin: str) -> None:
    """Let a page of this origin read the response."""
    response["Access-Control-Allow-Origin"] = origin
    response["Access-Control-Expose-Headers"] = READ_HEADERS


def tell_preflight(response: HttpResponseBase) -> None:
    """Say what a page may send."""
    response["Access-Control-Allow-Methods"] = METHODS
    response["Access-Control-Allow-Headers"] = SENT_HEADERS
    response["Access-Control-Max-Age"] = str(PREFLIGHT_SECONDS)


def vary_by_origin(response: HttpResponseBase) -> None:
    """Say that the answer depends on who asks."""
    patch_vary_headers(response, ["Origin"])
