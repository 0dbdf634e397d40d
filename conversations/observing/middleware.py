"""What is known of each request and each open socket while it is served, and how requests were answered."""

import re
from collections.abc import Awaitable, Callable, Iterable
from http import HTTPStatus
from inspect import iscoroutinefunction
from typing import Any, Final, cast

from asgiref.sync import markcoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.log import log_response

from conversations import identifiers
from conversations.announcements import Connection, RequestAnswered
from conversations.observing.tracing.headers import TRACE_HEADERS
from providers import clock
from providers.announcing import announce, observed

REQUEST_ID: Final = "X-Request-ID"
"""Names a request in the log. One that comes with it is taken where it is a plain name."""

STAFF_PATH: Final = "/ws/staff/"
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
OTHER: Final = "other"
NO_ROUTE: Final = "none"
"""Static files, and what is at no address."""

_PLAIN: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")

Application = Callable[[Any, Any, Any], Awaitable[None]]
"""An ASGI application."""


class ObserveRequests:
    """Middleware: the outermost, so that it sees what the others refuse."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self._get_response = get_response
        self._is_async = iscoroutinefunction(get_response)
        if self._is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        """Serve a request."""
        if self._is_async:
            return self._serve(request)
        began = clock.elapsed()
        with observed(_connection(request)) as connection:
            response: HttpResponseBase = self._get_response(request)
            _log(request, response)
        return _answered(request, response, connection, began)

    async def _serve(self, request: HttpRequest) -> HttpResponseBase:
        began = clock.elapsed()
        with observed(_connection(request)) as connection:
            response = await cast("Awaitable[HttpResponseBase]", self._get_response(request))
            _log(request, response)
        return _answered(request, response, connection, began)


def observing_sockets(application: Application) -> Application:
    """An application for WebSockets, each of which is known to observers while it is open."""

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        headers = _decoded(scope.get("headers", ()))
        kind = "staff" if scope.get("path", "").startswith(STAFF_PATH) else "customer"
        with observed(
            Connection(kind=kind, request_id=_request_id(headers.get(REQUEST_ID.lower())), trace={})
        ):
            await application(scope, receive, send)

    return serve


def _connection(request: HttpRequest) -> Connection:
    trace = {name: request.headers[name] for name in TRACE_HEADERS if name in request.headers}
    return Connection(kind="http", request_id=_request_id(request.headers.get(REQUEST_ID)), trace=trace)


def _log(request: HttpRequest, response: HttpResponseBase) -> None:
    """Log an error as Django does, once: it would do so later, when nobody knows the request's id."""
    if response.status_code >= HTTPStatus.BAD_REQUEST:
        answer = cast("HttpResponse", response)  # a streaming one has all that is asked for, too
        log_response("%s: %s", answer.reason_phrase, request.path, response=answer, request=request)


def _answered(
    request: HttpRequest, response: HttpResponseBase, connection: Connection, began: float
) -> HttpResponseBase:
    match = request.resolver_match
    announce(
        RequestAnswered(
            method=request.method if request.method in METHODS else OTHER,
            route=(match.route or "/") if match else NO_ROUTE,
            status=response.status_code,
            seconds=clock.elapsed() - began,
        )
    )
    response.headers[REQUEST_ID] = connection.request_id
    return response


def _request_id(given: str | None) -> str:
    return given if given and _PLAIN.fullmatch(given) else identifiers.request_id()


def _decoded(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in headers}
