"""Several tabs and several elements of one browser: one conversation, and one customer."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from tests.browser.chat_page import ChatPage
from tests.browser.foreign_page import hosting
from tests.browser.scripted_server import AT, ScriptedServer
from tests.live_site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FAR_AWAY = """
window.hellos = 0;
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
    if (JSON.parse(data).type === "hello") window.hellos += 1;
    setTimeout(() => send.call(this, data), 300);
};
"""
"""The server is far away, and the hellos to it are counted."""

SESSION = "JSON.parse(localStorage.getItem('ezgraph.quote.session'))?.id"
REPLY = {"n": 1, "turn": 1, "role": "assistant", "text": "Hello again", "at": AT}


async def test_tabs_that_open_at_once_come_to_rest_with_one_session(
    browser: Browser, live_site: LiveSite, screenshots: Path
):
    context = await browser.new_context()
    try:
        await context.add_init_script(FAR_AWAY)
        tabs = [ChatPage(await context.new_page(), live_site.url, screenshots) for _ in range(2)]
        await asyncio.gather(*(tab.open() for tab in tabs))
        one, other = tabs
        await expect(one.page.get_by_text("Online")).to_be_visible()
        await expect(other.page.get_by_text("Online")).to_be_visible()

        await one.ask("Hello")

        await expect(other.replies).to_have_count(2)
        assert await one.page.evaluate(SESSION) == await other.page.evaluate(SESSION)
        assert await one.page.evaluate("hellos") + await other.page.evaluate("hellos") <= 4
    finally:
        await context.close()


async def test_elements_of_one_graph_show_one_conversation(
    page: Page, live_site: LiveSite, server: ScriptedServer
):
    async with hosting(live_site.url) as host:
        placed = '<ezgraph-chat graph="quote" language="{}"></ezgraph-chat>'
        host.chat = placed.format("en") + placed.format("es") + host.script()
        await page.goto(host.url)
        english, spanish = (page.locator("ezgraph-chat").nth(place) for place in range(2))
        await expect(english.get_by_role("log")).to_contain_text("Welcome to Larkfield Mutual!")
        await expect(spanish.get_by_role("log")).to_contain_text("Welcome to Larkfield Mutual!")
        assert server.connections == 1

        await spanish.locator("textarea").first.fill("Hola")
        await spanish.locator("textarea").first.press("Enter")
        await server.accept_message()
        server.send("notice", code="HANDED_OVER", message="Handed over.", name="Samira")

        await expect(english.locator(".customer .text")).to_have_text("Hola")
        await expect(english.get_by_text("You are now talking with Samira.")).to_be_visible()
        await expect(spanish.get_by_text("Ahora hablas con Samira.")).to_be_visible()
        await page.locator(".launcher").click()
        await expect(page.locator("dialog.chat .customer .text")).to_have_text("Hola")
        await page.evaluate("document.querySelector('ezgraph-chat').remove()")
        await expect(spanish.get_by_role("log")).to_be_visible()
        assert server.connections == 1


async def test_signing_out_leaves_nothing_of_the_customer_in_any_tab(
    chat: ChatPage, other_tab: ChatPage, server: ScriptedServer
):
    there = ScriptedServer()
    await there.attach(other_tab.page)
    for tab, played in ((chat, server), (other_tab, there)):
        played.messages = [REPLY]
        await tab.open()
        await expect(tab.log.get_by_text("Hello again")).to_be_visible()
    await chat.say("Waits")
    await chat.box.fill("A draft")

    for played in (server, there):
        await played.expect("hello")
        played.messages = []
        played.welcome = {"session": "00000000-0000-0000-0000-000000000002", "token": "new"}
    await chat.page.evaluate("document.querySelector('ezgraph-chat').signOut()")

    for tab, played in ((chat, server), (other_tab, there)):
        assert "token" not in await played.expect("hello")
        await expect(tab.log.get_by_text("Hello again")).to_have_count(0)
    await expect(chat.customer).to_have_count(0)
    await chat.page.reload()
    await expect(chat.box).to_have_value("")
    assert "unsent" not in await chat.page.evaluate("Object.keys(localStorage).join()")
