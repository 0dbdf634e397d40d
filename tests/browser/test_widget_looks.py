"""How the widget looks and reads: desktop, phone, dark, right to left, and in each of its states."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.browser.foreign_page import Host, hosting
from tests.browser.scripted_server import AT, ScriptedServer
from tests.browser.widget import Widget, place_of
from tests.live_site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PRICES = (
    "<p>Of course. Here are <strong>three prices</strong>:</p><ul><li>Saver: $99.96 a month</li>"
    '<li>Selected: $140.43 a month, see <a href="https://example.org">details</a></li></ul>'
    "<table><thead><tr><th>Plan</th><th>Liability</th><th>Deductible</th></tr></thead>"
    "<tbody><tr><td>Saver</td><td>50/100</td><td>$1,000</td></tr></tbody></table>"
)
HELLO = "Hello, Samira here. Which of these fits you best?"

CONVERSATION: list[dict[str, Any]] = [
    {"n": 1, "turn": 1, "role": "customer", "text": "Hi! I'd like a quote for my car.", "at": AT},
    {"n": 2, "turn": 1, "role": "assistant", "text": "Three prices", "html": PRICES, "at": AT},
    {"n": 3, "turn": 2, "role": "customer", "text": "Can I talk to somebody?", "at": AT},
    {
        "n": 4,
        "turn": 2,
        "role": "staff",
        "author": "Samira Haddad",
        "text": HELLO,
        "at": AT,
        "suggestions": ["Saver", "Selected", "What is a deductible?"],
    },
]

DESKTOP: dict[str, Any] = {"viewport": {"width": 1000, "height": 760}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 780},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 2,
}

LOOKS = {
    "desktop": (DESKTOP, ""),
    "dark": (DESKTOP | {"color_scheme": "dark"}, ""),
    "right-to-left": (DESKTOP, 'data-language="ar"'),
    "phone": (PHONE, ""),
    "phone-dark": (PHONE | {"color_scheme": "dark"}, 'data-language="de"'),
}

SMALL_TARGETS = """
() => [...document.querySelector("ezgraph-chat").shadowRoot.querySelectorAll("button, textarea")]
  .map((target) => [target.outerHTML, target.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24))
  .map(([name]) => name)
"""


@pytest_asyncio.fixture(loop_scope="session")
async def host(live_site: LiveSite) -> AsyncIterator[Host]:
    async with hosting(live_site.url) as host:
        yield host


@asynccontextmanager
async def visiting(
    browser: Browser, host: Host, screenshots: Path, settings: dict[str, Any], options: str = ""
) -> AsyncIterator[tuple[Widget, ScriptedServer]]:
    """An open widget in a browser of its own, with a conversation in it."""
    context = await browser.new_context(**settings)
    try:
        widget = Widget(await context.new_page(), host, screenshots)
        server = ScriptedServer()
        server.messages = [*CONVERSATION]
        await server.attach(widget.page)
        await widget.visit(options)
        await widget.open()
        await expect(widget.log).to_contain_text(HELLO)
        yield widget, server
    finally:
        await context.close()


async def pause(widget: Widget) -> None:
    """Wait until nothing moves any more: what fades in has no colours to be read by yet."""
    await widget.page.evaluate(
        """Promise.all(document.querySelector("ezgraph-chat").shadowRoot.getAnimations()
            .filter((moving) => moving.effect.getTiming().iterations !== Infinity)
            .map((moving) => moving.finished))"""
    )


@pytest.mark.parametrize("look", LOOKS)
async def test_axe_finds_nothing_in_any_state(browser: Browser, host: Host, screenshots: Path, look: str):
    settings, options = LOOKS[look]
    async with visiting(browser, host, screenshots, settings, options) as (widget, server):
        more = widget.panel.locator(".tool").first
        await widget.photograph(f"widget-{look}")
        await pause(widget)
        await widget.check_reading()
        assert await widget.page.evaluate(SMALL_TARGETS) == []

        await more.click()
        await widget.check_reading()
        await widget.panel.locator(".item:visible").last.click()
        await widget.photograph(f"widget-{look}-question")
        await widget.check_reading()
        await widget.panel.locator(".question .primary").click()
        server.send("notice", code="SESSION_ENDED", message="This conversation was ended.")
        await expect(widget.panel.locator(".end")).to_be_visible()
        server.send("rated", value=-1)
        await expect(widget.panel.locator(".comment")).to_be_visible()
        await widget.photograph(f"widget-{look}-ended")
        await widget.check_reading()
        assert await widget.page.evaluate(SMALL_TARGETS) == []

        await widget.page.keyboard.press("Escape")
        await expect(widget.panel).to_be_hidden()
        await pause(widget)
        await widget.check_reading()


@pytest.mark.parametrize("trouble", ["offline", "writing", "failed", "throttled"])
async def test_axe_finds_nothing_in_moments_of_trouble(
    browser: Browser, host: Host, screenshots: Path, trouble: str
):
    async with visiting(browser, host, screenshots, DESKTOP | {"color_scheme": "dark"}) as (widget, server):
        if trouble == "offline":
            await widget.page.context.set_offline(True)
            await expect(widget.panel.get_by_text("You are offline")).to_be_visible()
        await widget.say("One more thing")
        if trouble == "writing":
            await server.accept_message(3)
            await expect(widget.panel.locator(".typing")).to_be_visible()
        elif trouble == "failed":
            await server.accept_message(3)
            server.send("turn_failed", turn=3, code="TURN_FAILED", message="Sorry.", retryable=True)
            await expect(widget.panel.get_by_role("button", name="Try again")).to_be_visible()
        elif trouble == "throttled":
            refused = await server.expect("message")
            server.send(
                "error", code="RATE_LIMITED", id=refused["id"], message="20 messages a minute are enough."
            )
            await expect(widget.panel.get_by_text("That was a lot at once.")).to_be_visible()
        await pause(widget)
        await widget.photograph(f"widget-{trouble}")

        await widget.check_reading()


async def test_on_a_phone_it_fills_the_screen_and_nothing_zooms(
    browser: Browser, host: Host, screenshots: Path
):
    async with visiting(browser, host, screenshots, PHONE) as (widget, _):
        await pause(widget)
        assert await widget.panel.bounding_box() == {"x": 0, "y": 0, "width": 390, "height": 780}
        assert await widget.box.evaluate("box => parseFloat(getComputedStyle(box).fontSize)") >= 16
        # The page below is out of reach, as it is out of sight.
        link = widget.page.get_by_role("link", name="something")
        await link.focus()
        await expect(link).not_to_be_focused()


async def test_on_a_phone_an_open_chat_covers_no_page_of_another_tab(
    browser: Browser, host: Host, screenshots: Path
):
    async with visiting(browser, host, screenshots, PHONE) as (widget, _):
        other = Widget(await widget.page.context.new_page(), host, screenshots)
        await other.visit()
        await expect(other.launcher).to_have_attribute("aria-expanded", "false")
        await expect(other.panel).to_be_hidden()

        await widget.page.reload()

        await expect(widget.panel).to_be_visible()


async def test_an_arabic_chat_reads_from_the_right(browser: Browser, host: Host, screenshots: Path):
    async with visiting(browser, host, screenshots, DESKTOP, 'data-language="ar"') as (widget, _):
        await expect(widget.box).to_have_attribute("placeholder", "اكتب رسالة…")
        customer = await place_of(widget.log.locator(".customer .bubble").first)
        staff = await place_of(widget.log.locator(".staff .bubble"))
        assert customer["x"] < staff["x"]
        assert (await place_of(widget.launcher))["x"] < 40
        assert await widget.log.get_attribute("aria-label") == "المحادثة"


async def test_nothing_moves_for_those_whom_movement_disturbs(
    browser: Browser, host: Host, screenshots: Path
):
    still = DESKTOP | {"reduced_motion": "reduce"}
    async with visiting(browser, host, screenshots, still) as (widget, server):
        await widget.say("Hello")
        await server.accept_message(3)
        await expect(widget.panel.locator(".typing")).to_be_visible()

        moving = 'document.querySelector("ezgraph-chat").shadowRoot.getAnimations().length'
        assert await widget.page.evaluate(moving) == 0
