"""Async views of REST framework: authenticated and documented like all others.

REST framework's own views are sync, so a turn that waits for a model would hold a thread. Here
the checks run as one hop on the database executor, and the handler on the loop.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from http import HTTPStatus
from typing import Any, Final, ParamSpec, cast
from uuid import UUID

from django.db import OperationalError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.exceptions import MethodNotAllowed, ValidationError
from rest_framework.negotiation import BaseContentNegotiation, DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from conversations import access
from conversations.access import ANONYMOUS, AccessDenied, Caller, limits
from conversations.api import crossing
from conversations.api.base.addresses import address_of
from conversations.api.base.allowances import tell_allowance
from conversations.api.base.fields import LONGEST_SHOWN, StrictSerializer
from conversations.api.base.keys import key_of
from conversations.api.base.parsing import BoundedJSONParser
from conversations.api.base.problems import problem_of
from conversations.api.openapi.schema import OperationSchema
from conversations.api.shapes import checked
from conversations.api.staff_log import log_write
from conversations.codes import Code
from conversations.engine.errors import SessionUnknown
from providers.database import in_database

P = ParamSpec("P")

PATIENCE_SECONDS: Final = 15.0
"""How long the database may take to say who calls and what they may do, the wait for a thread included."""


class BodyRequest(Request):
    """A request whose body is read whether or not its length was announced."""

    def _load_stream(self) -> None:
        announced = self._request.META.get("CONTENT_LENGTH") or "0"
        in_pieces = "HTTP_TRANSFER_ENCODING" in self._request.META
        self._stream: Any = self._request if in_pieces or announced != "0" else None


class AlwaysJSON(BaseContentNegotiation):
    """The API speaks JSON, whatever a caller would rather have."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> Any:
        """The parser of the body's media type, None where there is none, nor for a pattern such as */*."""
        if "*" in (request.content_type or "").partition(";")[0]:
            return None
        return DefaultContentNegotiation().select_parser(request, parsers)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """The one renderer there is."""
        (renderer,) = renderers
        return renderer, str(renderer.media_type)


class AsyncAPIView(APIView):
    """Base of the API's views: handlers are async; `caller` is known when they run."""

    view_is_async = True
    http_method_names = ["get", "head", "post", "delete"]
    authentication_classes = []
    permission_classes = [AllowAny]
    parser_classes = [BoundedJSONParser]
    renderer_classes = [JSONRenderer]
    content_negotiation_class = AlwaysJSON
    schema = OperationSchema()

    caller: Caller = ANONYMOUS
    _allowance: limits.Allowance | None = None
    _reader: str | None = None
    """The origin of a page of another site that may read the answer."""

    def get_exception_handler(self) -> Any:
        """Errors become problem details."""
        return problem_of

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        """REST framework's request, with a body that may come without its length."""
        return BodyRequest(
            request,
            parsers=self.get_parsers(),
            authenticators=self.get_authenticators(),
            negotiator=self.get_content_negotiator(),
            parser_context=self.get_parser_context(request),
        )

    async def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:  # type: ignore[override]
        """Do what APIView.dispatch does, with an async handler."""
        self.args, self.kwargs = args, kwargs
        self.request: Request = self.initialize_request(request, *args, **kwargs)
        self.headers = self.default_response_headers
        try:
            await self._enter(*args, **kwargs)
            response = await self._handler()(self.request, *args, **kwargs)
            await log_write(self.caller, self.request.method or "", self.request.path, kwargs)
        except Exception as error:
            response = self.handle_exception(error)
        self.response = self.finalize_response(self.request, cast("Response", response), *args, **kwargs)
        self.response["Cache-Control"] = "no-store"
        crossing.vary_by_origin(self.response)
        if self._reader is not None:
            crossing.let_read(self.response, self._reader)
        if self._allowance is not None:
            tell_allowance(self.response, self._allowance)
        if isinstance(self.response, Response):
            self.response.render()
        return self.response

    async def _enter(self, *args: Any, **kwargs: Any) -> None:
        """Find out who is calling and count the call; one with a bad key or token counts, too."""
        denied: AccessDenied | None = None
        try:
            await _checked_soon(self.initial, self.request, *args, **kwargs)
        except AccessDenied as error:
            denied = error
        self._allowance = await limits.count_call(self.caller, address_of(self.request))
        if self._allowance.refusal is not None:
            raise self._allowance.refusal.as_denial()
        if denied is not None:
            raise denied

    def _handler(self) -> Callable[..., Awaitable[HttpResponseBase]]:
        if self._reader is not None and crossing.is_preflight(self.request):
            return self._preflight
        name = (self.request.method or "").lower()
        handler = getattr(self, name, None) if name in self.http_method_names else None
        if handler is None:
            raise MethodNotAllowed(self.request.method or "")
        return cast("Callable[..., Awaitable[HttpResponseBase]]", handler)

    async def _preflight(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        response = Response(status=HTTPStatus.NO_CONTENT)
        crossing.tell_preflight(response)
        return response

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Negotiate, then find out who is calling. Raises AccessDenied."""
        super().initial(request, *args, **kwargs)
        page = crossing.foreign_page(request)
        if page is not None:
            crossing.check_page(page)
            self._reader = page
            self.caller = crossing.identify(request, page)
            return
        authorization = request.headers.get("Authorization", "")
        self.caller = (
            access.identify(authorization) if authorization else access.identify_staff(request._request)
        )

    async def session(self, text: str, scope: str, permission: str = "") -> UUID:
        """The id of a session that the caller may open. Raises SessionUnknown, AccessDenied.

        `permission` is what staff need, where it is not what the scope asks for in general.
        """
        session = key_of(text)
        if session is None:
            if self.caller == ANONYMOUS:
                raise AccessDenied(Code.UNAUTHENTICATED, "Send an API key or a visitor's token.")
            raise SessionUnknown
        await _checked_soon(access.check_open, self.caller, session, scope, permission)
        return session

    def query(self, kind: type[StrictSerializer]) -> dict[str, Any]:
        """The checked parameters of the address. Raises ValidationError, also for one that comes twice."""
        given = self.request.query_params
        twice = [name for name, values in given.lists() if len(values) > 1]
        if twice:
            raise ValidationError({name[:LONGEST_SHOWN]: ["Send this once."] for name in twice})
        return checked(kind, given.dict())

    def body(self, kind: type[StrictSerializer]) -> dict[str, Any]:
        """The checked body. Raises ValidationError, and what a parser raises."""
        return checked(kind, self.request.data)


async def _checked_soon(check: Callable[P, object], /, *args: P.args, **kwargs: P.kwargs) -> None:
    """Run a check that only reads. A database that hangs counts as away: raises OperationalError."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await in_database(check, *args, **kwargs)
    except TimeoutError:
        raise OperationalError("The database hangs.") from None


class Nothing(AsyncAPIView):
    """Every address of the API that is none."""

    schema = None  # type: ignore[assignment]  # it is in no document

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Say so before anything else."""
        raise AccessDenied(Code.NOT_FOUND, "There is nothing at this address.")
