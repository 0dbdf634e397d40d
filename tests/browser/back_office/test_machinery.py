"""Staff see at home, at each provider and at each graph how the site does, in a real browser."""

from pathlib import Path

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Browser, Page, expect

from tests.browser.logging_in import STAFF_PASSWORD, open_as
from tests.live_site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PUT = f"""
from tests.browser.back_office.talks import put_staff
from tests.browser.back_office.used import put_used
put_used()
put_staff("manager", "Provider manager", {STAFF_PASSWORD!r})
"""


@pytest.fixture(scope="module")
def used_site(live_site: LiveSite) -> LiveSite:
    live_site.manage("shell", "-v", "0", "-c", PUT)
    return live_site


async def sign_in(page: Page, site: LiveSite, name: str = "") -> None:
    """Come to home, logged in; as the site's administrator where nobody is named."""
    await open_as(page, site, "/admin/", name)
    await expect(page.get_by_role("heading", name="Providers today")).to_be_visible()


async def check_reading(page: Page) -> None:
    """No fault that keeps people with a screen reader or poor sight from our own parts of the page."""
    found = await Axe().run(page, context="#content", options={"runOnly": ["wcag2a", "wcag2aa"]})
    assert found.violations_count == 0, found.generate_report()


async def check_page(page: Page, folder: Path, name: str) -> None:
    """A picture to look at; everybody can read the page, and it fits the screen."""
    await page.screenshot(path=folder / f"{name}.png", full_page=True)
    await check_reading(page)
    assert not await page.evaluate("document.documentElement.scrollWidth > innerWidth")


async def test_home_leads_to_what_it_tells_of(page: Page, used_site: LiveSite, screenshots: Path) -> None:
    await page.set_viewport_size({"width": 1360, "height": 900})
    await sign_in(page, used_site)
    await expect(page.get_by_role("heading", name="Customers who wait for staff")).to_be_visible()
    await check_page(page, screenshots, "home")

    await page.get_by_role("link", name="Waiting for staff").click()
    await expect(page).to_have_url(f"{used_site.url}/admin/conversations/session/?status=handed_over")
    await page.go_back()
    await page.get_by_role("link", name="acme", exact=True).click()
    await expect(page.get_by_role("heading", name="Last 7 days")).to_be_visible()
    await check_page(page, screenshots, "provider")
    await page.get_by_text("Last errors.").click()
    await expect(page.get_by_role("link", name="All calls")).to_be_visible()


async def test_a_graph_is_read_as_a_picture_or_in_words(
    page: Page, used_site: LiveSite, screenshots: Path
) -> None:
    await page.set_viewport_size({"width": 1360, "height": 900})
    await sign_in(page, used_site)
    await page.get_by_role("link", name="Graphs").click()
    await check_page(page, screenshots, "graphs")
    await page.get_by_role("link", name="hotel", exact=True).click()
    await expect(page.get_by_role("img", name="Picture of the graph hotel")).to_be_visible()
    await page.get_by_text("The same in words").click()
    await expect(page.get_by_text("to SearchHotelsNode, at once")).to_be_visible()
    await page.get_by_text("The same in words").click()
    await check_page(page, screenshots, "graph")

    await page.get_by_role("link", name="Settings", exact=True).click()
    await expect(page.get_by_label("Chat provider")).to_be_visible()
    await check_page(page, screenshots, "graph-settings")
    await page.get_by_role("link", name="Graph", exact=True).click()
    await expect(page.get_by_role("heading", name="Where sessions stop")).to_be_visible()


async def test_lists_of_many_columns_fit_a_small_desktop_screen(page: Page, used_site: LiveSite) -> None:
    await page.set_viewport_size({"width": 1300, "height": 900})
    await sign_in(page, used_site)
    for name in ("decision", "session"):
        await page.goto(f"{used_site.url}/admin/conversations/{name}/")
        table = page.locator("#result_list")
        assert await table.evaluate("table => table.scrollWidth <= table.parentElement.clientWidth"), name
        when = table.locator("time").first
        assert await when.evaluate("when => when.getClientRects().length") == 1


@pytest.mark.parametrize(("scheme", "width"), [("dark", 1360), ("light", 390)], ids=["dark", "phone"])
async def test_all_of_it_can_be_read_in_the_dark_and_on_a_phone(
    browser: Browser, used_site: LiveSite, screenshots: Path, scheme: str, width: int
) -> None:
    kind = "dark" if scheme == "dark" else "phone"
    context = await browser.new_context(
        color_scheme="dark" if scheme == "dark" else "light", viewport={"width": width, "height": 900}
    )
    try:
        page = await context.new_page()
        await sign_in(page, used_site)
        await check_page(page, screenshots, f"home-{kind}")
        await page.get_by_role("link", name="acme", exact=True).click()
        await expect(page.get_by_role("heading", name="Last 7 days")).to_be_visible()
        await check_page(page, screenshots, f"provider-{kind}")
        await page.goto(f"{used_site.url}/admin/conversations/graphsettings/")
        await page.get_by_role("link", name="hotel", exact=True).click()
        await expect(page.get_by_role("heading", name="Where sessions stop")).to_be_visible()
        await check_page(page, screenshots, f"graph-{kind}")
    finally:
        await context.close()


async def test_a_provider_manager_steers_providers_and_no_conversations(
    page: Page, used_site: LiveSite
) -> None:
    await sign_in(page, used_site, "manager")
    for name in ("Review queue", "Captures", "Replays", "Users", "Log"):
        await expect(page.get_by_role("link", name=name, exact=True)).to_have_count(0)

    await page.get_by_role("link", name="spare", exact=True).click()
    await page.get_by_role("button", name="Open circuit").click()
    await expect(page.get_by_text("it is not asked until you close it")).to_be_visible()
    await page.get_by_role("button", name="Close circuit").click()
    await expect(page.get_by_text("it is asked again")).to_be_visible()

    await page.goto(f"{used_site.url}/admin/conversations/session/?status=handed_over")
    await page.locator("#result_list tbody a").first.click()
    await expect(page.get_by_label("Conversation", exact=True)).to_be_visible()
    for name in ("Take over", "End", "Export", "Erase personal data", "Sign the customer out"):
        await expect(page.get_by_text(name, exact=True)).to_have_count(0)
    for address in ("auth/user/", "conversations/decisioncapture/", "conversations/decision/queue/"):
        refused = await page.goto(f"{used_site.url}/admin/{address}")
        assert refused is not None
        assert refused.status == 403
