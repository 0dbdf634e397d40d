"""The host page's word of its user: too old, renewed, or there only later."""

import pytest
from playwright.async_api import expect

from tests.browser.chat_page import ChatPage
from tests.browser.scripted_server import ScriptedServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

NAME = "user => document.querySelector('ezgraph-chat').setAttribute('user', user)"


async def test_a_user_who_comes_later_is_told_to_the_server(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    assert "user" not in await server.expect("hello")

    await chat.page.evaluate(NAME, "signed")

    assert (await server.expect("hello"))["user"] == "signed"


async def test_a_word_that_is_too_old_asks_for_a_reload_and_may_be_renewed(
    chat: ChatPage, server: ScriptedServer
):
    server.refusal = "UNAUTHENTICATED"
    await chat.page.add_init_script(f"addEventListener('DOMContentLoaded', () => ({NAME})('old'))")
    await chat.page.goto(f"{chat.url}/chat/quote/")
    await expect(chat.page.get_by_text("This page is out of date. Please reload it.")).to_be_visible()

    server.refusal = None
    await chat.page.evaluate(NAME, "fresh")

    await expect(chat.greeting).to_be_visible()
    await expect(chat.page.get_by_text("This page is out of date.")).to_have_count(0)
