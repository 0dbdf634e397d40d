"""Scripts of the theme and our own ones get along on every page, where parts of both stand."""

import pytest
from playwright.async_api import Page

from tests.browser.back_office.test_quality import NODE, NOUL, PUT
from tests.browser.logging_in import open_as
from tests.live_site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

HOME = "/admin/"
SIDEBAR = '#nav-sidebar a[href^="/admin/"], nav a[href^="/admin/"]'
FIRST_ROW = '#result_list tbody a[href^="/admin/"][href*="/change/"]'


@pytest.fixture(scope="module")
def judged_site(live_site: LiveSite) -> LiveSite:
    live_site.manage("shell", "-v", "0", "-c", PUT)
    return live_site


async def links(page: Page, selector: str) -> list[str]:
    """Where the links go, each once."""
    found = await page.eval_on_selector_all(selector, "links => links.map(link => link.getAttribute('href'))")
    return list(dict.fromkeys(found))


async def test_no_page_has_an_error_of_a_script(page: Page, judged_site: LiveSite):
    complaints: list[tuple[str, str]] = []
    page.on("pageerror", lambda error: complaints.append((page.url, str(error))))
    await open_as(page, judged_site, HOME)
    await page.wait_for_url(f"{judged_site.url}{HOME}")

    lists = await links(page, SIDEBAR)
    assert len(lists) > 15
    opened = [NODE, NOUL]
    for address in lists:
        await page.goto(f"{judged_site.url}{address}")
        opened += (await links(page, FIRST_ROW))[:1]
    assert len(opened) > 8
    for address in opened:
        await page.goto(f"{judged_site.url}{address}")

    assert complaints == []
