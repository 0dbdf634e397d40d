"""Pages and browsers that make it hard: full storages, strict policies, bodies that move."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.browser.chat_page import ChatPage
from tests.browser.foreign_page import Host, hosting
from tests.browser.scripted_server import AT, ScriptedServer
from tests.browser.widget import Widget, place_of
from tests.live_site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"

TRUSTED_TYPES = """
const meta = document.createElement("meta");
meta.httpEquiv = "Content-Security-Policy";
meta.content = "require-trusted-types-for 'script'";
document.head.append(meta);
"""

REPLY = {"n": 1, "turn": 1, "role": "assistant", "text": "**Hi**", "html": "<p>Hi</p>", "at": AT}


@pytest_asyncio.fixture(loop_scope="session")
async def host(live_site: LiveSite) -> AsyncIterator[Host]:
    async with hosting(live_site.url) as host:
        yield host


async def test_a_full_storage_counts_nothing_twice_and_loses_nothing_of_this_page(
    page: Page, host: Host, server: ScriptedServer, screenshots: Path
):
    widget = Widget(page, host, screenshots)
    server.messages = [REPLY]
    await page.add_init_script(FULL)
    await widget.visit()
    await widget.open()
    await expect(widget.log).to_contain_text("Hi")

    await expect(page.locator(".badge")).to_be_hidden()
    await widget.say("Hello")
    assert (await server.accept_message(2))["text"] == "Hello"


async def test_where_nobody_may_read_html_replies_are_shown_as_they_were_written(
    chat: ChatPage, server: ScriptedServer
):
    await chat.open()
    await chat.page.evaluate(TRUSTED_TYPES)

    server.message(1, "assistant", "**Hi**", html="<p><strong>Hi</strong></p>")
    server.message(2, "assistant", "And more", html="<p>And more</p>")

    await expect(chat.replies.last).to_have_text("And more")
    assert (await chat.texts())[1:] == ["**Hi**", "And more"]


async def test_a_body_that_moves_does_not_take_the_button_along(
    page: Page, host: Host, server: ScriptedServer, screenshots: Path
):
    widget = Widget(page, host, screenshots)
    await widget.visit()
    before = await place_of(widget.launcher)

    await page.evaluate("document.body.style.transform = 'translateX(-200px)'")

    assert await place_of(widget.launcher) == before


async def test_an_open_panel_of_the_page_before_leaves_the_page_its_focus(
    page: Page, host: Host, server: ScriptedServer, screenshots: Path
):
    widget = Widget(page, host, screenshots)
    await widget.visit()
    await widget.open()
    host.chat = f"<input autofocus aria-label='Search'>{host.script()}"

    await page.goto(f"{host.url}/search")

    await expect(widget.panel).to_be_visible()
    await expect(page.get_by_label("Search")).to_be_focused()


async def test_an_element_without_a_graph_asks_nobody(page: Page, host: Host, server: ScriptedServer):
    host.chat = f"<ezgraph-chat></ezgraph-chat>{host.script(graph='')}"
    async with page.expect_console_message(lambda told: "needs the name of a graph" in told.text):
        await page.goto(host.url)

    assert server.connections == 0
