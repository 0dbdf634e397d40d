"""The OpenAPI document: valid, with examples for every operation, and its pages."""

import json
import re
from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import pytest
from django.contrib.staticfiles.finders import find
from django.db import OperationalError
from django.test import AsyncClient
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from conversations.api.base.problems import STATUS
from conversations.api.openapi.document import document
from conversations.codes import Code
from conversations.models import GraphSettings
from conversations.testing import serve_graphs
from ezgraph_site.graphs.receipt.graph import ReceiptGraph
from tests.conversations.graphs import WishGraph

METHODS = ("get", "post", "delete", "put", "patch")


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every operation of the document."""
    for path, methods in document()["paths"].items():
        for method in METHODS:
            if method in methods:
                yield f"{method} {path}", methods[method]


def checked(schema: Any, value: Any) -> list[str]:
    """What is wrong with a value, by a schema of the document."""
    whole = {**json.loads(json.dumps(schema)), "components": document()["components"]}
    return [error.message for error in Draft202012Validator(whole).iter_errors(value)]


OPERATIONS = dict(operations())


def test_the_document_is_valid_3_1():
    assert document()["openapi"].startswith("3.1")
    OpenAPIV31SpecValidator(document()).validate()


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS)
def test_every_operation_has_examples_that_fit_their_schemas(operation: dict[str, Any]):
    assert operation["summary"]
    assert operation["description"]
    bodies = [operation["requestBody"]] if "requestBody" in operation else []
    for content in [*bodies, *operation["responses"].values()]:
        for media in content.get("content", {}).values():
            assert media["examples"]
            for example in media["examples"].values():
                assert checked(media["schema"], example["value"]) == []


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS)
def test_every_error_is_a_problem_whose_examples_have_its_status(operation: dict[str, Any]):
    failures = {status: found for status, found in operation["responses"].items() if status >= "400"}
    assert {"400", "401", "429", "503"} <= set(failures)
    for status, found in failures.items():
        examples = found["content"]["application/problem+json"]["examples"]
        for example in examples.values():
            assert str(example["value"]["status"]) == status
            assert STATUS[Code(example["value"]["code"])] == example["value"]["status"]


def test_answers_have_the_headers_that_tell_how_many_calls_are_left_and_when_to_go_on():
    whole = document()
    for operation in OPERATIONS.values():
        for status, answer in operation["responses"].items():
            named = set(answer["headers"])
            assert {"RateLimit", "RateLimit-Policy", "X-Request-ID"} <= named
            assert named & set(whole["components"]["headers"]) == named - {"Location", "Session-Id"}
            assert "Retry-After" in named or status not in ("429", "503")
    assert (
        "Retry-After" in OPERATIONS["post /api/v1/sessions/{session_id}/turns"]["responses"]["409"]["headers"]
    )
    assert (
        "Retry-After"
        not in OPERATIONS["post /api/v1/sessions/{session_id}/end"]["responses"]["409"]["headers"]
    )


@pytest.mark.parametrize(("name", "operation"), OPERATIONS.items(), ids=OPERATIONS)
def test_operations_of_integrations_alone_name_no_staff(name: str, operation: dict[str, Any]):
    alone = "/runs" in name or "/webhooks" in name
    assert ({"staff": []} in operation["security"]) is not alone


@pytest.mark.django_db(transaction=True)
async def test_everybody_reads_the_document():
    response = await AsyncClient().get("/api/v1/openapi.json")
    assert response.status_code == 200
    assert response["Access-Control-Allow-Origin"] == "*"
    assert response.json()["info"]["title"] == "Conversations"
    OpenAPIV31SpecValidator(response.json()).validate()


@pytest.mark.django_db(transaction=True)
async def test_what_a_session_is_started_with_depends_on_its_graph():
    with serve_graphs(WishGraph, ReceiptGraph):
        whole = (await AsyncClient().get("/api/v1/openapi.json")).json()
    schemas = whole["components"]["schemas"]
    started = Draft202012Validator({**schemas["NewSession"], "components": whole["components"]})
    assert started.is_valid({"graph": "wish"})
    assert started.is_valid({"graph": "wish", "config": {"limit": 5}})
    assert not started.is_valid({"graph": "wish", "config": {"limits": 5}})
    assert not started.is_valid({"graph": "receipt"})
    assert started.is_valid({"graph": "receipt", "config": {"text": "Corner Shop"}})
    assert not started.is_valid({"graph": "receipt", "config": {"text": "Corner\u0000Shop"}})
    assert started.is_valid({"graph": "of a later version", "config": {"anything": 1}})
    assert not started.is_valid({"graph": "wish", "user": "a.b.c", "external_user": "ada"})
    run = Draft202012Validator({**schemas["NewRun"], "components": whole["components"]})
    assert (run.is_valid({"graph": "receipt"}), run.is_valid({"graph": "wish"})) == (True, False)


@pytest.mark.django_db(transaction=True)
async def test_graphs_that_are_not_public_are_not_in_the_document():
    with serve_graphs(WishGraph, ReceiptGraph):
        await GraphSettings.objects.aupdate_or_create(graph="receipt", defaults={"public": False})
        text = (await AsyncClient().get("/api/v1/openapi.json")).content.decode()
    assert '"const": "wish"' in text
    assert '"const": "receipt"' not in text
    assert "ReceiptConfig" not in text


@pytest.mark.parametrize("page", ["docs", "redoc"])
async def test_the_pages_take_everything_from_this_site(page: str):
    response = await AsyncClient().get(f"/api/v1/{page}")
    assert response.status_code == 200
    text = response.content.decode()
    assert "/api/v1/openapi.json" in text
    files = re.findall(r'(?:src|href)="([^"]+)"', text)
    assert files
    for file in files:
        assert find(file.removeprefix("/static/")), file
    assert "script-src 'self';" in response["Content-Security-Policy"]


@pytest.mark.parametrize("page", ["openapi.json", "docs", "redoc"])
async def test_what_is_to_be_read_alone_says_so_by_a_problem(page: str):
    refused = await AsyncClient().post(f"/api/v1/{page}")
    assert (refused.status_code, refused["Allow"]) == (405, "GET, HEAD")
    assert refused["Content-Type"] == "application/problem+json"
    assert refused.json()["code"] == "METHOD_NOT_ALLOWED"


async def test_a_document_that_cannot_be_made_is_a_problem(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(GraphSettings.objects, "filter", Mock(side_effect=OperationalError("no such table")))
    failed = await AsyncClient().get("/api/v1/openapi.json")
    assert (failed.status_code, failed["Retry-After"]) == (503, "5")
    assert failed.json()["code"] == "UNAVAILABLE"
