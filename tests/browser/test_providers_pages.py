"""Staff make a provider in a real browser: the form follows the type, and every page can be read by all."""

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Page, expect

from tests.browser.logging_in import open_as
from tests.live_site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def check_reading(page: Page) -> None:
    """No fault that keeps people with a screen reader or poor sight from our own parts of the page."""
    found = await Axe().run(page, context="#content", options={"runOnly": ["wcag2a", "wcag2aa"]})
    assert found.violations_count == 0, found.generate_report()


async def test_a_provider_is_made_tried_opened_and_closed(page: Page, live_site: LiveSite) -> None:
    await open_as(page, live_site, "/admin/providers/provider/")
    await page.click("a[href$='/providers/provider/add/']")
    await check_reading(page)
    await page.click(".provider-types >> text=anthropic")
    await expect(page.locator("[name=max_tokens]")).to_be_visible()

    await page.select_option("[name=type]", "embedded")
    await expect(page.locator("[name=max_tokens]")).to_have_count(0)
    await page.fill("[name=name]", "second")
    await page.fill("[name=timeout_ms]", "0")
    await page.click("text=Save and test connection")
    await expect(page.locator(".errorlist")).to_have_text("Input should be greater than 0.")
    await page.fill("[name=timeout_ms]", "5000")
    await page.click("text=Save and test connection")
    await expect(page.locator("#main")).to_contain_text("“second” answered after")
    await check_reading(page)

    await page.click("text=Open circuit")
    await expect(page.locator(".provider-state .circuit")).to_have_text("open: opened by hand")
    await page.click("text=Close circuit")
    await expect(page.locator(".provider-state .circuit")).to_have_text("closed")
    await page.click("#main a[href$='/history/']")
    await expect(page.locator("#change-history")).to_contain_text("Circuit opened by hand")
    await check_reading(page)
