"""A decision's page tells what it judged, what was answered, how sure that was, and what followed."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from conversations.engine import engine
from conversations.testing import GraphHarness, serve_graphs
from providers.database import in_database
from tests.conversations.admin.deciding import ElsewhereGraph
from tests.conversations.admin.decisions.staff import LIST, READS, SAID, page_of, reviewer, somebody, talk

pytestmark = pytest.mark.django_db(transaction=True)

MOST_QUERIES = 15
SAID_ESCAPED = "My &lt;i&gt;words&lt;/i&gt;"


@pytest.fixture
async def chat() -> AsyncIterator[GraphHarness]:
    """A session with a decision that succeeded and one that nobody answered."""
    async with talk() as chat:
        await chat.send(SAID)
        await chat.send("Again")
        yield chat


@pytest.fixture
def reader(django_user_model: Any) -> Client:
    return somebody(django_user_model, "reader", *READS)


async def read(client: Client, address: str) -> str:
    page = await in_database(client.get, address)
    assert page.status_code == 200
    return page.content.decode()


async def test_it_shows_each_question_as_bars_with_the_thresholds_that_held(
    chat: GraphHarness, reader: Client
):
    decided, _ = await chat.decisions_on_record()
    page = await read(reader, page_of(decided))

    assert page.count('<figure class="bars">') == 3
    for words in (
        "threshold topic: 0.6",
        "threshold anger: 1.5",
        "threshold urgent: 0.7",
        "Invoices.",
        "calm",
    ):
        assert words in page
    for words in ("jev-latest", "scripted-model", "calibrated", "conversations/admin/bars.css"):
        assert words in page


async def test_it_shows_what_it_judged_and_what_followed(chat: GraphHarness, reader: Client):
    decided, failed = await chat.decisions_on_record()
    first = (await in_database(reader.get, page_of(decided))).context
    assert [message.text for message in first["story"]["said"]] == [SAID]
    assert [message.text for _, message in first["story"]["followed"]] == [
        "An invoice.",
        "Again",
        "Say that again, please.",
    ]
    assert first["route"] == {"said": "answered", "leads_to": ""}
    second = (await in_database(reader.get, page_of(failed))).context
    assert [message.text for message in second["story"]["said"]] == [SAID, "Again"]
    assert [message.text for _, message in second["story"]["followed"]] == ["Say that again, please."]
    assert SAID_ESCAPED in await read(reader, page_of(decided))


async def test_it_tells_who_was_asked_in_vain_and_how_they_failed(chat: GraphHarness, reader: Client):
    _, failed = await chat.decisions_on_record()
    page = await read(reader, page_of(failed))
    for words in ("Asked in vain", "unavailable", failed.failures[0]["message"], "Nobody answered"):
        assert words in page


async def test_a_step_that_left_nothing_behind_is_told_of(chat: GraphHarness, reader: Client):
    decided, _ = await chat.decisions_on_record()
    decided.step = None
    await decided.asave(update_fields=["step"])
    assert "left nothing behind" in await read(reader, page_of(decided))


async def test_a_graph_that_is_not_served_any_more_takes_nothing_from_it_but_descriptions(
    chat: GraphHarness, reader: Client
):
    decided, _ = await chat.decisions_on_record()
    with serve_graphs(ElsewhereGraph):
        page = await read(reader, page_of(decided))
    assert page.count('<figure class="bars">') == 3
    assert SAID_ESCAPED in page
    assert "Invoices." not in page


async def test_what_was_erased_is_told_to_be(chat: GraphHarness, reader: Client):
    decided, _ = await chat.decisions_on_record()
    await engine.erase(chat.session_id)
    page = await read(reader, page_of(decided))
    assert "What was said has been erased." in page
    assert 'class="decision-said' not in page


async def test_who_may_read_no_messages_reads_none_here(chat: GraphHarness, django_user_model: Any):
    decided, _ = await chat.decisions_on_record()
    client = await in_database(lambda: somebody(django_user_model, "narrow", "view_decision"))
    page = await read(client, page_of(decided))
    assert SAID_ESCAPED not in page
    for address in ("/session/", "/turn/", "/review/", "decisioncapture"):
        assert address not in page


async def test_it_takes_few_queries_however_much_was_said(
    chat: GraphHarness, django_user_model: Any, reader: Client
):
    client = await in_database(lambda: reviewer(django_user_model))
    decided, _ = await chat.decisions_on_record()

    def count(client: Client) -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(page_of(decided))
        return len(queries)

    few = await in_database(count, client)
    for number in range(5):
        await chat.send(f"Message {number}")
    assert await in_database(count, client) == few <= MOST_QUERIES
    assert await in_database(count, reader) <= MOST_QUERIES


async def test_there_is_no_page_of_no_decision(reader: Client, chat: GraphHarness):
    for key in ("00000000-0000-0000-0000-000000000000", "nothing"):
        page = await in_database(reader.get, f"{LIST}{key}/change/")
        assert page.status_code == 404


async def test_a_turn_shows_its_decisions(chat: GraphHarness, admin_client: Client):
    decided, _ = await chat.decisions_on_record()
    page = await read(admin_client, f"/admin/conversations/turn/{decided.turn_id}/change/")
    assert page_of(decided) in page
    assert "topic: billing" in page
