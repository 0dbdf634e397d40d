"""The document itself, made once."""

from functools import cache
from typing import Any

from django.urls import include, path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import patched_settings

from conversations.api.openapi import schema as _extensions  # noqa: F401 - registers them
from conversations.api.openapi.said import SAID


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document of the API, version 3.1, whatever a project says of documents of its own."""
    patterns = [path("api/v1/", include("conversations.api.urls"))]
    with patched_settings(SAID):
        made: dict[str, Any] = SchemaGenerator(patterns=patterns).get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return made
