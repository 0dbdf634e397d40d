"""The document and its pages, for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from conversations.api.openapi.document import served_document
from conversations.api.openapi.page_policy import page_policy
from providers.database import in_database


@csrf_exempt  # nothing is changed here: other methods are told that they are not allowed
@require_safe
async def openapi(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document."""
    response = HttpResponse(await in_database(served_document), content_type="application/json")
    response["Access-Control-Allow-Origin"] = "*"
    response["Cache-Control"] = "max-age=300"
    return response


@csrf_exempt
@require_safe
async def swagger(request: HttpRequest) -> HttpResponse:
    """The document as a page on which the API can be tried out."""
    return _page(request, "conversations/api/swagger.html")


@csrf_exempt
@require_safe
async def redoc(request: HttpRequest) -> HttpResponse:
    """The document as a page to read."""
    return _page(request, "conversations/api/redoc.html")


def _page(request: HttpRequest, template: str) -> HttpResponse:
    response = render(request, template)
    response["Content-Security-Policy"] = page_policy()
    response["Cache-Control"] = "no-cache"
    return response
