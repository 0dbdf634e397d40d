"""The document and its pages, for everybody; errors are problem details, as they are below."""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from rest_framework.exceptions import MethodNotAllowed

from conversations.api.base.problems import plain, problem_of
from conversations.api.openapi.document import served_document
from conversations.api.openapi.page_policy import page_policy
from providers.database import in_database

View = Callable[[HttpRequest], Coroutine[Any, Any, HttpResponse]]


def _to_read(view: View) -> View:
    """The view, which nobody can change anything with, and whose errors are problem details."""

    @csrf_exempt  # other methods are told that they are not allowed
    @wraps(view)
    async def answered(request: HttpRequest) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            refused = plain(problem_of(MethodNotAllowed(request.method or "")))
            refused["Allow"] = "GET, HEAD"
            return refused
        try:
            return await view(request)
        except Exception as error:
            return plain(problem_of(error))

    return answered


@_to_read
async def openapi(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document."""
    response = HttpResponse(await in_database(served_document), content_type="application/json")
    response["Access-Control-Allow-Origin"] = "*"
    response["Cache-Control"] = "max-age=300"
    return response


@_to_read
async def swagger(request: HttpRequest) -> HttpResponse:
    """The document as a page on which the API can be tried out."""
    return _page(request, "conversations/api/swagger.html")


@_to_read
async def redoc(request: HttpRequest) -> HttpResponse:
    """The document as a page to read."""
    return _page(request, "conversations/api/redoc.html")


def _page(request: HttpRequest, template: str) -> HttpResponse:
    response = render(request, template)
    response["Content-Security-Policy"] = page_policy()
    response["Cache-Control"] = "no-cache"
    return response
