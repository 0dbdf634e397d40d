"""Reviewers judge decisions by the keyboard alone, two at once, in a real browser."""

from pathlib import Path
from typing import Any, Literal, TypeAlias

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Browser, BrowserContext, Page, expect

from tests.browser.back_office.reviewed import NODE, SAID, SCOPE, SHOWN
from tests.browser.logging_in import STAFF_PASSWORD, open_as
from tests.live_site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Scheme: TypeAlias = Literal["light", "dark"]

LIST = "/admin/conversations/decision/"
QUEUE = f"{LIST}queue/?scope={SCOPE}"
PUT = f"""
from tests.browser.back_office.reviewed import put_reviewable, put_staff
put_reviewable(12)
for name, role in (("ada", "Reviewer"), ("bob", "Reviewer"), ("olga", "Operator")):
    put_staff(name, role, {STAFF_PASSWORD!r})
"""

WIDER_THAN_THE_WINDOW = "document.documentElement.scrollWidth > innerWidth"
TAKE = """async address => {
    const body = new FormData(document.querySelector("[data-review-skip]"));
    return (await fetch(address, { method: "POST", body })).status;
}"""
TAKEN, TAKEN_BY_ANOTHER = 204, 409
FOCUSED = "document.activeElement.innerText.trim()"


@pytest.fixture(scope="module")
def judging_site(live_site: LiveSite) -> LiveSite:
    live_site.manage("shell", "-v", "0", "-c", PUT)
    return live_site


async def sign_in(page: Page, site: LiveSite, name: str, address: str = QUEUE) -> None:
    """Go to a page as somebody."""
    await open_as(page, site, address, name)


async def begin(page: Page) -> str:
    """Press the button by keys; return the address of what is in hand."""
    for _ in range(60):
        if await page.evaluate(FOCUSED) == "Start":
            break
        await page.keyboard.press("Tab")
    return await leave_by(page, "Enter")


async def leave_by(page: Page, key: str) -> str:
    """Press a key that leads to another page."""
    before = page.url
    await page.keyboard.press(key)
    await page.wait_for_url(lambda url: url != before)
    await expect(page.locator("[data-review]")).to_be_visible()
    return page.url


def decision_of(url: str) -> str:
    """The address of the page of the decision that is in hand."""
    return f"{LIST}{url.split('/queue/')[1].split('/')[0]}/change/"


def hold_address(url: str) -> str:
    """Where what is in hand is taken, or kept for longer."""
    return f"{url.partition('?')[0]}hold/"


async def check_reading(page: Page) -> None:
    """No fault that keeps people with a screen reader or poor sight from our own parts of the page."""
    rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
    found = await Axe().run(page, context="#content", options=rules)
    assert found.violations_count == 0, found.generate_report()


def said_of(page: Page, question: str) -> Any:
    """The reviews of a question, on a decision's page."""
    return page.get_by_role("group", name=f"{question}:").get_by_label("Reviews")


async def test_a_reviewer_judges_one_after_the_other_by_the_keyboard_alone(
    page: Page, judging_site: LiveSite
):
    await sign_in(page, judging_site, "ada")
    fallback = await begin(page)
    await expect(page.get_by_text("nobody answered").first).to_be_visible()
    await page.keyboard.press("a")
    await expect(page.get_by_role("status")).to_have_text("There is no answer to agree with: choose one.")

    answered = await leave_by(page, "s")
    assert answered != fallback
    await expect(page.get_by_text(SAID)).to_be_visible()
    await expect(page.get_by_text(SHOWN)).to_be_visible()
    await page.keyboard.press("a")
    await page.keyboard.press("2")
    await page.keyboard.press("k")
    await page.keyboard.press("n")
    await page.keyboard.type("It leaves one out.\nSo it is not complete.")
    await page.keyboard.press("Escape")
    await page.keyboard.press("j")
    await page.keyboard.press("1")
    await expect(page.locator("[data-current]")).to_contain_text("The whole")
    await page.keyboard.press("a")
    following = await leave_by(page, "Enter")
    assert following not in (fallback, answered)

    await page.goto(judging_site.url + decision_of(answered))
    for question, words in (
        ("clarity", "ada: agrees, 1"),
        ("completeness", "ada: 2"),
        ("grounded", "ada: agrees, yes"),
        ("The whole", "ada: right"),
    ):
        await expect(said_of(page, question)).to_contain_text(words)
    await expect(said_of(page, "completeness")).to_contain_text("So it is not complete.")


async def test_keys_can_be_switched_off(page: Page, judging_site: LiveSite):
    await sign_in(page, judging_site, "ada")
    await begin(page)
    await page.get_by_label("Single keys are on").uncheck()
    await page.keyboard.press("Tab")
    await page.keyboard.press("a")
    await expect(page.locator("[data-review] :checked")).to_have_count(0)
    await page.reload()
    await expect(page.get_by_label("Single keys are on")).not_to_be_checked()


async def test_two_have_two_in_hand_and_who_leaves_puts_it_down(browser: Browser, judging_site: LiveSite):
    one, other = [await (await browser.new_context()).new_page() for _ in range(2)]
    await sign_in(one, judging_site, "ada")
    await sign_in(other, judging_site, "bob")
    of_ada, of_bob = await begin(one), await begin(other)
    assert of_ada != of_bob

    assert await other.evaluate(TAKE, hold_address(of_ada)) == TAKEN_BY_ANOTHER
    await one.goto(judging_site.url + LIST)
    # The browser tells in its own time that the page was left.
    for _ in range(100):
        if await other.evaluate(TAKE, hold_address(of_ada)) == TAKEN:
            break
    else:
        pytest.fail("who left still has it in hand")
    for page in (one, other):
        await page.context.close()


async def test_a_second_tab_that_is_behind_keeps_what_was_typed(
    page: Page, judging_site: LiveSite, screenshots: Path
):
    await sign_in(page, judging_site, "bob")
    in_hand = await begin(page)
    second = await page.context.new_page()
    await second.goto(in_hand)
    await page.keyboard.press("1")
    await leave_by(page, "Enter")

    await second.keyboard.press("2")
    await second.keyboard.press("k")
    await second.keyboard.press("n")
    await second.keyboard.type("From the second tab.")
    await second.keyboard.press("Control+Enter")
    await expect(second.get_by_role("alert").first).to_contain_text("This was reviewed meanwhile.")
    first = second.locator("[data-review-field]").first
    await expect(first.locator("textarea")).to_have_value("From the second tab.")
    await expect(first.locator("[data-key='2']")).to_be_checked()
    await check_reading(second)
    await second.screenshot(path=screenshots / "review-behind.png", full_page=True)

    await leave_by(second, "Enter")
    await second.goto(judging_site.url + decision_of(in_hand))
    await expect(second.get_by_label("Reviews").first).to_contain_text("From the second tab.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_the_pages_can_be_read_by_everybody(
    browser: Browser, judging_site: LiveSite, screenshots: Path, scheme: Scheme
):
    context: BrowserContext = await browser.new_context(
        viewport={"width": 1440, "height": 1000}, color_scheme=scheme
    )
    page = await context.new_page()
    await sign_in(page, judging_site, "ada")
    await check_reading(page)
    await page.screenshot(path=screenshots / f"review-queue-{scheme}.png")
    in_hand = await begin(page)
    await check_reading(page)
    await page.screenshot(path=screenshots / f"review-fallback-{scheme}.png", full_page=True)
    await leave_by(page, "s")
    await page.keyboard.press("a")
    await page.keyboard.press("n")
    await page.keyboard.type("Clear enough.")
    await check_reading(page)
    await page.screenshot(path=screenshots / f"review-{scheme}.png", full_page=True)

    await page.goto(f"{judging_site.url}{LIST}?node={SCOPE}&outcome=success")
    await expect(page.locator("#result_list tbody tr").first).to_be_visible()
    await page.screenshot(path=screenshots / f"decisions-{scheme}.png")
    await page.locator("#result_list tbody a").first.click()
    await expect(page.get_by_role("heading", name="What followed")).to_be_visible()
    await check_reading(page)
    await page.screenshot(path=screenshots / f"decision-{scheme}.png", full_page=True)
    assert in_hand
    await context.close()


async def test_it_can_be_done_on_a_phone_too(browser: Browser, judging_site: LiveSite, screenshots: Path):
    context = await browser.new_context(viewport={"width": 390, "height": 844})
    page = await context.new_page()
    await sign_in(page, judging_site, "ada")
    await page.get_by_role("button", name="Start").click()
    await expect(page.locator("[data-review]")).to_be_visible()
    assert not await page.evaluate(WIDER_THAN_THE_WINDOW)
    await page.screenshot(path=screenshots / "review-phone.png", full_page=True)
    await context.close()


async def test_what_an_operator_may_not_do_is_not_there(page: Page, judging_site: LiveSite):
    await sign_in(page, judging_site, "olga", f"{LIST}?node={SCOPE}")
    await expect(page.get_by_role("link", name="Review queue")).to_have_count(0)
    await page.locator("#result_list tbody a").first.click()
    await expect(page.get_by_text(NODE).first).to_be_visible()
    await expect(page.locator("[data-review], input[type=radio]")).to_have_count(0)
    refused = await page.goto(judging_site.url + QUEUE)
    assert refused is not None
    assert refused.status == 403
