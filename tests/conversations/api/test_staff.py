"""Staff who are logged in to the back office as callers: their permissions, and no foreign pages."""

import json
from collections.abc import Iterable
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.db import OperationalError
from django.test import AsyncClient

from conversations.models import Review, Session
from conversations.testing import serve_graphs
from providers.database import in_database
from tests.conversations.admin.deciding import TriageGraph
from tests.conversations.api.client import BASE, Api, visitor
from tests.conversations.review.decided import decided

pytestmark = pytest.mark.django_db(transaction=True)


class StaffApi(Api):
    """Comes with a cookie of a session, and where a token is kept with it in a header."""

    def __init__(self, client: AsyncClient) -> None:
        super().__init__()
        self.client = client
        self.token = ""

    def _headers(self, headers: dict[str, str]) -> dict[str, str]:
        return super()._headers(headers) | ({"X-CSRFToken": self.token} if self.token else {})


async def staff(*permissions: str, is_staff: bool = True, tokened: bool = True) -> StaffApi:
    """Somebody who is logged in with these permissions."""

    def make() -> User:
        user = User.objects.create_user(f"user-{User.objects.count()}", password="-", is_staff=is_staff)
        user.user_permissions.set(_found(permissions))
        return user

    client = AsyncClient(enforce_csrf_checks=True)
    await client.aforce_login(await in_database(make))
    api = StaffApi(client)
    if tokened:
        api.token = "t" * 32
        client.cookies["csrftoken"] = api.token
    return api


def _found(permissions: Iterable[str]) -> list[Permission]:
    return [
        Permission.objects.get(content_type__app_label=app, codename=name)
        for app, _, name in (permission.partition(".") for permission in permissions)
    ]


ROUTES: dict[str, tuple[str, str, str]] = {
    "list": ("get", "/sessions", "conversations.view_session"),
    "read": ("get", "{session}", "conversations.view_session"),
    "messages": ("get", "{session}/messages", "conversations.view_session"),
    "end": ("post", "{session}/end", "conversations.end_session"),
    "retry": ("post", "{session}/turns/7/retry", "conversations.retry_turn"),
    "cancel": ("post", "{session}/turns/7/cancel", "conversations.take_over_session"),
    "erase": ("delete", "{session}", "conversations.erase_session"),
    "decisions": ("get", "/decisions", "conversations.view_decision"),
    "providers": ("get", "/providers", "providers.view_provider"),
    "test": ("post", "/providers/nobody/test", "providers.change_provider"),
    "usage": ("get", "/usage", "conversations.view_modelcall"),
}


async def test_what_staff_change_stands_in_the_back_office_s_log_and_what_they_read_does_not(model):
    _, session = await visitor()
    api = await staff("conversations.view_session", "conversations.end_session")
    assert await api.get(session) == 200
    assert await api.post(f"{session}/end") == 200
    assert await api.post(f"{session}/end") == 409

    def entries() -> list[tuple[str, str | None]]:
        return list(LogEntry.objects.values_list("change_message", "object_id"))

    number = session.rpartition("/")[2]
    assert await in_database(entries) == [(f"Over REST: POST {BASE}{session}/end", number)]


async def test_a_log_that_cannot_be_written_changes_no_answer(model, monkeypatch, caplog):
    _, session = await visitor()
    api = await staff("conversations.end_session")

    def full(**_: Any) -> None:
        raise OperationalError("The disk is full.")

    monkeypatch.setattr(LogEntry.objects, "create", full)
    assert await api.post(f"{session}/end") == 200
    assert f"POST {BASE}{session}/end" in caplog.text


@pytest.mark.parametrize(("method", "path", "permission"), ROUTES.values(), ids=ROUTES)
async def test_each_takes_its_permission(model, method: str, path: str, permission: str):
    _, session = await visitor()
    address = path.format(session=session)
    allowed, powerless = await staff(permission), await staff("conversations.view_replay")
    assert await getattr(powerless, method)(address) == 403
    assert powerless.code == "FORBIDDEN"
    assert await getattr(allowed, method)(address) in (200, 204, 404)


async def test_what_changes_something_takes_the_csrf_token(model):
    _, session = await visitor()
    api = await staff("conversations.end_session", "conversations.view_session", tokened=False)
    assert await api.get(session) == 200
    assert await api.post(f"{session}/end") == 403
    assert "CSRF" in api.body["detail"]
    assert (await Session.objects.aget()).status == "active"


async def test_an_account_that_is_not_of_staff_is_nobody(model):
    api = await staff("conversations.view_session", is_staff=False)
    assert await api.get("/sessions") == 401


async def test_a_bearer_goes_before_the_cookie(model):
    visited, session = await visitor()
    api = await staff("conversations.view_session")
    api.bearer = visited.bearer
    assert await api.get(session) == 200
    assert await api.get("/sessions") == 403


async def test_staff_see_graphs_and_run_nothing_for_integrations(model):
    api = await staff("conversations.view_session")
    assert await api.get("/graphs") == 200
    assert await api.post("/runs", {"graph": "wish"}) == 403
    assert await api.get("/webhooks") == 403


async def test_a_review_is_the_accounts_own():
    with serve_graphs(TriageGraph):
        api = await staff("conversations.review_decision")
        decision = await in_database(decided)
        said: dict[str, Any] = {"reviews": [{"question": "topic", "agrees": True}]}
        assert await api.post(f"/decisions/{decision.pk}/reviews", said) == 201
    review = await Review.objects.select_related("reviewer").aget()
    assert review.reviewer is not None
    assert review.reviewer.username == review.reviewer_name


async def test_a_session_is_started_with_the_right_to_it(model):
    starter, reader = await staff("conversations.add_session"), await staff("conversations.view_session")
    assert await reader.post("/sessions", {"graph": "wish"}) == 403
    assert await starter.post("/sessions", {"graph": "wish", "config": {"limit": 5}}) == 201
    response = await AsyncClient().post(
        f"{BASE}/sessions", json.dumps({"graph": "wish"}), content_type="application/json"
    )
    assert response.status_code == 201
