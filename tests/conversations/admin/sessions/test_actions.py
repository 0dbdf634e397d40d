"""What staff do to a session needs a permission of its own, a POST, and stays on record."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import pytest
from django.contrib.admin.models import LogEntry
from django.test import AsyncClient, Client

from conversations.access import issue_token, visitor
from conversations.engine.turns.running import wait_for_all
from conversations.models import Session
from conversations.testing import GraphHarness, ScriptedChat, fails, says
from providers.database import in_database
from tests.conversations.admin.sessions.rows import LIST, a_session, a_turn, address, page_of, somebody
from tests.conversations.graphs import WishGraph

pytestmark = pytest.mark.django_db(transaction=True)

ACTIONS = {
    "end": ("end_session", {}),
    "revoke": ("end_session", {}),
    "retry": ("retry_turn", {"turn": "1"}),
    "fork": ("fork_session", {"turn": "1", "step": "1"}),
    "export": ("export_session", {"format": "json"}),
    "erase": ("erase_session", {}),
}
EACH = pytest.mark.parametrize("action", list(ACTIONS))


@pytest.fixture
async def chat() -> AsyncIterator[GraphHarness]:
    """A turn that was answered and one that failed."""
    model = ScriptedChat([says("Hello."), fails(), says("At last.")])
    async with GraphHarness(WishGraph, model) as chat:
        await chat.send("Hi")
        await chat.send("Again")
        yield chat


async def staff(model: Any, *codenames: str) -> AsyncClient:
    """A client whose requests run beside turns, as the server's do."""
    client = await in_database(somebody, model, *codenames)
    beside = AsyncClient()
    beside.cookies = client.cookies
    return beside


def log() -> list[tuple[str, str, str]]:
    entries = LogEntry.objects.select_related("user").order_by("pk")
    return [(str(entry.user), entry.object_id or "", entry.change_message) for entry in entries]


async def do(client: AsyncClient, session: UUID, action: str, **form: Any) -> str:
    """Do something to a session; where that leads."""
    answer = await client.post(f"{LIST}{session}/{action}/", form)
    assert answer.status_code == 302
    return str(answer["Location"])


async def test_a_failed_turn_runs_again(chat: GraphHarness, django_user_model: Any):
    client = await staff(django_user_model, "view_session", "retry_turn")

    leads_to = await do(client, chat.session_id, "retry", turn=2)
    await wait_for_all()
    assert leads_to.endswith("#turn-2")
    assert (await chat.transcript())[-1] == ("ai", "At last.")
    assert await in_database(log) == [("staff", str(chat.session_id), "Ran turn 2 again.")]


async def test_a_turn_that_cannot_run_again_is_told_and_not_on_record(
    chat: GraphHarness, django_user_model: Any
):
    client = await staff(django_user_model, "view_session", "retry_turn")

    page = await client.get(await do(client, chat.session_id, "retry", turn=1))
    assert "This message cannot be tried again." in page.content.decode()
    assert await in_database(log) == []


async def test_a_customer_s_access_is_revoked_and_the_conversation_goes_on(
    chat: GraphHarness, django_user_model: Any
):
    client = await staff(django_user_model, "view_session", "end_session")
    token = await in_database(issue_token, chat.session_id)

    await do(client, chat.session_id, "revoke")

    assert await in_database(visitor, token) is None
    assert (await chat.session()).status == "active"
    assert await in_database(log) == [("staff", str(chat.session_id), "Revoked the visitor's tokens.")]


async def test_a_session_is_ended_once(chat: GraphHarness, django_user_model: Any):
    client = await staff(django_user_model, "view_session", "end_session")

    await do(client, chat.session_id, "end")
    assert (await chat.session()).status == "ended"
    page = await client.get(await do(client, chat.session_id, "end"))
    assert "This conversation has ended." in page.content.decode()
    assert await in_database(log) == [("staff", str(chat.session_id), "Ended the conversation.")]


async def test_a_fork_is_a_test_session_of_its_own(chat: GraphHarness, django_user_model: Any):
    client = await staff(django_user_model, "view_session", "fork_session")

    leads_to = await do(client, chat.session_id, "fork", turn=1, step=1)
    fork = await Session.objects.aget(is_test=True)
    assert leads_to == f"{LIST}{fork.pk}/change/"
    assert (await client.get(leads_to)).status_code == 200
    assert await in_database(log) == [
        ("staff", str(chat.session_id), f"Forked after step 1 of turn 1 into {fork.pk}.")
    ]


async def test_erasing_asks_first_and_has_an_entry_for_each_fork(chat: GraphHarness, django_user_model: Any):
    client = await staff(django_user_model, "view_session", "erase_session", "fork_session")
    await do(client, chat.session_id, "fork", turn=1, step=1)
    await in_database(LogEntry.objects.all().delete)

    asked = (await client.get(f"{LIST}{chat.session_id}/erase/")).content.decode()
    assert "This cannot be undone" in asked
    assert "1 test session that was forked" in asked
    assert (await chat.session()).erased_at is None
    await do(client, chat.session_id, "erase")
    assert (await chat.session()).erased_at is not None
    entries = await in_database(log)
    assert [message for _, _, message in entries] == ["Erased the personal data."] * 2
    page = (await client.get(f"{LIST}{chat.session_id}/change/")).content.decode()
    assert "Erase personal data" not in page
    assert "Hello." not in page


@EACH
def test_without_the_permission_there_is_no_button_and_the_server_refuses(
    action: str, django_user_model: Any
):
    session = a_session(cursor="NameNode")
    a_turn(session, "Hi", status="failed")
    others = {codename for codename, _ in ACTIONS.values()} - {ACTIONS[action][0]}
    client = somebody(django_user_model, "view_session", *others)

    assert address(session, action) not in client.get(page_of(session)).content.decode()
    assert client.post(address(session, action), ACTIONS[action][1]).status_code == 403
    assert client.get(address(session, action)).status_code == 403
    assert not LogEntry.objects.exists()


@EACH
def test_the_permission_alone_is_not_enough_to_reach_a_session(action: str, django_user_model: Any):
    session = a_session()
    client = somebody(django_user_model, ACTIONS[action][0])

    assert client.post(address(session, action), ACTIONS[action][1]).status_code == 403


@EACH
def test_nothing_is_done_by_a_link_or_by_a_form_of_another_site(action: str, admin_client: Client):
    session = a_session()
    a_turn(session, "Hi")

    assert admin_client.get(address(session, action)).status_code == (200 if action == "erase" else 405)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = admin_client.cookies
    assert strict.post(address(session, action), ACTIONS[action][1]).status_code == 403
    session.refresh_from_db()
    assert (session.status, session.erased_at) == ("active", None)


@pytest.mark.parametrize("turn", ["", "x", "-1", "99999999999", "²", "999"])
def test_a_turn_that_there_is_not_breaks_nothing(admin_client: Client, turn: str):
    session = a_session()
    answer = admin_client.post(address(session, "retry"), {"turn": turn})
    assert answer.status_code in (302, 400)


def test_what_was_done_is_told_on_a_page_of_its_own(admin_client: Client):
    session = a_session()
    admin_client.post(address(session, "end"))

    history = f"{LIST}{session.pk}/history/"
    assert history in admin_client.get(page_of(session)).content.decode()
    assert "Ended the conversation." in admin_client.get(history).content.decode()


def test_there_is_no_end_for_what_is_over(admin_client: Client):
    session = a_session(status="completed")
    assert address(session, "end") not in admin_client.get(page_of(session)).content.decode()
