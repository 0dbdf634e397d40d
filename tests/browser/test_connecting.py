"""Servers that refuse the page, and servers that say nothing."""

import pytest
from playwright.async_api import expect

from tests.browser.chat_page import ChatPage
from tests.browser.scripted_server import ScriptedServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.mark.parametrize("code", ["FORBIDDEN", "GRAPH_UNKNOWN"])
async def test_a_server_that_refuses_this_page_is_not_asked_again(
    chat: ChatPage, server: ScriptedServer, code: str
):
    server.refusal = code
    await chat.page.clock.install()
    await chat.page.goto(f"{chat.url}/chat/quote/")
    await expect(chat.page.get_by_text("This chat is not available at the moment.")).to_be_visible()

    await chat.page.clock.run_for(120_000)

    assert server.connections == 1


async def test_a_silent_server_is_taken_for_a_lost_one(chat: ChatPage, server: ScriptedServer):
    await chat.page.clock.install()
    await chat.open()
    server.send = lambda kind, **fields: None  # type: ignore[method-assign]

    await chat.page.clock.run_for(40_000)

    await server.expect("hello")
    await server.expect("hello")
