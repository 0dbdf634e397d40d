"""The back office as its administrator first meets it."""

import pytest
from playwright.async_api import Page, expect

from tests.live_site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_the_printed_password_leads_to_the_providers(live_site: LiveSite, page: Page):
    await page.goto(f"{live_site.url}/admin/")
    await page.get_by_label("Username").fill("admin")
    await page.get_by_label("Password").fill(live_site.password or "")
    await page.get_by_role("button", name="Log in").click()

    await page.get_by_role("link", name="Providers").first.click()
    await expect(page.get_by_role("link", name="embedded")).to_be_visible()
