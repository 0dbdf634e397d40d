"""Staff read how good decisions are, and replay them with another model, in a real browser."""

import json
from pathlib import Path

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Browser, Page, expect

from tests.browser.logging_in import open_as
from tests.live_site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

NODE = "/admin/conversations/decision/quality/hotel/RouterDecisionNode/"
NOUL = "/admin/conversations/decision/quality/hotel/CriteriaReadinessDecisionNode/"
PUT = "from tests.browser.back_office.judged import put_judged; put_judged()"


@pytest.fixture(scope="module")
def judged_site(live_site: LiveSite) -> LiveSite:
    live_site.manage("shell", "-v", "0", "-c", PUT)
    return live_site


async def check_reading(page: Page) -> None:
    """No fault that keeps people with a screen reader or poor sight from our own parts of the page."""
    found = await Axe().run(page, context="#content", options={"runOnly": ["wcag2a", "wcag2aa"]})
    assert found.violations_count == 0, found.generate_report()


async def photograph(page: Page, folder: Path, name: str) -> None:
    await page.screenshot(path=folder / f"{name}.png", full_page=True)


async def test_the_quality_of_a_question_is_read_and_a_target_set(
    page: Page, judged_site: LiveSite, screenshots: Path
):
    await page.set_viewport_size({"width": 1360, "height": 900})
    await open_as(page, judged_site, NODE)
    await expect(page.get_by_role("heading", name="Calibration")).to_be_visible()
    await expect(page.get_by_role("img", name="Reliability diagram")).to_be_visible()
    await photograph(page, screenshots, "quality")
    await check_reading(page)

    await page.get_by_label("Target accuracy").fill("99")
    await page.get_by_role("button", name="Show").click()
    await expect(page.get_by_text("No suggestion.")).to_be_visible()

    await page.get_by_role("link", name="typesafe").click()
    await expect(page.get_by_text("all providers and models")).to_be_visible()
    await expect(page.get_by_label("Target accuracy")).to_have_value("99")

    await page.goto(f"{judged_site.url}{NOUL}")
    await page.get_by_text("The same as a table").click()
    await expect(page.get_by_role("columnheader", name="Recall").first).to_be_visible()
    await photograph(page, screenshots, "quality-noul")
    await check_reading(page)

    await page.goto(f"{judged_site.url}/admin/conversations/decision/quality/")
    await expect(page.get_by_role("link", name="RouterDecisionNode")).to_be_visible()
    await photograph(page, screenshots, "quality-overview")
    await check_reading(page)


async def test_labelled_decisions_are_downloaded(page: Page, judged_site: LiveSite):
    await open_as(page, judged_site, NODE)
    async with page.expect_download() as downloading:
        await page.get_by_role("button", name="Export labelled decisions").click()
    path = await (await downloading.value).path()
    lines = [json.loads(line) for line in path.read_text().splitlines()]

    assert {line["question"] for line in lines} == {"destination"}
    assert all(line["truth"] for line in lines)


async def test_decisions_are_replayed_and_compared(page: Page, judged_site: LiveSite, screenshots: Path):
    await page.set_viewport_size({"width": 1360, "height": 900})
    await open_as(page, judged_site, NODE)
    await page.get_by_role("link", name="Replay with another model").click()
    await expect(page.locator("[name=source]")).to_have_value("hotel/RouterDecisionNode")
    await page.select_option("[name=provider]", "embedded")
    await photograph(page, screenshots, "replay-form")
    await page.get_by_role("button", name="Start the replay").click()

    await expect(page.get_by_text("Question by question")).to_be_visible(timeout=30_000)
    await expect(page.get_by_role("status")).to_have_text("30 of 30 asked")
    await expect(page.get_by_text("Done", exact=True)).to_be_visible()
    await photograph(page, screenshots, "replay")
    await check_reading(page)
    await page.get_by_role("link", name="All replays").click()
    await expect(page.get_by_text("30 of 30")).to_be_visible()
    await photograph(page, screenshots, "replays")


async def test_both_pages_can_be_read_in_the_dark_and_on_a_phone(
    browser: Browser, judged_site: LiveSite, screenshots: Path
):
    context = await browser.new_context(color_scheme="dark", viewport={"width": 390, "height": 800})
    try:
        page = await context.new_page()
        await open_as(page, judged_site, NODE)
        await expect(page.get_by_role("heading", name="Calibration")).to_be_visible()
        await photograph(page, screenshots, "quality-dark-phone")
        await check_reading(page)
        assert not await page.evaluate("document.documentElement.scrollWidth > innerWidth")
    finally:
        await context.close()
