"""The demo pages: the chat on a shop's page, and every conversation of the site."""

import pytest
from django.test import AsyncClient

from conversations.engine import graphs

ADDRESSES = ("/demo/", "/demo/all/")


async def test_the_shop_has_the_script_tag_of_the_widget():
    response = await AsyncClient().get("/demo/")

    assert response.status_code == 200
    assert (
        b'<script src="/static/conversations/widget.js" data-graph="quote" async></script>'
        in response.content
    )


async def test_every_conversation_can_be_tried():
    response = await AsyncClient().get("/demo/all/")

    for graph in graphs.served().values():
        assert graph.display_title.encode() in response.content
    assert response.content.count(b"<ezgraph-chat ") == 2


@pytest.mark.parametrize("address", ADDRESSES)
async def test_nothing_comes_from_elsewhere_and_nothing_is_inline(address: str):
    response = await AsyncClient().get(address)

    assert response["Content-Security-Policy"].startswith(
        "default-src 'none'; script-src 'self'; style-src 'self'"
    )
    assert b"style=" not in response.content
    assert b'="https:' not in response.content


@pytest.mark.parametrize("address", ADDRESSES)
async def test_they_can_only_be_read(address: str):
    assert (await AsyncClient().post(address)).status_code == 405
