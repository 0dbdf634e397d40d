"""Coming to a page of the back office as somebody, who logs in once only: the site counts attempts."""

import re
from typing import Any

from playwright.async_api import Page

from tests.live_site import LiveSite

STAFF_PASSWORD = "a long one for tests"

_logged_in: dict[tuple[str, str], Any] = {}
"""Cookies of accounts, by site and name."""


async def open_as(page: Page, site: LiveSite, address: str, name: str = "") -> None:
    """Open an address as an account of the site; as its administrator where nobody is named."""
    name, password = (name, STAFF_PASSWORD) if name else ("admin", site.password or "")
    await page.context.add_cookies(_logged_in.get((site.url, name), []))
    await page.goto(site.url + address)
    if "/login/" in page.url:  # a password that was set anew ends log-ins
        await page.fill("#id_username", name)
        await page.fill("#id_password", password)
        await page.keyboard.press("Enter")
        await page.wait_for_url(re.compile(r"^(?!.*/login/)"))
        _logged_in[site.url, name] = await page.context.cookies()
