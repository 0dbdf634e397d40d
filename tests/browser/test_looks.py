"""How the page looks and fits: phones, dark and light, right to left, still where movement disturbs."""

from typing import Literal, TypeAlias

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Browser, Page, expect

from tests.browser.chat_page import ChatPage
from tests.browser.scripted_server import AT, ScriptedServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Scheme: TypeAlias = Literal["light", "dark"]

CONVERSATION = [
    {"n": 1, "turn": 1, "role": "customer", "text": "I'm Jordan Lee, born April 12, 1988.", "at": AT},
    {"n": 2, "turn": 1, "role": "assistant", "text": "Thank you, Jordan. Which state is it?", "at": AT},
    {"n": 3, "turn": 2, "role": "customer", "text": "مرحبا، أريد تأمين سيارتي", "at": AT},
    {"n": 4, "turn": 2, "role": "staff", "text": "Hello Jordan, Sam here. One moment, please.", "at": AT},
    {"n": 5, "turn": 2, "role": "assistant", "text": "https://example.org/" + "a" * 200, "at": AT},
]

WIDER_THAN_THE_WINDOW = "document.documentElement.scrollWidth > innerWidth"

SMALL_TARGETS = """
() => [...document.querySelector("ezgraph-chat").shadowRoot.querySelectorAll("button, textarea")]
  .map((target) => [target.outerHTML, target.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24))
  .map(([name]) => name)
"""


@pytest.fixture
def server() -> ScriptedServer:
    server = ScriptedServer()
    server.messages = [*CONVERSATION]
    return server


async def show_everything(page: Page, server: ScriptedServer) -> None:
    """Bring every kind of thing that the page can show onto it."""
    await expect(page.get_by_text("Sam here")).to_be_visible()
    server.send("notice", code="STARTED_AFRESH", message="This one starts from the beginning.")
    server.send("turn_failed", turn=2, code="TURN_FAILED", message="Sorry, please try again.", retryable=True)
    box = page.get_by_label("Your message")
    await box.fill("A refused one")
    await box.press("Enter")
    refused = await server.expect("message")
    server.send("error", code="MESSAGE_INVALID", message="It is not valid.", id=refused["id"])
    await expect(page.get_by_text("Not sent: It is not valid.")).to_be_visible()
    await box.fill("a" * 4001)
    await expect(page.get_by_text("4001 of 4000 characters")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_and_everything_is_large_enough_to_hit(
    browser: Browser, chat: ChatPage, server: ScriptedServer, scheme: Scheme
):
    # Axe puts styles of its own into the page, which our policy forbids.
    context = await browser.new_context(color_scheme=scheme, bypass_csp=True)
    try:
        visit = ChatPage(await context.new_page(), chat.url, chat.screenshots)
        await server.attach(visit.page)
        await visit.open()
        await show_everything(visit.page, server)
        await visit.photograph(f"everything-{scheme}")

        results = await Axe().run(visit.page)
        assert results.violations_count == 0, results.generate_report()
        assert await visit.page.evaluate(SMALL_TARGETS) == []
    finally:
        await context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_a_phone_shows_it_whole(
    browser: Browser, chat: ChatPage, server: ScriptedServer, scheme: Scheme
):
    context = await browser.new_context(
        viewport={"width": 360, "height": 740},
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
        color_scheme=scheme,
    )
    try:
        phone = ChatPage(await context.new_page(), chat.url, chat.screenshots)
        await server.attach(phone.page)
        await phone.open()
        await phone.photograph(f"phone-{scheme}")
        await show_everything(phone.page, server)
        await phone.photograph(f"phone-everything-{scheme}")

        assert not await phone.page.evaluate(WIDER_THAN_THE_WINDOW)
        await expect(phone.box).to_be_in_viewport(ratio=1)
        # A smaller font makes phones zoom in as soon as somebody writes.
        assert await phone.box.evaluate("box => parseFloat(getComputedStyle(box).fontSize)") >= 16
    finally:
        await context.close()


async def test_zoomed_in_four_times_nothing_needs_scrolling_sideways(chat: ChatPage, server: ScriptedServer):
    await chat.page.set_viewport_size({"width": 320, "height": 256})
    await server.attach(chat.page)
    await chat.page.goto(f"{chat.url}/chat/quote/")
    await show_everything(chat.page, server)

    assert not await chat.page.evaluate(WIDER_THAN_THE_WINDOW)


async def test_a_page_that_reads_from_the_right_is_mirrored(chat: ChatPage, server: ScriptedServer):
    await server.attach(chat.page)
    await chat.open()
    await chat.page.evaluate("document.documentElement.dir = 'rtl'")
    await chat.photograph("right-to-left")

    customer = await chat.customer.first.bounding_box()
    assistant = await chat.greeting.bounding_box()
    assert customer
    assert assistant
    assert customer["x"] < assistant["x"]


async def test_nothing_moves_for_those_whom_movement_disturbs(chat: ChatPage, server: ScriptedServer):
    server.welcome = {"turn": 9}
    await chat.page.emulate_media(reduced_motion="reduce")
    await server.attach(chat.page)
    await chat.open()
    await expect(chat.typing).to_be_visible()

    moving = 'document.querySelector("ezgraph-chat").shadowRoot.getAnimations().length'
    assert await chat.page.evaluate(moving) == 0
