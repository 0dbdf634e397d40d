"""Lists in replies: they read well, stay the text that was said, and nothing in them is taken for code."""

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.browser.chat_page import ChatPage
from tests.browser.scripted_server import AT, ScriptedServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PRICES = (
    "Here are your three prices:\n"
    "- Saver: $99.96 a month\n"
    "– Selected: $140.43 a month\n"
    "- Shield: $182.17 a month\n"
    "\n"
    "Which one would you like?"
)

LONG_PRICES = """\
Here are your three prices, with coverage from July 1, 2026:
- Saver: $99.96 a month for state minimum liability, collision ($1,000 deductible), no extras
- Selected: $140.43 a month for standard liability, collision ($500 deductible), rental and roadside
- Shield: $182.17 a month for premium liability, collision ($250 deductible), rental

Which one would you like to take: saver, selected or shield? Or shall we try something else?"""

TEXTS = [
    PRICES,
    "- Only\n- a list",
    "With space around:\n\n- One\n\n- Two\n\n\nAnd after\n\nmore",
    "A - in the middle,\n-none here\n--- nor here",
    "Two lists:\n- One\nbetween\n- Two",
]


@pytest_asyncio.fixture(loop_scope="session")
async def server(chat: ChatPage) -> ScriptedServer:
    server = ScriptedServer()
    await server.attach(chat.page)
    return server


async def test_lines_with_a_dash_are_a_list(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    server.message(1, "assistant", PRICES)

    items = chat.log.get_by_role("listitem")
    await expect(items).to_have_count(3)
    await expect(chat.log.get_by_role("list")).to_have_count(1)
    first, second = [await items.nth(place).bounding_box() for place in (0, 1)]
    assert first
    assert second
    assert second["y"] > first["y"] + first["height"]


async def test_a_list_is_there_while_it_is_written(chat: ChatPage, server: ScriptedServer):
    server.welcome = {"turn": 1}
    await chat.open()
    server.send("step", turn=1)
    for piece in ("Here:\n", "- ", "Saver\n", "- Sel", "ected"):
        server.send("delta", turn=1, text=piece)

    await expect(chat.being_written.locator("li")).to_have_text(["- Saver", "- Selected"])


async def test_a_customer_s_dashes_stay_as_they_are(chat: ChatPage, server: ScriptedServer):
    server.messages = [{"n": 1, "turn": 1, "role": "customer", "text": "- mine\n- too", "at": AT}]
    await chat.open()

    await expect(chat.customer).to_have_text("- mine\n- too")
    await expect(chat.log.get_by_role("listitem")).to_have_count(0)


@pytest.mark.parametrize("text", TEXTS)
async def test_what_is_copied_is_what_was_said(chat: ChatPage, server: ScriptedServer, text: str):
    await chat.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await chat.open()
    server.message(1, "assistant", text)
    await expect(chat.replies).to_have_count(2)

    await chat.replies.last.evaluate("text => getSelection().selectAllChildren(text)")
    await chat.page.keyboard.press("Control+c")

    assert await chat.page.evaluate("navigator.clipboard.readText()") == text
    assert await chat.replies.last.inner_text() == text


async def test_a_list_that_looks_like_code_stays_a_text(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    server.message(1, "assistant", "- <img src=x onerror=\"document.title='run'\">\n- <b>&amp;</b>")

    await expect(chat.log.get_by_role("listitem")).to_have_count(2)
    assert await chat.log.locator("img, b").count() == 0
    await expect(chat.log.get_by_role("listitem").last).to_have_text("- <b>&amp;</b>")


async def test_a_list_of_a_right_to_left_text_begins_at_the_right(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    server.message(1, "assistant", "- مرحبا\n- أريد تأمين سيارتي")

    item = chat.log.get_by_role("listitem").first
    await expect(item).to_be_visible()
    assert await item.evaluate("item => getComputedStyle(item).direction") == "rtl"


@pytest.mark.parametrize("look", ["desktop-light", "desktop-dark", "phone-light", "phone-dark"])
async def test_three_prices_fit_whatever_they_are_read_on(
    browser: Browser, chat: ChatPage, server: ScriptedServer, look: str
):
    size, scheme = look.split("-")
    width = 360 if size == "phone" else 1280
    context = await browser.new_context(
        viewport={"width": width, "height": 740}, color_scheme="dark" if scheme == "dark" else "light"
    )
    try:
        visit = ChatPage(await context.new_page(), chat.url, chat.screenshots)
        await server.attach(visit.page)
        server.messages = [
            {"n": 1, "turn": 1, "role": "customer", "text": "What does it cost?", "at": AT},
            {"n": 2, "turn": 1, "role": "assistant", "text": LONG_PRICES, "at": AT},
        ]
        await visit.open()
        await expect(visit.log.get_by_role("listitem")).to_have_count(3)
        await visit.photograph(f"prices-{look}")

        assert not await visit.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    finally:
        await context.close()
