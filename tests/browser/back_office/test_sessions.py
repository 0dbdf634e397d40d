"""Staff find a conversation, read it, take it away and erase it, in a real browser."""

import json
from pathlib import Path
from typing import Literal, TypeAlias

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Browser, Page, expect

from tests.browser.back_office.talks import WORD
from tests.browser.logging_in import STAFF_PASSWORD, open_as
from tests.live_site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Scheme: TypeAlias = Literal["light", "dark"]

LIST = "/admin/conversations/session/"
PUT = f"""
from tests.browser.back_office.talks import put_staff, put_talks
put_talks()
for name, role in (("operator", "Operator"), ("officer", "Privacy officer")):
    put_staff(name, role, {STAFF_PASSWORD!r})
"""

WIDER_THAN_THE_WINDOW = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def talking_site(live_site: LiveSite) -> LiveSite:
    live_site.manage("shell", "-v", "0", "-c", PUT)
    return live_site


async def sign_in(page: Page, site: LiveSite, name: str) -> None:
    """Go to the list as somebody."""
    await open_as(page, site, LIST, name)
    await expect(page.get_by_placeholder("Words that were said")).to_be_visible()


async def search(page: Page, words: str) -> None:
    """Look for a session and open it."""
    await page.get_by_placeholder("Words that were said").fill(words)
    await page.keyboard.press("Enter")
    await expect(page.locator("#result_list tbody tr")).to_have_count(1)
    await page.locator("#result_list tbody th a, #result_list tbody td a").first.click()
    await expect(page.get_by_label("Conversation", exact=True)).to_be_visible()


async def check_reading(page: Page) -> None:
    """No fault that keeps people with a screen reader or poor sight from our own parts of the page."""
    rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
    found = await Axe().run(page, context="#content", options=rules)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_an_operator_finds_a_conversation_by_its_customer_and_reads_it(
    browser: Browser, talking_site: LiveSite, screenshots: Path, scheme: Scheme
):
    context = await browser.new_context(viewport={"width": 1440, "height": 1000}, color_scheme=scheme)
    page = await context.new_page()
    await sign_in(page, talking_site, "operator")
    await page.screenshot(path=screenshots / f"sessions-{scheme}.png")
    await search(page, "lovelace")

    await expect(page.get_by_role("article").first).to_contain_text("near the harbour")
    await expect(page.get_by_text("That was quick.")).to_be_visible()
    await page.screenshot(path=screenshots / f"session-{scheme}.png", full_page=True)
    await check_reading(page)

    await page.get_by_role("button", name="Open all turns").click()
    await expect(page.get_by_text("Decision by").first).to_be_visible()
    await page.screenshot(path=screenshots / f"session-open-{scheme}.png", full_page=True)
    await check_reading(page)

    await page.get_by_role("button", name="Larger picture").click()
    await expect(page.get_by_text("The same in words")).to_be_visible()
    await page.screenshot(path=screenshots / f"session-graph-{scheme}.png")
    await page.get_by_role("button", name="Close", exact=True).click()
    await expect(page.get_by_text("The same in words")).to_be_hidden()
    await context.close()


async def test_what_a_role_may_not_do_is_not_there(page: Page, talking_site: LiveSite):
    await sign_in(page, talking_site, "operator")
    await search(page, WORD)

    await expect(page.get_by_text("The server is overloaded.").first).to_be_visible()
    await expect(page.get_by_role("button", name="Run turn 2 again")).to_be_visible()
    for name in ("Export", "Erase personal data"):
        await expect(page.get_by_text(name)).to_have_count(0)


async def test_it_is_read_on_a_phone_too(browser: Browser, talking_site: LiveSite, screenshots: Path):
    context = await browser.new_context(viewport={"width": 390, "height": 844})
    page = await context.new_page()
    await sign_in(page, talking_site, "operator")
    await search(page, WORD)

    assert not await page.evaluate(WIDER_THAN_THE_WINDOW)
    await page.screenshot(path=screenshots / "session-phone.png", full_page=True)
    await context.close()


async def test_earlier_turns_of_a_long_conversation_come_when_asked_for(page: Page, talking_site: LiveSite):
    await sign_in(page, talking_site, "operator")
    await search(page, '"Question 47"')

    turns = page.locator("details.turn")
    await expect(turns).to_have_count(25)
    await page.wait_for_load_state()  # before its script is ready, the link leads to a page
    await page.get_by_role("link", name="35 earlier turns").click()
    await expect(turns).to_have_count(50)
    await page.get_by_role("link", name="10 earlier turns").click()
    await expect(turns).to_have_count(60)
    await expect(page.get_by_text("earlier turn")).to_have_count(0)

    await page.goto(f"{page.url}#turn-50")
    await expect(page.locator("#turn-50[open]")).to_be_in_viewport()


async def test_filters_leave_what_they_say_and_stay_chosen(page: Page, talking_site: LiveSite):
    await page.set_viewport_size({"width": 1700, "height": 1000})
    await sign_in(page, talking_site, "operator")
    await page.get_by_text("Filters").first.click()
    await expect(page.get_by_label("From")).to_be_hidden()
    await page.get_by_label("Last activity").select_option("range")
    await expect(page.get_by_label("From")).to_be_visible()
    await page.get_by_label("Last activity").select_option("today")
    await page.get_by_label("Failed turns").select_option("yes")
    await page.get_by_role("button", name="Apply Filters").click()

    await expect(page.locator("#result_list tbody tr")).to_have_count(1)
    await expect(page.get_by_label("Failed turns")).to_have_value("yes")


async def test_an_officer_takes_a_conversation_away_and_erases_it(
    page: Page, talking_site: LiveSite, screenshots: Path
):
    await sign_in(page, talking_site, "officer")
    await search(page, WORD)
    await page.get_by_text("Export", exact=True).click()
    async with page.expect_download() as downloading:
        await page.get_by_role("button", name="JSON, everything").click()
    told = json.loads((await (await downloading.value).path()).read_text())
    assert WORD in told["turns"][0]["messages"][0]["text"]

    await page.get_by_role("link", name="Erase personal data").click()
    await expect(page.get_by_role("heading", name="This cannot be undone")).to_be_visible()
    await check_reading(page)
    await page.screenshot(path=screenshots / "session-erase.png")
    await page.get_by_role("button", name="Erase for good").click()
    await expect(page.get_by_text("The personal data was erased.")).to_be_visible()
    await expect(page.get_by_role("article").first).to_contain_text("Erased")
    await page.screenshot(path=screenshots / "session-erased.png", full_page=True)
    await page.goto(f"{talking_site.url}{LIST}?q={WORD}")
    await expect(page.get_by_text(WORD)).to_have_count(0)
