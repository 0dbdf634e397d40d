"""The pages of the REST API's document, offline, and a page of another site that calls the API."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.browser.foreign_page import Host, hosting
from tests.browser.test_widget_for_real import allow
from tests.live_site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CALL = """
async (site) => {
  const read = async (answer) => ({ status: answer.status, ...(await answer.json()) });
  const send = (path, body, headers = {}) => fetch(`${site}/api/v1${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const started = await read(await send("/sessions", { graph: "quote" }));
  const headers = { Authorization: `Bearer ${started.token}`, "Idempotency-Key": "message-1" };
  const turns = `/sessions/${started.id}/turns`;
  const turn = await read(await send(turns, { message: "Hello, I'm Ada Lovelace." }, headers));
  const streamed = await send(turns, { message: "Thank you" }, {
    Authorization: headers.Authorization, Accept: "text/event-stream",
  });
  const events = await streamed.text();
  const messages = await fetch(`${site}/api/v1/sessions/${started.id}/messages`, { headers });
  return {
    turn, events, left: streamed.headers.get("RateLimit"), messages: (await messages.json()).messages.length,
  };
}
"""

REFUSED = """
async (site) => {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ graph: "quote" });
  return await fetch(`${site}/api/v1/sessions`, { method: "POST", headers, body }).then(
    () => "read", (error) => error.name);
}
"""


@pytest.mark.parametrize("path", ["docs", "redoc"])
async def test_the_pages_need_nothing_from_elsewhere_and_complain_of_nothing(
    page: Page, live_site: LiveSite, screenshots: Path, path: str
):
    told: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    await page.goto(f"{live_site.url}/api/v1/{path}", wait_until="networkidle")
    await expect(page.get_by_role("heading", name="Conversations").first).to_be_visible()
    operation = page.get_by_text("Start a session").locator("visible=true")
    await expect(operation.first).to_be_visible()
    await page.screenshot(path=screenshots / f"api-{path}.png")
    assert told == []
    assert [url for url in asked if not url.startswith((live_site.url, "data:", "blob:"))] == []


@pytest_asyncio.fixture(loop_scope="session")
async def shop(page: Page, live_site: LiveSite) -> AsyncIterator[Host]:
    """A page of another origin, without the widget."""
    async with hosting(live_site.url) as host:
        host.chat = ""
        await page.goto(host.url)
        yield host
        await allow(live_site)


async def test_an_allowed_page_of_another_site_holds_a_conversation_over_rest(
    page: Page, live_site: LiveSite, shop: Host
):
    await allow(live_site, shop.url)
    said: dict[str, Any] = await page.evaluate(CALL, live_site.url)
    assert said["turn"]["status"] == 200
    assert said["turn"]["success"]
    assert "event: turn_completed" in said["events"]
    assert said["left"]
    assert said["messages"] == 4


async def test_another_page_reads_nothing(page: Page, live_site: LiveSite, shop: Host):
    await allow(live_site, "https://somebody.example")
    assert await page.evaluate(REFUSED, live_site.url) == "TypeError"
