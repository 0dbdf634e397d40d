"""The widget on a page of somebody else, as its visitor uses it."""

from dataclasses import dataclass
from pathlib import Path

from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import FloatRect, Locator, Page, expect

from tests.browser.foreign_page import Host


async def place_of(locator: Locator) -> FloatRect:
    """Where something is on the screen."""
    box = await locator.bounding_box()
    assert box
    return box


@dataclass
class Widget:
    """The launcher, the panel that it opens, and what is in it."""

    page: Page
    host: Host
    screenshots: Path

    async def visit(self, options: str = "", path: str = "/") -> None:
        """Go to a page of the host. `options` are further data attributes of the script tag."""
        self.host.chat = self.host.script(options)
        await self.page.goto(f"{self.host.url}{path}")
        await expect(self.launcher).to_be_visible()

    async def open(self) -> None:
        """Press the button."""
        await self.launcher.click()
        await expect(self.panel).to_be_visible()

    @property
    def launcher(self) -> Locator:
        return self.page.locator(".launcher")

    @property
    def panel(self) -> Locator:
        return self.page.locator("dialog.chat")

    @property
    def box(self) -> Locator:
        return self.panel.locator(".composer textarea")

    @property
    def log(self) -> Locator:
        return self.panel.get_by_role("log")

    async def choose(self, item: str) -> None:
        """Choose an item of the menu."""
        await self.panel.get_by_role("button", name="More").click()
        await self.panel.get_by_role("button", name=item).click()

    async def say(self, text: str) -> None:
        await self.box.fill(text)
        await self.box.press("Enter")

    async def check_reading(self) -> None:
        """No fault that keeps people from using what the widget puts on the page."""
        found = await Axe().run(self.page)
        faults = [(fault["id"], fault["nodes"]) for fault in found.response["violations"]]
        assert not faults, faults

    async def photograph(self, name: str) -> None:
        await self.page.screenshot(path=self.screenshots / f"{name}.png", animations="disabled")
