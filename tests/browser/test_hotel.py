"""A customer books a hotel on the page, in everyday words, from the providers of a fresh checkout."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.browser.chat_page import ChatPage
from tests.live_site import running_site

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

FOUND = ("The Quiet Heron", "Runway Nine Hotel", "Meridian Park Hotel", "The Observatory")


@pytest_asyncio.fixture(loop_scope="session")
async def chat(page: Page, tmp_path: Path, screenshots: Path) -> AsyncIterator[ChatPage]:
    """The chat of a fresh checkout on the day that the conversation is about."""
    with running_site(tmp_path, EZGRAPH_BUSINESS_DATE="2026-01-15") as site:
        yield ChatPage(
            page, site.url, screenshots, graph="hotel", welcome="Welcome to Lanternway Hotels in Alderhaven!"
        )


async def test_everyday_words_lead_to_a_booking(chat: ChatPage):
    await chat.page.set_viewport_size({"width": 900, "height": 700})
    await chat.open()
    assert "I can find you a hotel" in await chat.ask("What's the weather like on Mars?")
    assert "not a real date" in await chat.ask("I need a place from February 30 to March 5, 2027")
    assert "after today" in await chat.ask("1 to 8 August 2025")
    assert "night cost" in await chat.ask("from the first to the eighth of August 2027")
    assert "lowest price" in await chat.ask("at least 800 and at most 500")
    assert "room" in await chat.ask("at most 700")
    assert "amenities" in await chat.ask("a suite, please")
    assert "August 9, 2027" in await chat.ask("change the dates to 3–9 Aug 2027")
    assert "miles" in await chat.ask("wifi and parking")
    assert "negative" in await chat.ask("within -5 miles of the airport")
    assert "any distance" in await chat.ask("distance does not matter")
    assert "up to $700.00" in await chat.ask("show my criteria")

    reply = await chat.ask("search")
    assert all(name in reply for name in FOUND)
    await chat.photograph("hotels")
    assert "up to $500.00" in await chat.ask("no, make it 500 at most")
    assert "No hotels matched" in await chat.ask("search")
    assert "up to $760.00" in await chat.ask("then at most 760")
    assert "$3,288.60" in await chat.ask("search")

    reply = await chat.ask("book the first one")
    assert FOUND[0] in reply
    assert re.search(r"\b\d{6}\b", reply)
    await expect(chat.page.get_by_text("This conversation has ended")).to_be_visible()
    await expect(chat.box).to_be_hidden()
    await chat.photograph("booked")

    await chat.page.reload()
    await expect(chat.log).to_contain_text(reply)
