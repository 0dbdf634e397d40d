"""A customer's chat and staff's page side by side: the machine is silent until handed back."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from aiohttp import web
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Browser, Page, expect

from tests.browser.chat_page import ChatPage
from tests.browser.held_model import BEGINNING, REPLY, HeldModel, serving
from tests.browser.logging_in import STAFF_PASSWORD, open_as
from tests.browser.providers import use_provider
from tests.live_site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

MAKE_STAFF = """
from django.contrib.auth.models import Permission, User
user, _ = User.objects.get_or_create(username={name!r}, defaults={{"is_staff": True}})
user.first_name, user.last_name = {first!r}, {last!r}
user.set_password({password!r})
user.save()
user.user_permissions.set(Permission.objects.filter(codename__in={permissions!r}))
"""


class RecordingModel(HeldModel):
    """Keeps what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[list[str]] = []

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Keep the texts of the messages, then answer as long as somebody listens."""
        messages = (await request.json())["messages"]
        self.asked.append([message["content"] for message in messages if message["role"] != "system"])
        try:
            return await super().answer(request)
        except ConnectionResetError:
            return web.Response()


@pytest_asyncio.fixture(loop_scope="session")
async def model(live_site: LiveSite) -> AsyncIterator[RecordingModel]:
    """The model that the quote graph uses during the test."""
    recording = RecordingModel()
    async with serving(recording):
        await use_provider(live_site, f"recording-{urlsplit(recording.url).port}", recording.url)
        yield recording
        await use_provider(live_site, "")


@pytest.fixture(scope="module")
def staffed_site(live_site: LiveSite) -> LiveSite:
    """The site with somebody who takes over, a colleague, and somebody who only reads."""
    rights = ["view_session", "take_over_session", "view_decision"]
    for name, first, last, permissions in (
        ("samira", "Samira", "Haddad", rights),
        ("jo", "Jo", "Brandt", rights),
        ("reader", "Rita", "Lesen", ["view_session"]),
    ):
        script = MAKE_STAFF.format(
            name=name, password=STAFF_PASSWORD, first=first, last=last, permissions=permissions
        )
        live_site.manage("shell", "-v", "0", "-c", script)
    return live_site


class StaffPage:
    """The page of the customer's session, as somebody of staff sees it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.panel = page.get_by_role("region", name="Live")
        self.box = page.get_by_label("Message to the customer")
        self.take_over = page.get_by_role("button", name=re.compile("^Take over"))
        self.hand_back = page.get_by_role("button", name="Hand back")

    async def open(self, site: LiveSite, name: str) -> None:
        """Log in, and open the newest session."""
        await open_as(self.page, site, "/admin/conversations/session/", name)
        await self.page.locator("#result_list tbody a").first.click()
        await expect(self.panel).to_contain_text("Live")

    async def say(self, text: str) -> None:
        """Write a message and press Enter."""
        await self.box.fill(text)
        await self.box.press("Enter")

    async def texts(self) -> list[str]:
        """Everything that was said, as it stands there."""
        bubbles = self.page.locator("[id^=message-] .bubble")
        return [text.strip() for text in await bubbles.all_inner_texts()]

    async def photograph(self, folder: Path, name: str) -> None:
        """Keep a picture."""
        await self.page.screenshot(path=folder / f"{name}.png", animations="disabled")


async def new_page(browser: Browser, **options: object) -> StaffPage:
    options = {"viewport": {"width": 1280, "height": 900}, **options}
    context = await browser.new_context(**options)  # type: ignore[arg-type]
    return StaffPage(await context.new_page())


@pytest_asyncio.fixture(loop_scope="session")
async def samira(browser: Browser, staffed_site: LiveSite) -> AsyncIterator[StaffPage]:
    """The browser of somebody who may take over; an error of a script fails the test."""
    staff = await new_page(browser)
    complaints: list[str] = []
    staff.page.on("pageerror", lambda error: complaints.append(str(error)))
    yield staff
    assert complaints == []
    await staff.page.context.close()


async def check_reading(page: Page) -> None:
    """No fault that keeps people with a screen reader or poor sight from our own parts of the page."""
    found = await Axe().run(page, context="#live", options={"runOnly": ["wcag2a", "wcag2aa"]})
    assert found.violations_count == 0, found.generate_report()


async def test_both_sides_write_in_order_and_the_machine_is_silent_until_handed_back(
    chat: ChatPage, samira: StaffPage, staffed_site: LiveSite, model: RecordingModel, screenshots: Path
) -> None:
    model.hold()
    await chat.open()
    await chat.say("I need cover for my van.")
    await expect(chat.being_written).to_have_text(BEGINNING)

    await samira.open(staffed_site, "samira")
    await expect(samira.panel).to_contain_text("The machine answers.")
    await expect(samira.page.locator(".live-activity")).to_contain_text("Turn 1 runs")
    await check_reading(samira.page)
    await samira.photograph(screenshots, "live-following")
    await samira.take_over.click()
    await expect(samira.panel).to_contain_text("You answer.")
    await expect(chat.log).to_contain_text("Samira Haddad")
    await expect(chat.being_written).to_have_count(0)
    model.release()

    await samira.box.press_sequentially("He")
    await expect(chat.typing).to_be_visible()
    await samira.say("Hello, this is **Samira**.")
    await expect(chat.log).to_contain_text("Hello, this is Samira.")
    await chat.say("Oh, a person!")
    await expect(samira.page.locator("#message-3")).to_contain_text("Oh, a person!")
    await samira.say("Vans are my subject.")
    await chat.say("Great.")
    await expect(samira.page.locator("#message-5")).to_contain_text("Great.")
    await expect(samira.page.locator("#message-5")).to_be_in_viewport()
    await expect(samira.page.locator(".session-marks")).to_contain_text(
        re.compile("handed over", re.IGNORECASE)
    )
    said = [
        "I need cover for my van.",
        "Hello, this is Samira.",
        "Oh, a person!",
        "Vans are my subject.",
        "Great.",
    ]
    assert await samira.texts() == said
    assert [text for text in await chat.texts() if text in said] == said
    assert len(model.asked) == 1
    await expect(samira.page.locator("details.turn")).to_have_count(3)
    await check_reading(samira.page)
    await samira.photograph(screenshots, "live-taken-over")
    await chat.photograph("taken-over-customer")

    await samira.hand_back.click()
    await expect(samira.panel).to_contain_text("The machine answers.")
    await expect(samira.box).to_be_hidden()
    await chat.say("What next?")
    await expect(chat.log).to_contain_text(REPLY)
    await expect(samira.page.locator("#message-7")).to_contain_text(REPLY)
    assert model.asked[-1] == [*said[:1], "Hello, this is **Samira**.", *said[2:], "What next?"]
    await expect(samira.page.locator("#turn-4")).to_have_count(1)
    await samira.photograph(screenshots, "live-handed-back")
    live = await samira.texts()
    await samira.page.reload()
    await expect(samira.panel).to_contain_text("Live")
    assert await samira.texts() == live


async def test_messages_that_come_out_of_view_are_offered_and_what_was_lost_is_made_up(
    chat: ChatPage, samira: StaffPage, staffed_site: LiveSite, model: RecordingModel, screenshots: Path
) -> None:
    model.release()
    await chat.open()
    for number in range(4):
        await chat.ask(f"Message {number}, which is long enough to need a line of its own on this page.")
    await samira.open(staffed_site, "samira")
    await samira.page.mouse.move(600, 400)
    await samira.page.mouse.wheel(0, -5000)
    await chat.ask("And one more.")
    newest = samira.page.get_by_role("button", name="New messages")
    await newest.click()
    await expect(samira.page.locator("#message-10")).to_be_in_viewport()
    await expect(newest).to_be_hidden()

    await samira.take_over.click()
    await expect(samira.box).to_be_focused()
    await samira.page.context.set_offline(True)
    await expect(samira.panel).to_contain_text("No connection")
    await samira.say("I wrote this without a connection.")
    await expect(samira.page.locator(".live-pending")).to_be_visible()
    await samira.photograph(screenshots, "live-lost")
    await chat.say("Are you there?")
    await samira.page.context.set_offline(False)
    await expect(samira.page.locator("#message-11")).to_contain_text("Are you there?")
    await expect(samira.page.locator("#message-12")).to_contain_text("without a connection")
    await expect(samira.page.locator(".live-pending")).to_have_count(0)
    assert len(await samira.texts()) == 12


async def test_a_colleague_takes_over_and_both_see_who_answers(
    chat: ChatPage, samira: StaffPage, staffed_site: LiveSite, browser: Browser, screenshots: Path
) -> None:
    await chat.open()
    await samira.open(staffed_site, "samira")
    jo = await new_page(browser, viewport={"width": 390, "height": 780})
    await jo.open(staffed_site, "jo")
    await samira.take_over.click()
    await expect(jo.panel).to_contain_text("Samira Haddad answers.")
    await expect(jo.take_over).to_have_text("Take over from Samira Haddad")
    await jo.take_over.click()
    await expect(samira.panel).to_contain_text("Jo Brandt answers.")
    await expect(samira.box).to_be_hidden()
    await jo.say("Hello from Jo.")
    await expect(samira.page.locator("#message-1")).to_contain_text("Hello from Jo.")
    await expect(chat.log).to_contain_text("Hello from Jo.")
    await jo.photograph(screenshots, "live-phone")
    await jo.page.context.close()


async def test_who_may_only_read_sees_it_live_without_a_button(
    chat: ChatPage, staffed_site: LiveSite, browser: Browser, screenshots: Path
) -> None:
    await chat.open()
    reader = await new_page(browser, color_scheme="dark")
    await reader.open(staffed_site, "reader")
    await chat.say("Is anybody reading this?")
    await expect(reader.page.locator("#message-1")).to_contain_text("Is anybody reading this?")
    await expect(reader.panel).to_contain_text("The machine answers.")
    await expect(reader.panel.locator("button:not([data-live=newest]), textarea")).to_have_count(0)
    await check_reading(reader.page)
    await reader.photograph(screenshots, "live-reader-dark")
    await reader.page.context.close()


async def test_who_logs_out_in_another_tab_is_told_so(
    chat: ChatPage, samira: StaffPage, staffed_site: LiveSite
) -> None:
    await chat.open()
    await samira.open(staffed_site, "samira")
    await samira.page.context.clear_cookies()
    await samira.take_over.click()
    script = "from django.contrib.sessions.models import Session; Session.objects.all().delete()"
    staffed_site.manage("shell", "-v", "0", "-c", script)
    await samira.hand_back.click()
    await expect(samira.panel).to_contain_text("You are logged out")
