"""Chat pages on the real site, and a model that a test can stop in the middle of a reply."""

import os
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Page

from tests.browser.chat_page import ChatPage
from tests.browser.held_model import HeldModel, serving
from tests.browser.providers import use_provider
from tests.browser.scripted_server import ScriptedServer
from tests.live_site import LiveSite

POLICY = "Content Security Policy"


@pytest.fixture(scope="session")
def screenshots() -> Path:
    """Where pictures go: SCREENSHOTS, or `screenshots` in the checkout, which git leaves alone."""
    named = os.environ.get("SCREENSHOTS")  # noqa: TID251 - no setting of the site
    folder = Path(named) if named else Path(__file__).parents[2] / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest_asyncio.fixture(loop_scope="session")
async def chat(page: Page, live_site: LiveSite, screenshots: Path) -> AsyncIterator[ChatPage]:
    """A first visit. An error of a script, or something that the content policy forbids, fails the test."""
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda told: complaints.append(told.text) if POLICY in told.text else None)
    yield ChatPage(page, live_site.url, screenshots)
    assert complaints == []


@pytest_asyncio.fixture(loop_scope="session")
async def server(chat: ChatPage) -> ScriptedServer:
    """The server's side of the WebSocket, played by the test."""
    server = ScriptedServer()
    await server.attach(chat.page)
    return server


@pytest_asyncio.fixture(loop_scope="session")
async def held_model(live_site: LiveSite) -> AsyncIterator[HeldModel]:
    """The model that the quote graph of the live site uses during the test."""
    async with serving(HeldModel()) as model:
        # A name of its own: the site may use a provider that it knows for two seconds after a change.
        await use_provider(live_site, f"held-{urlsplit(model.url).port}", model.url)
        yield model
        await use_provider(live_site, "")


@pytest_asyncio.fixture(loop_scope="session")
async def other_tab(chat: ChatPage) -> ChatPage:
    """Another tab of the same browser."""
    return ChatPage(await chat.page.context.new_page(), chat.url, chat.screenshots)
