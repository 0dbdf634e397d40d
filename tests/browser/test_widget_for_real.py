"""The widget on an allowed foreign page and the real server: from the first word to the rating."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.browser.foreign_page import hosting
from tests.browser.widget import Widget
from tests.live_site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

ALLOW = """
from conversations.models import GraphSettings
GraphSettings.objects.update_or_create(graph="quote", defaults={{"allowed_origins": {origins!r}}})
"""

DRIVER = "I'm Jordan Lee, born April 12, 1988, with a valid California license for 15 years."


async def allow(site: LiveSite, *origins: str) -> None:
    """Let staff allow these origins, and no others, to use the quote graph."""
    await asyncio.to_thread(site.manage, "shell", "-c", ALLOW.format(origins=list(origins)))


@pytest_asyncio.fixture(loop_scope="session")
async def widget(page: Page, live_site: LiveSite, screenshots: Path) -> AsyncIterator[Widget]:
    """A page whose origin the graph allows."""
    async with hosting(live_site.url) as host:
        await allow(live_site, host.url)
        yield Widget(page, host, screenshots)
        await allow(live_site)


async def test_a_conversation_on_an_allowed_page_from_its_beginning_to_its_rating(widget: Widget):
    await widget.visit()
    await widget.open()
    replies = widget.log.locator(".assistant .text")
    await expect(replies).to_have_count(1)
    await widget.say(DRIVER)
    await expect(replies).to_have_count(2, timeout=20_000)
    await expect(replies.last.locator("p").first).to_be_visible()

    await widget.page.reload()
    await expect(widget.panel).to_be_visible()
    await expect(replies).to_have_count(2)

    await widget.choose("Start over")
    await widget.panel.get_by_role("alertdialog").get_by_role("button", name="Start over").click()
    await expect(replies).to_have_count(1)
    await widget.say(DRIVER)
    await expect(replies).to_have_count(2, timeout=20_000)

    await widget.choose("End conversation")
    await widget.panel.get_by_role("alertdialog").get_by_role("button", name="End conversation").click()
    await widget.panel.get_by_role("button", name="Good").click()
    await widget.panel.get_by_label("Anything to add?").fill("Quick and clear")
    await widget.panel.locator(".comment").get_by_role("button", name="Send").click()
    await expect(widget.panel.locator(".comment")).to_be_hidden()
    await widget.page.reload()
    good = widget.panel.get_by_role("button", name="Good")
    await expect(good).to_have_attribute("aria-pressed", "true")

    await widget.panel.get_by_role("button", name="Start a new one").click()
    await expect(replies).to_have_count(1)
    await expect(widget.box).to_be_focused()


async def test_two_tabs_of_a_page_show_the_same_and_start_over_together(widget: Widget):
    await widget.visit()
    await widget.open()
    await widget.say(DRIVER)
    replies = widget.log.locator(".assistant .text")
    await expect(replies).to_have_count(2, timeout=20_000)

    other = Widget(await widget.page.context.new_page(), widget.host, widget.screenshots)
    await other.visit()
    await expect(other.panel).to_be_visible()
    there = other.log.locator(".assistant .text")
    await expect(there).to_have_text(await replies.all_inner_texts())

    await widget.choose("Start over")
    await widget.panel.get_by_role("alertdialog").get_by_role("button", name="Start over").click()
    await expect(replies).to_have_count(1)
    await expect(there).to_have_count(1)
    await expect(other.box).to_be_visible()
