"""What was sent for a decision is seen only with a permission of its own, and each opening is on record."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from conversations.models import DecisionCapture
from conversations.testing import GraphHarness
from providers.database import in_database
from tests.conversations.admin.decisions.staff import CAPTURES, SAID, page_of, somebody, talk

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def chat() -> AsyncIterator[GraphHarness]:
    """A session with a decision that succeeded and one that nobody answered."""
    async with talk() as chat:
        await chat.send(SAID)
        await chat.send("Again")
        yield chat


async def test_a_capture_is_opened_with_its_own_permission_and_each_opening_is_on_record(
    chat: GraphHarness, django_user_model: Any
):
    decided, _ = await chat.decisions_on_record()
    capture = await DecisionCapture.objects.aget(decision=decided)
    client = await in_database(
        lambda: somebody(django_user_model, "reader", "view_decision", "view_captured_content")
    )
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
        lambda: somebody(django_user_model, "reader", "view_decision", "view_decisioncapture", "view_turn")
    )

    page = await in_database(client.get, page_of(decided))
    assert page.status_code == 200
    assert "decisioncapture" not in page.content.decode()
    assert "What was sent" not in page.content.decode()
    for address in (CAPTURES, f"{CAPTURES}{capture.pk}/change/", f"{CAPTURES}{capture.pk}/history/"):
        assert (await in_database(client.get, address)).status_code == 403
    assert "decisioncapture" not in (await in_database(client.get, "/admin/")).content.decode()
    assert await LogEntry.objects.acount() == 0
