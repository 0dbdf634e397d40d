"""Browsers that lack what is new in CSS, and servers that send the chat's files as they lie."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from django.contrib.staticfiles.finders import find
from playwright.async_api import Browser, Route, expect

from tests.browser.chat_page import ChatPage
from tests.browser.scripted_server import ScriptedServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def forget_new_functions(route: Route) -> None:
    """Send the styles as somebody reads them who does not know their new colour functions."""
    response = await route.fetch()
    styles = (await response.text()).replace("light-dark(", "unknown(").replace("lch(from", "unknown(from")
    await route.fulfill(response=response, body=styles)


async def test_the_light_colours_are_shown_where_light_and_dark_ones_are_not_known(
    browser: Browser, chat: ChatPage, server: ScriptedServer
):
    context = await browser.new_context(color_scheme="dark", bypass_csp=True)
    try:
        visit = ChatPage(await context.new_page(), chat.url, chat.screenshots)
        await visit.page.route("**/chat.css", forget_new_functions)
        await server.attach(visit.page)
        await visit.open()
        server.message(1, "customer", "Hello")
        server.message(2, "assistant", "Hi!")
        server.send("turn_failed", turn=2, code="TURN_FAILED", message="Sorry.", retryable=True)
        await expect(visit.try_again).to_be_visible()
        await visit.photograph("old-browser")

        paint = "e => [getComputedStyle(e).backgroundColor, getComputedStyle(e).color]"
        bubble = visit.customer.locator("xpath=..")
        assert await bubble.evaluate(paint) == ["rgb(11, 106, 93)", "rgb(255, 255, 255)"]
        results = await Axe().run(visit.page)
        assert results.violations_count == 0, results.generate_report()
    finally:
        await context.close()


async def as_it_lies(route: Route) -> None:
    """Answer as a web server that knows nothing but files."""
    path = Path(str(find(urlsplit(route.request.url).path.removeprefix("/static/"))))
    await route.fulfill(path=path)


async def test_the_files_as_they_lie_are_the_same_chat(chat: ChatPage, server: ScriptedServer):
    await chat.page.route("**/static/conversations/**", as_it_lies)
    await chat.open()
    server.message(1, "assistant", "Hello")

    await expect(chat.log.get_by_text("Hello", exact=True)).to_be_visible()
    assert await chat.box.evaluate("box => getComputedStyle(box).fontSize") == "16px"
