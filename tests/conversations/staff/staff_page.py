"""One page of staff's, in process: it speaks staff's protocol as somebody who is logged in."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from conversations.staff.consumer import StaffConsumer
from providers.database import in_database
from tests.conversations.chat.tab import Tab

OWN = "http://localhost:8000"


def log_in(user: User) -> str:
    """Log somebody in; the key of the log-in."""
    client = Client()
    client.force_login(user)
    return str(client.cookies[settings.SESSION_COOKIE_NAME].value)


class StaffPage(Tab):
    """`hear` waits for a frame of a type and skips others; `heard` keeps all of them."""

    async def follow(self, session: UUID, after: int = 0) -> dict[str, Any]:
        await self.say(type="follow", session=str(session), after=after)
        return await self.hear("state", "error")


@asynccontextmanager
async def open_page(key: str, origin: str | None = OWN) -> AsyncIterator[StaffPage]:
    """Connect a page that came with this log-in, and leave at the end."""
    socket = connection(key, origin)
    connected, _ = await socket.connect()
    assert connected
    try:
        yield StaffPage(socket)
    finally:
        await socket.disconnect()


def connection(key: str, origin: str | None = OWN) -> WebsocketCommunicator:
    """A connection to staff's address."""
    cookie = f"{settings.SESSION_COOKIE_NAME}={key}".encode()
    headers = [(b"host", b"localhost:8000"), (b"cookie", cookie)]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    return WebsocketCommunicator(StaffConsumer.as_asgi(), "/ws/staff/", headers=headers)


@asynccontextmanager
async def page_of(user: User) -> AsyncIterator[StaffPage]:
    """The page of somebody who logs in."""
    async with open_page(await in_database(log_in, user)) as page:
        yield page
