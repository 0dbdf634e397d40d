"""Staff read every decision, and what was sent for it only with a permission of its own."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from conversations.models import Decision, DecisionCapture
from conversations.testing import GraphHarness, ScriptedDecisions, answers, fails
from providers.database import in_database
from tests.conversations.admin.deciding import TriageGraph

pytestmark = pytest.mark.django_db(transaction=True)

LIST = "/admin/conversations/decision/"
CAPTURES = "/admin/conversations/decisioncapture/"
SAID = "My <i>words</i>"


def sure() -> Any:
    return answers(topic="billing", anger=1, urgent=0.2)


@pytest.fixture
async def chat() -> AsyncIterator[GraphHarness]:
    """A session with a decision that succeeded and one that nobody answered."""
    async with GraphHarness(
        TriageGraph, decisions=ScriptedDecisions([sure(), fails(), *[sure()] * 6])
    ) as chat:
        await chat.send(SAID)
        await chat.send("Again")
        yield chat


def rows_of(client: Client, **query: str) -> list[str]:
    return [row.outcome for row in client.get(LIST, query).context["cl"].result_list]


def page_of(row: Decision) -> str:
    return f"{LIST}{row.pk}/change/"


def reader(model: Any, *codenames: str) -> Client:
    user = model.objects.create_user("reader", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    client = Client()
    client.force_login(user)
    return client


async def test_the_list_tells_who_was_asked_what_was_answered_and_how_sure(
    chat: GraphHarness, admin_client: Client
):
    page = (await in_database(admin_client.get, LIST)).content.decode()

    for words in ("typesafe → scripted-decisions", "topic: billing", "anger: 1", "urgent: 0.2", "0.97"):
        assert words in page
    assert SAID not in page


@pytest.mark.parametrize(
    ("query", "outcomes"),
    [
        ({}, ["fallback", "success"]),
        ({"outcome__exact": "success"}, ["success"]),
        ({"failure": "provider"}, ["fallback"]),
        ({"failure": "timeout"}, []),
        ({"node": "triage/TriageNode"}, ["fallback", "success"]),
        ({"node": "triage/OtherNode"}, []),
        ({"graph": "triage"}, ["fallback", "success"]),
        ({"answered_by": "openai"}, []),
    ],
)
async def test_it_can_be_filtered(
    chat: GraphHarness, admin_client: Client, query: dict[str, str], outcomes: list[str]
):
    assert await in_database(lambda: rows_of(admin_client, **query)) == outcomes


async def test_a_session_s_id_finds_its_decisions(chat: GraphHarness, admin_client: Client):
    found = await in_database(lambda: rows_of(admin_client, q=str(chat.session_id)))
    assert found == ["fallback", "success"]


async def test_the_number_of_queries_does_not_grow_with_the_list(chat: GraphHarness, admin_client: Client):
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            admin_client.get(LIST)
        return len(queries)

    few = await in_database(count)
    for number in range(6):
        await chat.send(f"Message {number}")
    assert await in_database(count) == few


async def test_its_page_tells_the_answers_with_the_thresholds_that_held(
    chat: GraphHarness, admin_client: Client
):
    decided, _ = await chat.decisions_on_record()
    page = (await in_database(admin_client.get, page_of(decided))).content.decode()

    for words in ("billing: 0.97", "topic: 0.6", "anger: 1.5", "urgent: 0.7", "jev-latest", "scripted-model"):
        assert words in page
    assert f"/admin/conversations/session/{chat.session_id}/change/" in page
    assert f"/admin/conversations/turn/{decided.turn_id}/change/" in page


async def test_its_page_tells_who_failed_and_how(chat: GraphHarness, admin_client: Client):
    _, failed = await chat.decisions_on_record()
    page = (await in_database(admin_client.get, page_of(failed))).content.decode()

    assert "unavailable" in page
    assert failed.failures[0]["message"] in page


async def test_a_turn_shows_its_decisions(chat: GraphHarness, admin_client: Client):
    decided, _ = await chat.decisions_on_record()
    page = await in_database(admin_client.get, f"/admin/conversations/turn/{decided.turn_id}/change/")

    assert f"{page_of(decided)}" in page.content.decode()
    assert "topic: billing" in page.content.decode()


async def test_nobody_changes_or_deletes_one(chat: GraphHarness, admin_client: Client):
    decided, _ = await chat.decisions_on_record()
    capture = await DecisionCapture.objects.afirst()
    assert capture is not None
    for address in (
        f"{LIST}add/",
        page_of(decided),
        f"{LIST}{decided.pk}/delete/",
        f"{CAPTURES}{capture.pk}/change/",
        f"{CAPTURES}{capture.pk}/delete/",
    ):
        assert (await in_database(admin_client.post, address, {})).status_code == 403


async def test_a_capture_is_opened_with_its_own_permission_and_each_opening_is_on_record(
    chat: GraphHarness, django_user_model: Any
):
    decided, _ = await chat.decisions_on_record()
    capture = await DecisionCapture.objects.aget(decision=decided)
    client = await in_database(lambda: reader(django_user_model, "view_decision", "view_captured_content"))
    address = f"{CAPTURES}{capture.pk}/change/"

    assert address in (await in_database(client.get, page_of(decided))).content.decode()
    assert await LogEntry.objects.acount() == 0
    page = (await in_database(client.get, address)).content.decode()
    assert "My &lt;i&gt;words&lt;/i&gt;" in page
    assert "a fact about &lt;b&gt;Ada&lt;/b&gt;" in page
    await in_database(client.get, address)
    entries = await in_database(lambda: list(LogEntry.objects.select_related("user", "content_type")))
    assert [(str(entry.user), entry.object_id, entry.change_message) for entry in entries] == [
        ("reader", str(capture.pk), "Opened what was captured.")
    ] * 2


async def test_the_list_of_captures_shows_none_of_what_was_said(chat: GraphHarness, admin_client: Client):
    page = (await in_database(admin_client.get, CAPTURES)).content.decode()

    assert "TriageNode" in page
    assert "words" not in page
    assert await LogEntry.objects.acount() == 0


async def test_without_the_permission_there_is_no_way_to_a_capture(
    chat: GraphHarness, django_user_model: Any
):
    decided, _ = await chat.decisions_on_record()
    capture = await DecisionCapture.objects.aget(decision=decided)
    client = await in_database(
        lambda: reader(django_user_model, "view_decision", "view_decisioncapture", "view_turn")
    )

    page = await in_database(client.get, page_of(decided))
    assert page.status_code == 200
    assert "decisioncapture" not in page.content.decode()
    assert "what was sent" not in page.content.decode()
    for address in (CAPTURES, f"{CAPTURES}{capture.pk}/change/", f"{CAPTURES}{capture.pk}/history/"):
        assert (await in_database(client.get, address)).status_code == 403
    assert "decisioncapture" not in (await in_database(client.get, "/admin/")).content.decode()
    assert await LogEntry.objects.acount() == 0
