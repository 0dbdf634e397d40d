"""The widget on a page of another origin: one line, and nothing of either side breaks the other."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.browser.foreign_page import hosting
from tests.browser.scripted_server import AT, ScriptedServer
from tests.browser.widget import Widget, place_of
from tests.live_site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

REPLY = {"n": 1, "turn": 1, "role": "assistant", "text": "Hello again", "at": AT}


@pytest_asyncio.fixture(loop_scope="session")
async def widget(page: Page, live_site: LiveSite, screenshots: Path) -> AsyncIterator[Widget]:
    """A first visit to a foreign page. An error of a script fails the test."""
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    async with hosting(live_site.url) as host:
        yield Widget(page, host, screenshots)
    assert complaints == []


@pytest_asyncio.fixture(loop_scope="session")
async def server(widget: Widget) -> ScriptedServer:
    server = ScriptedServer()
    await server.attach(widget.page)
    return server


async def test_a_page_that_may_not_use_the_chat_is_told_so(widget: Widget):
    await widget.visit()
    await widget.open()

    await expect(widget.panel.get_by_text("This chat is not available at the moment.")).to_be_visible()
    await expect(widget.panel.get_by_text("Not available", exact=True)).to_be_visible()


async def test_nobody_is_counted_who_opens_nothing(widget: Widget, server: ScriptedServer):
    await widget.visit()
    await widget.page.evaluate("new Promise(requestIdleCallback)")
    assert server.connections == 0

    await widget.open()

    assert "token" not in await server.expect("hello")
    await expect(widget.log).to_contain_text("Welcome to Larkfield Mutual!")
    await expect(widget.box).to_be_focused()


async def test_the_page_s_styles_do_not_reach_it_and_its_own_do_not_leave(
    widget: Widget, server: ScriptedServer
):
    await widget.visit()
    await widget.open()
    style = "element => [getComputedStyle(element).fontSize, getComputedStyle(element).letterSpacing]"

    assert await widget.box.evaluate(style) == ["16px", "normal"]
    assert (await place_of(widget.launcher))["width"] == pytest.approx(60, abs=4)
    heading = widget.page.get_by_role("heading", name="A shop")
    assert await heading.evaluate("h => getComputedStyle(h).marginTop") != "0px"
    assert await widget.launcher.evaluate("b => getComputedStyle(b).backgroundColor") != "rgb(255, 0, 0)"


async def test_it_stays_open_across_pages_and_reloads_until_it_is_closed(
    widget: Widget, server: ScriptedServer
):
    await widget.visit()
    await widget.open()
    await widget.page.get_by_role("link", name="something").click()
    await expect(widget.panel).to_be_visible()
    await widget.page.reload()
    await expect(widget.panel).to_be_visible()

    await widget.panel.get_by_role("button", name="Close").click()
    await expect(widget.panel).to_be_hidden()
    await expect(widget.launcher).to_be_focused()

    await widget.page.reload()
    await expect(widget.launcher).to_have_attribute("aria-expanded", "false")
    await expect(widget.panel).to_be_hidden()


async def test_messages_that_nobody_saw_are_counted(widget: Widget, server: ScriptedServer):
    server.messages = [REPLY]
    await widget.visit()
    await widget.open()
    await expect(widget.log).to_contain_text("Hello again")
    await widget.page.keyboard.press("Escape")
    await expect(widget.panel).to_be_hidden()
    badge = widget.page.locator(".badge")
    await expect(badge).to_be_hidden()

    server.message(2, "customer", "From another tab")
    server.message(3, "staff", "Are you there?")
    server.message(4, "assistant", "Yes?")
    await expect(badge).to_have_text("2")
    await expect(widget.launcher).to_have_accessible_name("Open chat, New messages: 2")
    await widget.photograph("widget-unread")
    await widget.page.reload()
    await expect(badge).to_have_text("2")

    await widget.open()
    await expect(badge).to_be_hidden()
    await widget.page.keyboard.press("Escape")
    await widget.page.reload()
    await expect(widget.launcher).to_have_accessible_name("Open chat")


async def test_everything_can_be_done_with_the_keyboard(widget: Widget, server: ScriptedServer):
    server.messages = [{**REPLY, "suggestions": ["Yes", "No"]}]
    await widget.visit()
    await widget.page.get_by_role("link", name="something").focus()
    await widget.page.keyboard.press("Tab")
    await expect(widget.launcher).to_be_focused()
    await widget.page.keyboard.press("Enter")
    await expect(widget.box).to_be_focused()
    suggestion = widget.panel.get_by_role("button", name="No", exact=True)
    await expect(suggestion).to_be_visible()

    await widget.page.keyboard.press("Shift+Tab")
    await expect(suggestion).to_be_focused()
    await widget.page.keyboard.press("Enter")
    assert (await server.accept_message())["text"] == "No"
    await expect(widget.box).to_be_focused()

    more = widget.panel.get_by_role("button", name="More")
    await more.focus()
    await widget.page.keyboard.press("Enter")
    await widget.page.keyboard.press("ArrowDown")
    await widget.page.keyboard.press("ArrowUp")
    await expect(widget.panel.get_by_role("button", name="End conversation")).to_be_focused()
    await widget.page.keyboard.press("Escape")
    await expect(more).to_be_focused()
    await expect(widget.panel).to_be_visible()
    await widget.page.keyboard.press("Escape")
    await expect(widget.panel).to_be_hidden()
    await expect(widget.launcher).to_be_focused()


async def test_the_line_s_data_attributes_set_its_looks_and_words(widget: Widget, server: ScriptedServer):
    await widget.visit(
        'data-title="Help desk" data-greeting="Ask us!" data-color="#ffd400" data-position="left"'
        ' data-language="es"'
    )
    await widget.open()

    await expect(widget.panel.get_by_role("heading")).to_have_text("Help desk")
    await expect(widget.log).to_contain_text("Ask us!")
    await expect(widget.box).to_have_attribute("placeholder", "Escribe un mensaje…")
    look = "b => [getComputedStyle(b).backgroundColor, getComputedStyle(b).color]"
    assert await widget.launcher.evaluate(look) == ["rgb(255, 212, 0)", "lch(0 0 0)"]
    assert (await place_of(widget.launcher))["x"] < 40
    assert (await place_of(widget.panel))["x"] < 40


async def test_an_element_of_the_page_s_own_fills_its_place(widget: Widget, server: ScriptedServer):
    script = widget.host.script(graph="")
    widget.host.chat = f'<ezgraph-chat graph="quote" style="block-size: 400px"></ezgraph-chat>{script}'
    await widget.page.goto(widget.host.url)

    chat = widget.page.locator("ezgraph-chat")
    await expect(chat.get_by_role("log")).to_contain_text("Welcome to Larkfield Mutual!")
    assert (await place_of(chat))["height"] == 400
    await expect(widget.launcher).to_have_count(0)


async def test_the_line_twice_makes_one_chat(widget: Widget, server: ScriptedServer):
    widget.host.chat = widget.host.script() * 2
    await widget.page.goto(widget.host.url)

    await expect(widget.launcher).to_have_count(1)


HOSTILE_HTML = (
    '<p onclick="document.title=1">Text<img src=x onerror="document.title=\'run\'"></p>'
    "<script>document.title='run'</script><iframe src='/'></iframe><style>*{display:none}</style>"
    '<a href="javascript:document.title=1">one</a> <a href="https://example.org/" style="color:red">two</a>'
)


async def test_nothing_runs_of_what_a_reply_should_never_hold(widget: Widget, server: ScriptedServer):
    """The server sanitises; where it ever failed to, a host page has no content policy to help."""
    await widget.visit()
    await widget.open()
    server.message(1, "assistant", "Text one two", html=HOSTILE_HTML)

    reply = widget.log.locator(".assistant .text").last
    await expect(reply.get_by_text("two")).to_have_attribute("href", "https://example.org/")
    await expect(reply.get_by_text("two")).to_have_attribute("rel", "noopener noreferrer nofollow")
    assert await reply.locator("img, script, iframe, style, [style], [onclick]").count() == 0
    assert await reply.get_by_text("one").get_attribute("href") is None
    assert await widget.page.title() == "A shop"
