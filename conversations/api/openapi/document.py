"""The document itself, made once."""

import json
from copy import deepcopy
from functools import cache, lru_cache
from typing import Any

from django.urls import include, path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import patched_settings

from conversations.api.openapi import schema as _extensions  # noqa: F401 - registers them
from conversations.api.openapi.headers import add_headers
from conversations.api.openapi.links import add_links
from conversations.api.openapi.of_graphs import add_graphs
from conversations.api.openapi.said import SAID
from conversations.authoring import Graph
from conversations.engine import graphs
from conversations.models import GraphSettings


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document of the API, version 3.1, whatever a project says of documents of its own.

    It says nothing of graphs.
    """
    patterns = [path("api/v1/", include("conversations.api.urls"))]
    with patched_settings(SAID):
        made: dict[str, Any] = SchemaGenerator(patterns=patterns).get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    add_links(made)
    add_headers(made)
    return made


def served_document() -> bytes:
    """The document as JSON, with the graphs that are public now. Reads rows."""
    hidden = set(GraphSettings.objects.filter(public=False).values_list("graph", flat=True))
    return _written(tuple(graph for name, graph in graphs.served().items() if name not in hidden))


@lru_cache(maxsize=4)  # what is public changes now and then
def _written(public: tuple[Graph, ...]) -> bytes:
    made = deepcopy(document())
    add_graphs(made, public)
    return json.dumps(made).encode()
