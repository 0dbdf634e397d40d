"""Requests of machines pass by the middleware that is made for pages.

Django's middleware is synchronous: in an async site each of its parts sends each request through a thread,
twice. For a page that is little; for a turn over REST it was more than all else that the API adds. What the
API needs of it does no work that waits, so here it is called on the loop.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Final, cast

from asgiref.sync import markcoroutinefunction
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.common import CommonMiddleware
from django.middleware.security import SecurityMiddleware
from django.urls import get_resolver

from conversations.api.base.problems import plain, problem
from conversations.codes import Code
from providers.database import in_database

logger = logging.getLogger("django.security.DisallowedHost")
"""Where Django tells of them."""

API: Final = "/api/v1/"
"""Below it, and at it without its last slash, every view is async, exempt from CSRF checks, and answers
errors itself."""

PROBES: Final = frozenset({"/healthz", "/readyz", "/metrics"})
"""Asked by what runs the site: by an address of its own, and without https."""


class ShortWay:
    """Answers what it knows; all middleware that stands after it in the settings sees pages only."""

    async_capable = True
    sync_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], Awaitable[HttpResponseBase]]) -> None:
        self._get_response = get_response
        self._sessions = SessionMiddleware(_unused)
        self._security = SecurityMiddleware(_unused)
        self._common = CommonMiddleware(_unused)
        self._frames = XFrameOptionsMiddleware(_unused)
        markcoroutinefunction(self)

    async def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request of a machine here, and pass on every other one."""
        is_probe = request.path_info in PROBES
        if not is_probe and not f"{request.path_info}/".startswith(API):
            return await self._get_response(request)
        self._sessions.process_request(request)
        try:
            elsewhere = None if is_probe else self._elsewhere(request)
        except DisallowedHost as error:
            logger.warning("%s", error)
            response = plain(problem(Code.INVALID, "The header Host names no host of this site."))
            return await self._complete(request, response)
        if elsewhere is not None:
            return elsewhere
        return await self._complete(request, await _view(request))

    def _elsewhere(self, request: HttpRequest) -> HttpResponseBase | None:
        """Where the request should have been sent; None where it is right here. Raises DisallowedHost."""
        return self._security.process_request(request) or self._common.process_request(request)

    async def _complete(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """The response with the headers that every answer of the site has, and a cookie where it is due."""
        response = self._frames.process_response(request, response)
        response = cast("HttpResponse", self._common.process_response(request, response))
        if request.session.modified:  # it is written
            response = await in_database(self._sessions.process_response, request, response)
        else:
            response = self._sessions.process_response(request, response)
        return self._security.process_response(request, response)


async def _view(request: HttpRequest) -> HttpResponse:
    request.resolver_match = found = get_resolver().resolve(request.path_info)
    # One that streams, too: middleware says HttpResponse for all kinds.
    return cast("HttpResponse", await found.func(request, *found.args, **found.kwargs))


def _unused(request: HttpRequest) -> HttpResponse:
    raise AssertionError("Only the middleware's own checks are called.")
