"""The chat page as its visitor uses it: by what is written on it, not by how it is made."""

from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Locator, Page, expect


@dataclass
class ChatPage:
    """A tab with the chat. `url` is the site's, without a slash at its end."""

    page: Page
    url: str
    screenshots: Path
    graph: str = "quote"
    welcome: str = "Welcome to Larkfield Mutual!"

    async def open(self) -> None:
        """Go to the chat, as somebody who comes for the first time or comes back."""
        await self.page.goto(f"{self.url}/chat/{self.graph}/")
        await expect(self.greeting).to_be_visible()

    @property
    def box(self) -> Locator:
        """Where messages are written."""
        return self.page.get_by_label("Your message")

    @property
    def log(self) -> Locator:
        """What was said, final messages only."""
        return self.page.get_by_role("log")

    @property
    def greeting(self) -> Locator:
        return self.log.get_by_text(self.welcome)

    @property
    def customer(self) -> Locator:
        """The texts of the customer's messages, those that wait included."""
        return self.page.locator(".customer .text")

    @property
    def replies(self) -> Locator:
        """The texts of the assistant's final messages, the greeting first."""
        return self.log.locator(".assistant .text")

    @property
    def being_written(self) -> Locator:
        """The part of a reply that is there while the rest is still being written."""
        return self.page.locator("[aria-hidden] .text")

    @property
    def typing(self) -> Locator:
        return self.page.locator(".typing")

    @property
    def try_again(self) -> Locator:
        return self.page.get_by_role("button", name="Try again")

    @property
    def start_new(self) -> Locator:
        return self.page.get_by_role("button", name="Start a new one")

    async def say(self, text: str) -> None:
        """Write a message and press Enter."""
        await self.box.fill(text)
        await self.box.press("Enter")

    async def ask(self, text: str) -> str:
        """Say something, wait until it is answered, and return the answer."""
        before = await self.replies.count()
        await self.say(text)
        await expect(self.replies).to_have_count(before + 1, timeout=20_000)
        await expect(self.typing).to_have_count(0)
        return await self.replies.last.inner_text()

    async def texts(self) -> list[str]:
        """Everything that was said, in order."""
        return await self.log.locator(".text").all_inner_texts()

    async def photograph(self, name: str) -> None:
        """Keep a picture of the page as it is, once nothing moves any more."""
        path = self.screenshots / f"{name}.png"
        await self.page.screenshot(path=path, animations="disabled")
