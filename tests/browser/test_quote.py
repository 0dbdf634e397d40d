"""A customer gets a quote on the page, in everyday words, from the model of a fresh checkout."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.browser.chat_page import ChatPage
from tests.live_site import running_site

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(loop_scope="session")
async def chat(page: Page, tmp_path: Path, screenshots: Path) -> AsyncIterator[ChatPage]:
    """The chat of a fresh checkout on a day that these conversations are about."""
    with running_site(tmp_path, EZGRAPH_BUSINESS_DATE="2026-06-15") as site:
        yield ChatPage(page, site.url, screenshots)


async def test_eight_messages_lead_to_a_reference(chat: ChatPage):
    await chat.page.set_viewport_size({"width": 900, "height": 700})
    await chat.open()
    await chat.photograph("greeting")

    reply = await chat.ask(
        "Hi, I'm Jordan Lee, born April 12, 1988. I have a valid California license "
        "and have been licensed for 15 years."
    )
    assert "Jordan Lee" in reply

    reply = await chat.ask("It's a 2019 Toyota Camry")
    assert all(trim in reply for trim in ("LE", "SE", "XSE"))

    await chat.ask("The SE. It's financed, I drive about 12,000 miles a year and park it on the driveway")
    await chat.ask("I'm currently insured with no lapse, and I got one speeding ticket in March this year")

    reply = await chat.ask("Just standard liability please, no collision or comprehensive, starting July 1")
    assert "lender" in reply

    reply = await chat.ask("OK, then 500 deductible for both, and add rental")
    assert all(price in reply for price in ("99.96", "140.43", "182.17"))
    await chat.box.fill("What if the deductibles were 1000?")
    await chat.photograph("quote")

    reply = await chat.ask("What if the deductibles were 1000?")
    assert "130.49" in reply

    reply = await chat.ask("I'll take the selected one")
    assert re.search(r"\bQT-\d{6}\b", reply)
    await expect(chat.page.get_by_text("This conversation has ended")).to_be_visible()
    await expect(chat.box).to_be_hidden()
    await chat.photograph("ended")

    await chat.page.reload()
    await expect(chat.log).to_contain_text(reply)
    await expect(chat.box).to_be_hidden()

    await chat.start_new.click()
    await expect(chat.customer).to_have_count(0)
    await expect(chat.greeting).to_be_visible()
    await expect(chat.box).to_be_focused()
    assert "date of birth" in await chat.ask("Hello again")
