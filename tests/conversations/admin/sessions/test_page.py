"""A session's page shows the conversation as its customer saw it, and between the bubbles what was done."""

import re
from collections.abc import AsyncIterator
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from conversations.models import ApiClient, Channel, Message, Session, Turn
from conversations.testing import GraphHarness, ScriptedChat, call, calls, fails, says, serve_graphs
from providers.database import in_database
from tests.conversations.admin.deciding import TriageGraph
from tests.conversations.admin.sessions.rows import (
    LIST,
    a_call,
    a_decision,
    a_session,
    a_step,
    a_turn,
    page_of,
    rate,
    say,
    somebody,
    take_over,
)
from tests.conversations.graphs import WishGraph

pytestmark = pytest.mark.django_db(transaction=True)

MOST_QUERIES = 15


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def order(page: str, *texts: str) -> list[str]:
    """The texts in the order in which the page has them first."""
    return sorted(texts, key=page.index)


@pytest.fixture
async def chat() -> AsyncIterator[GraphHarness]:
    """A turn of two nodes with a tool, and one that failed."""
    model = ScriptedChat(
        [calls(call("save_name", name="Ada"), text="Let me save that."), says("**Hello**, Ada!"), fails()]
    )
    async with GraphHarness(WishGraph, model, external_user="cust-17") as chat:
        await chat.send("I'm <b>Ada</b>")
        await chat.send("A boat")
        yield chat


async def shown(chat: GraphHarness, client: Client) -> str:
    return await in_database(text_of, client, f"{LIST}{chat.session_id}/change/")


async def test_bubbles_stand_in_order_with_the_turns_between_them(chat: GraphHarness, admin_client: Client):
    page = await shown(chat, admin_client)

    assert "<strong>Hello</strong>, Ada!" in page
    wanted = [
        "Who is there?",
        "I&#x27;m &lt;b&gt;Ada",
        'id="turn-1"',
        "<strong>Hello",
        "A boat",
        'id="turn-2"',
    ]
    assert order(page, *wanted) == wanted
    assert "<b>Ada" not in page


async def test_a_turn_tells_its_steps_tools_calls_and_what_was_kept(chat: GraphHarness, admin_client: Client):
    page = await shown(chat, admin_client)

    for words in (
        "<strong>NameNode</strong>",
        "went on to <strong>WishNode</strong>",
        "<code>save_name</code>",
        "&quot;name&quot;: &quot;Ada&quot;",
        "Let me save that.",
        "scripted · scripted-1",
        "10 → 5",
        "30 tokens",
        "Kept afterwards: NameNode",
    ):
        assert words in page


async def test_a_failed_turn_is_open_and_tells_its_cause(chat: GraphHarness, admin_client: Client):
    page = await shown(chat, admin_client)

    (failed,) = re.findall(r"<details[^>]*id=\"turn-2\"[^>]*>", page)
    assert " open" in failed
    assert "PROVIDER_FAILED" in page
    assert "A step that was dropped" in page
    assert "unavailable" in page


async def test_where_it_stands_is_drawn_with_the_way_so_far(chat: GraphHarness, admin_client: Client):
    page = await shown(chat, admin_client)

    assert "<svg" in page
    (way,) = re.findall(r'<ol class="session-path">(.*?)</ol>', page, re.DOTALL)
    assert re.findall(r">(\w+)</li>", way) == ["NameNode", "WishNode"]
    assert 'aria-current="step">WishNode' in way


async def test_internal_messages_are_there_on_request(chat: GraphHarness, admin_client: Client):
    turn = await Turn.objects.aget(session=chat.session_id, number=1)
    await Message.objects.acreate(
        session_id=chat.session_id,
        turn=turn,
        seq=99,
        space="default",
        role="human",
        text="A hint for the model",
        internal=True,
        created_at=turn.accepted_at,
    )
    page = await shown(chat, admin_client)

    assert re.search(r'class="step-part internal">.*?A hint for the model', page, re.DOTALL)
    assert 'id="show-internal"' in page


async def test_it_names_the_session_for_scripts_and_has_room_for_what_happens_now(
    chat: GraphHarness, admin_client: Client
):
    answer = await in_database(admin_client.get, f"{LIST}{chat.session_id}/change/")

    assert f'data-session="{chat.session_id}"' in answer.content.decode()
    assert "conversations/admin/sessions/live.html" in [template.name for template in answer.templates]


@pytest.fixture
def _served() -> Any:
    with serve_graphs(WishGraph, TriageGraph):
        yield


@pytest.mark.usefixtures("_served")
class TestRows:
    """Pages of rows that no turn made."""

    def test_staff_s_messages_bear_their_name_also_before_the_first_turn(self, admin_client: Client):
        session = a_session()
        say(session, None, "May I help?", author="Grace")
        turn = a_turn(session, "Yes", "Fine.")
        say(session, turn, "*Gladly*", author="Grace")

        page = text_of(admin_client, page_of(session))
        assert order(page, "May I help?", ">Yes<", "Fine.", "<em>Gladly</em>")[0] == "May I help?"
        assert page.count("bubble-staff") == 2

    def test_a_take_over_is_a_line_where_it_was(self, admin_client: Client):
        session = a_session()
        a_turn(session, "Before", "Yes?")
        take_over(session)
        a_turn(session, "After")

        page = text_of(admin_client, page_of(session))
        assert order(page, "Before", "Grace took over", "After") == ["Before", "Grace took over", "After"]

    def test_it_tells_of_customer_rating_suggestions_config_and_channels(self, admin_client: Client):
        session = a_session(
            external_name="Ada Lovelace",
            external_email="ada@example.com",
            external_user="cust-17",
            external_user_verified=True,
            external_id="order-99",
            config={"tone": "warm"},
        )
        rate(session, -1, "Too <slow>")
        turn = a_turn(session, "Hi")
        say(session, turn, "Which?", suggestions=["Red", "Blue"])
        Channel.objects.create(
            session=session, node="NameNode", state={"name": "Ada"}, updated_at=session.updated_at
        )

        page = text_of(admin_client, page_of(session))
        for words in ("Ada Lovelace", "ada@example.com", "(verified)", "order-99", "Too &lt;slow&gt;", "Red"):
            assert words in page
        assert "&quot;tone&quot;: &quot;warm&quot;" in page
        assert "&quot;name&quot;: &quot;Ada&quot;" in page

    @pytest.mark.parametrize(
        ("columns", "told"),
        [
            ({"origin": "chat"}, "the chat"),
            ({"origin": "api"}, "the API"),
            ({"origin": "terminal", "is_test": True}, "a terminal"),
            ({"origin": "fork", "is_test": True}, "a fork by staff"),
            ({}, "not on record"),
        ],
        ids=["chat", "api", "terminal", "fork", "older"],
    )
    def test_it_tells_how_the_session_came_in(self, admin_client: Client, columns: dict[str, Any], told: str):
        page = text_of(admin_client, page_of(a_session(**columns)))
        assert f"<dt>Came through</dt><dd>{told}" in page
        assert ("(a test session, in no figures)" in page) == bool(columns.get("is_test"))

    def test_a_session_of_an_integration_came_through_the_api_however_old(self, admin_client: Client):
        client = ApiClient.objects.create(name="acme")
        assert "<dd>the API (acme)</dd>" in text_of(admin_client, page_of(a_session(client=client)))

    def test_its_title_is_the_graph_s_and_leads_to_it(self, admin_client: Client):
        session, orphan = a_session(), a_session(graph="gone")
        title = f"{WishGraph().display_title} {session.pk.hex[:8]}"

        page = text_of(admin_client, page_of(session))
        assert f"<title> {title}" in page
        assert re.search(rf'href="{page_of(session)}"[^>]*>\s*{title}', page)
        assert f"gone {orphan.pk.hex[:8]}" in text_of(admin_client, page_of(orphan))

    def test_parent_and_forks_lead_to_each_other(self, admin_client: Client):
        parent = a_session()
        step = a_step(a_turn(parent, "Hi"))
        fork = a_session(forked_from=step, is_test=True)

        assert f'href="{page_of(fork)}"' in text_of(admin_client, page_of(parent))
        assert f'href="{page_of(parent)}?before=2#turn-1"' in text_of(admin_client, page_of(fork))

    def test_a_long_session_costs_the_same_and_shows_earlier_turns_when_asked(self, django_user_model: Any):
        client = somebody(django_user_model, "view_session", "view_decision", "fork_session")
        long, short = a_session(), a_session()
        for session, turns in ((short, 1), (long, 60)):
            for number in range(1, turns + 1):
                turn = a_turn(session, f"Question {number}!", f"Answer {number}!")
                a_decision(turn, step=a_step(turn))
                a_call(turn, cost=Decimal("0.01"))

        with CaptureQueriesContext(connection) as queries:
            page = text_of(client, page_of(long))
        assert len(queries) <= MOST_QUERIES
        with CaptureQueriesContext(connection) as of_short:
            text_of(client, page_of(short))
        assert len(queries) == len(of_short)

        assert ("Question 36!" in page, "Question 35!" in page) == (True, False)
        (earlier,) = re.findall(r'hx-get="([^"]+/turns/[^"]*)"', page)
        with CaptureQueriesContext(connection) as queries:
            part = text_of(client, earlier)
        assert len(queries) <= MOST_QUERIES
        assert ("Question 35!" in part, "Question 36!" in part, "<html" in part) == (True, False, False)
        past = text_of(client, f"{page_of(long)}?before=26")
        assert ("Question 1!" in past, "The newest turns" in past) == (True, True)
        assert "The newest turns" not in page

    def test_turns_from_a_number_on_come_as_a_part(self, admin_client: Client):
        session = a_session()
        for number in range(1, 4):
            a_turn(session, f"Question {number}!")

        part = text_of(admin_client, f"{LIST}{session.pk}/turns/?since=2")
        assert re.findall(r"Question \d", part) == ["Question 2", "Question 3"]

    @pytest.mark.parametrize("query", ["?before=x", "?before=-1", "?since=99999999999", "?before=%00"])
    def test_a_number_that_is_none_breaks_nothing(self, admin_client: Client, query: str):
        session = a_session()
        a_turn(session, "Hi")
        assert "Hi" in text_of(admin_client, page_of(session) + query)

    def test_a_graph_that_is_served_no_more_and_an_erased_session_have_a_page(self, admin_client: Client):
        session = a_session(graph="gone", erased_at=a_session().updated_at)
        a_turn(session, "", "")

        page = text_of(admin_client, page_of(session))
        assert page.count("bubble-erased") == 2

    @pytest.mark.parametrize("status", ["active", "handed_over", "completed", "ended"])
    def test_only_of_a_session_that_goes_on_it_says_where_the_next_message_goes(
        self, admin_client: Client, status: str
    ):
        page = text_of(admin_client, page_of(a_session(status=status)))
        assert ("the next message goes to it" in page) == (status in ("active", "handed_over"))
        assert ("The conversation is over: no" in page) == (status in ("completed", "ended"))

    def test_a_session_that_there_is_not_leads_to_the_list(self, admin_client: Client):
        for unknown in ("00000000-0000-0000-0000-000000000000", "nonsense"):
            assert admin_client.get(f"{LIST}{unknown}/change/").status_code in (302, 404)

    def test_who_may_not_read_sessions_sees_none_of_it(self, django_user_model: Any):
        session: Session = a_session()
        client = somebody(django_user_model, "view_turn")
        for address in (page_of(session), f"{LIST}{session.pk}/turns/"):
            assert client.get(address).status_code == 403
