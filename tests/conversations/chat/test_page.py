"""The chat page as the server hands it out."""

import re

import pytest
from django.test import AsyncClient

from conversations.models import GraphSettings
from providers.database import in_database

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_served_graph_has_a_page_with_its_title():
    response = await AsyncClient().get("/chat/quote/")

    assert response.status_code == 200
    assert b"<title>Car insurance quote</title>" in response.content
    assert b'<ezgraph-chat graph="quote"' in response.content


async def test_the_page_needs_no_trailing_slash():
    response = await AsyncClient().get("/chat/quote")

    assert response.status_code == 301
    assert response["Location"] == "/chat/quote/"


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
@pytest.mark.parametrize("address", ["/chat/quote/", "/chat/nothing/"])
async def test_the_page_can_only_be_read(address: str, method: str):
    response = await AsyncClient(enforce_csrf_checks=True).generic(method, address)

    assert response.status_code == 405
    assert response["Allow"] == "GET, HEAD"
    assert response.content == b""


async def test_whether_there_is_a_page_can_be_asked():
    response = await AsyncClient().head("/chat/quote/")

    assert response.status_code == 200
    assert response.content == b""


@pytest.mark.parametrize("address", ["/chat/quote/", "/chat/nothing/"])
async def test_the_page_has_an_icon(address: str):
    page = await AsyncClient().get(address)
    icon = re.search(rb'<link rel="icon" href="([^"]+)" type="image/svg\+xml">', page.content)

    assert icon
    assert (await AsyncClient().get(icon[1].decode()))["Content-Type"] == "image/svg+xml"
    asked = await AsyncClient().get("/favicon.ico")
    assert asked.status_code == 302
    assert asked["Location"] == icon[1].decode()


async def test_an_unknown_graph_has_a_friendly_page():
    response = await AsyncClient().get("/chat/nothing/")

    assert response.status_code == 404
    assert b"There is no chat here" in response.content
    assert b"<ezgraph-chat" not in response.content


async def test_a_graph_that_is_not_public_looks_like_an_unknown_one():
    await in_database(GraphSettings.objects.create, graph="quote", public=False)

    hidden = await AsyncClient().get("/chat/quote/")
    unknown = await AsyncClient().get("/chat/nothing/")

    assert hidden.status_code == 404
    assert hidden.content == unknown.content


@pytest.mark.parametrize("address", ["/chat/quote/", "/chat/nothing/"])
async def test_nothing_inline_and_nothing_foreign_may_run(address: str):
    response = await AsyncClient().get(address)

    policy = dict(part.split(" ", 1) for part in response["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["connect-src"] == "'self' ws://testserver wss://testserver"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert "unsafe" not in response["Content-Security-Policy"]


async def test_the_page_sets_no_cookie():
    response = await AsyncClient().get("/chat/quote/")

    assert not response.cookies
