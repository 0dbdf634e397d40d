"""Whoever comes to an address that is none finds a page that looks like the rest of the site."""

import pytest
from django.test import AsyncClient

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("address", ["/nothing/", "/chat/", "/static/nothing.css", "/quote.php?x=<b>"])
async def test_an_unknown_address_has_a_friendly_page(address: str):
    response = await AsyncClient().get(address)

    assert response.status_code == 404
    assert b"There is no page here" in response.content
    assert b'<a href="/">' in response.content
    assert b"conversations/page.css" in response.content
    assert not response.cookies


async def test_an_unknown_address_of_the_api_is_answered_as_the_api_answers():
    response = await AsyncClient().get("/api/v1/nothing")

    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"
