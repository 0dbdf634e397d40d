"""Staff see what a graph is made of, and what sessions do in it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from pytest_django import Settings

from conversations.models import GraphSettings
from conversations.testing import serve_graphs
from ezgraph_site.graphs.hotel.graph import DecisionHotelGraph
from tests.conversations.admin.clocked import ago, session_at, stop_the_clock, turn_at
from tests.conversations.admin.sessions.rows import a_step, somebody
from tests.conversations.picturing.drawn_graph import DrawnGraph

pytestmark = pytest.mark.django_db

LIST = "/admin/conversations/graphsettings/"


@pytest.fixture(autouse=True)
def _served(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    stop_the_clock(monkeypatch)
    with serve_graphs(DrawnGraph):
        yield


@pytest.fixture
def row() -> GraphSettings:
    return GraphSettings.objects.create(graph="drawn", thresholds={})


def shown(client: Client, row: GraphSettings) -> str:
    return client.get(f"{LIST}{row.pk}/graph/").content.decode()


def walk() -> None:
    turn = turn_at(ago(hours=2), session_at(ago(hours=2), graph="drawn", cursor="RedNode"))
    a_step(turn, 1, node="HallNode", outcome="go", cursor="RedNode")
    a_step(turn, 2, node="RedNode", outcome="direct", cursor="RedNode")


def test_the_list_leads_to_each_graph_and_to_its_settings(admin_client: Client, row: GraphSettings) -> None:
    page = admin_client.get(LIST).content.decode()

    assert f'href="{LIST}{row.pk}/graph/"' in page
    assert f'href="{LIST}{row.pk}/change/"' in page
    assert "2 conversations, 1 decision, 4 code nodes, 1 goodbye" in page
    assert "graph-thumbnail" in page
    assert "Graph settings" not in page


def test_a_graph_is_drawn_with_the_ways_that_sessions_took(admin_client: Client, row: GraphSettings) -> None:
    walk()

    page = shown(admin_client, row)

    assert "The numbers count the ways that the newest session took." in page
    assert "to RedNode, at once: 1 times" in page
    assert "Where sessions stop" in page
    assert "/admin/conversations/session/?node=drawn%2FRedNode" in page


def test_nodes_stand_with_kind_space_tools_and_whom_they_ask(
    admin_client: Client, row: GraphSettings
) -> None:
    row.chat_provider = "embedded"
    row.save()

    page = shown(admin_client, row)

    assert "<code>leave_room</code>" in page
    assert "<code>terminate_session</code>" in page
    assert "to TerminateSessionNode, at once" in page
    assert ">embedded</a>" in page
    assert "terminate" in page


def test_a_threshold_stands_with_both_of_the_numbers_that_may_hold(
    admin_client: Client, row: GraphSettings
) -> None:
    with serve_graphs(DecisionHotelGraph):
        hotel, _ = GraphSettings.objects.get_or_create(graph="hotel")
        own = shown(admin_client, hotel)
        hotel.thresholds = {"RouterDecisionNode": {"destination": 0.8}}
        hotel.save()
        by_staff = shown(admin_client, hotel)

    assert "<dd>0.6, uncalibrated 0.35</dd>" in own
    assert "<strong>0.8</strong> set by staff; in the graph 0.6, uncalibrated 0.35" in by_staff


def test_the_list_tells_what_staff_set_and_in_grey_what_holds_without(
    admin_client: Client, row: GraphSettings, settings: Settings
) -> None:
    settings.EZGRAPH_DECISION_PROVIDER = "judges"
    row.chat_provider = "talkers"
    row.save()

    page = admin_client.get(LIST).content.decode()

    assert re.search(r"chat_provider_in_use[^>]*>talkers<", page)
    assert re.search(r'decision_provider_in_use[^>]*><span class="graph-own" title="[^"]*">judges<', page)
    assert re.search(r"chat_model_in_use[^>]*>–<", page)


def test_without_sessions_it_says_when_there_will_be_figures(
    admin_client: Client, row: GraphSettings
) -> None:
    page = shown(admin_client, row)

    assert "Nobody has talked to it yet" in page
    assert "Where sessions stop" not in page


def test_who_may_not_see_sessions_sees_the_graph_alone(row: GraphSettings, django_user_model: Any) -> None:
    walk()

    page = shown(somebody(django_user_model, "view_graphsettings"), row)

    assert "HallNode" in page
    assert "Where sessions stop" not in page
    assert "numbers count" not in page
    assert "/admin/conversations/session/" not in page


def test_the_page_is_for_who_may_see_graphs_and_names_no_others(
    row: GraphSettings, client: Client, django_user_model: Any
) -> None:
    assert client.get(f"{LIST}{row.pk}/graph/").status_code == 302
    assert somebody(django_user_model, "view_session").get(f"{LIST}{row.pk}/graph/").status_code == 403
    may = somebody(django_user_model, "view_graphsettings", name="other")
    assert may.get(f"{LIST}{row.pk}000/graph/").status_code == 404


def test_a_graph_that_is_not_served_any_more_says_so(admin_client: Client) -> None:
    gone = GraphSettings.objects.create(graph="gone")

    assert "serves no graph “gone” any more" in shown(admin_client, gone)


def test_the_page_asks_the_database_as_often_for_many_sessions_as_for_one(
    row: GraphSettings, django_user_model: Any, django_assert_max_num_queries: Any
) -> None:
    client = somebody(django_user_model, "view_graphsettings", "view_session")
    client_user = django_user_model.objects.get(username="staff")
    client_user.user_permissions.add(Permission.objects.get(codename="view_provider"))
    for _ in range(5):
        walk()

    with django_assert_max_num_queries(15):
        shown(client, row)
