"""A database that neither answers nor refuses keeps no caller waiting for good."""

from collections.abc import Awaitable, Callable, Iterator
from threading import Event
from uuid import uuid4

import pytest

from conversations import access
from conversations.api.base import views
from tests.conversations.api.client import Api


@pytest.fixture
def hang(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., object]]:
    """A question to the database that is answered when the test is over."""
    over = Event()
    monkeypatch.setattr(views, "PATIENCE_SECONDS", 0.05)
    yield lambda *_: over.wait(60) and None
    over.set()


async def is_refused(api: Api, path: str) -> bool:
    status = await api.get(path)
    return (status, api.code, api.response["Retry-After"]) == (503, "UNAVAILABLE", "5")


async def test_a_call_is_refused_where_nobody_can_say_who_is_calling(
    api_key: Callable[..., Awaitable[Api]], hang: Callable[..., object], monkeypatch: pytest.MonkeyPatch
):
    api = await api_key()
    monkeypatch.setattr(access, "identify", hang)
    assert await is_refused(api, "/sessions")


async def test_a_call_is_refused_where_nobody_can_say_whether_the_session_is_the_callers(
    api_key: Callable[..., Awaitable[Api]], hang: Callable[..., object], monkeypatch: pytest.MonkeyPatch
):
    async def enter(*_: object) -> None:
        """Whoever calls is let in."""

    api = await api_key()
    monkeypatch.setattr(views.AsyncAPIView, "_enter", enter)
    monkeypatch.setattr(access, "check_open", hang)
    assert await is_refused(api, f"/sessions/{uuid4()}")
