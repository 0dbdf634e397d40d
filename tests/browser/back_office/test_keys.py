"""Staff issue, copy and replace an API key, in a real browser."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser.back_office.test_machinery import check_page
from tests.browser.logging_in import STAFF_PASSWORD, open_as
from tests.live_site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PUT = f"""
from tests.browser.back_office.talks import put_staff
put_staff("integrator", "Integration manager", {STAFF_PASSWORD!r})
"""


async def test_a_key_is_issued_copied_and_replaced(page: Page, live_site: LiveSite, screenshots: Path):
    live_site.manage("shell", "-v", "0", "-c", PUT)
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=live_site.url)
    await page.set_viewport_size({"width": 400, "height": 900})
    await page.emulate_media(color_scheme="dark")
    await open_as(page, live_site, "/admin/conversations/apiclient/add/", "integrator")

    await page.get_by_label("Name").fill("Newsletter")
    await page.get_by_role("button", name="Save and continue editing").click()
    await page.get_by_role("link", name="Issue a key").click()
    await page.get_by_label("What it is for").fill("sending")
    await expect(page.get_by_label("Last day")).to_be_hidden()
    await page.get_by_label("Expires").select_option("day")
    await page.get_by_label("Last day").fill("2020-01-01")
    await check_page(page, screenshots, "key_issue")
    await page.get_by_role("button", name="Issue the key").click()
    await expect(page.get_by_text("Take today or a later day")).to_be_visible()

    await page.get_by_label("Expires").select_option("30")
    await page.get_by_role("button", name="Issue the key").click()
    shown = await page.locator("#secret").inner_text()
    await page.get_by_role("button", name="Copy").click()
    await expect(page.get_by_text("Copied.")).to_be_visible()
    assert await page.evaluate("navigator.clipboard.readText()") == shown
    await check_page(page, screenshots, "key_shown_once")

    await page.reload()
    await expect(page.get_by_text(f"{shown[:12]}…", exact=True)).to_be_visible()
    assert shown not in await page.content()
    await check_page(page, screenshots, "key")

    await page.get_by_role("link", name="Issue another in its place").click()
    await check_page(page, screenshots, "key_replace")
    await page.get_by_label("The old key").select_option("0")
    await page.get_by_role("button", name="Issue the new key").click()
    await expect(page.get_by_text("is refused from now on")).to_be_visible()
    assert await page.locator("#secret").inner_text() != shown

    await page.goto(f"{live_site.url}/admin/conversations/apikey/")
    await page.locator("#searchbar").fill(f" {shown}")
    await page.locator("#searchbar").press("Enter")
    await page.wait_for_url("**?q=*")
    await expect(page.get_by_text(f"{shown[:12]}…")).to_be_visible()
    assert page.url.endswith(f"?q=+{shown[:12]}")
    await check_page(page, screenshots, "key_search")
