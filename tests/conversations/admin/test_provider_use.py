"""Staff cannot delete a provider that a graph needs."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from conversations.models import GraphSettings
from conversations.provider_use import dependents
from conversations.testing import serve_graphs
from providers.models import Provider
from tests.conversations.admin.deciding import ELSEWHERE, TRIAGE
from tests.conversations.graphs import WishGraph

pytestmark = pytest.mark.django_db


def delete(client: Client, name: str) -> str:
    row = Provider.objects.get(name=name)
    page = client.post(f"/admin/providers/provider/{row.pk}/delete/", {"post": "yes"}, follow=True)
    return page.content.decode()


@pytest.fixture(autouse=True)
def _one_graph(settings: Any) -> None:
    settings.EZGRAPH_GRAPHS = ("ezgraph_site.graphs.quote.graph.QuoteGraph",)


def test_it_names_the_nodes_that_need_the_provider(admin_client: Client):
    page = delete(admin_client, "embedded")
    assert "node quote.DriverNode needs" in page
    assert Provider.objects.filter(name="embedded").exists()


def test_what_staff_set_for_a_graph_counts(admin_client: Client):
    GraphSettings.objects.create(graph="quote", chat_provider="openai")
    assert "node quote.DriverNode needs" in delete(admin_client, "openai")
    delete(admin_client, "embedded")
    assert not Provider.objects.filter(name="embedded").exists()


def test_a_node_that_decides_needs_the_provider_that_its_graph_names(admin_client: Client, settings: Any):
    settings.EZGRAPH_GRAPHS = (ELSEWHERE,)
    Provider.objects.create(name="judge", type="embedded")
    assert "node elsewhere.TriageNode needs" in delete(admin_client, "judge")
    assert "node elsewhere.ElsewhereNode needs" in delete(admin_client, "openai")


def test_what_staff_set_for_decisions_counts(admin_client: Client, settings: Any):
    settings.EZGRAPH_GRAPHS = (ELSEWHERE,)
    GraphSettings.objects.create(graph="elsewhere", decision_provider="embedded")
    assert "node elsewhere.TriageNode needs" in delete(admin_client, "embedded")


def test_who_needs_it_costs_the_same_however_many_graphs_there_are(settings: Any):
    settings.EZGRAPH_GRAPHS = (ELSEWHERE, TRIAGE)
    with CaptureQueriesContext(connection) as queries:
        assert dependents("typesafe") == ["node triage.TriageNode"]
    assert len(queries) == 1


def test_a_provider_that_nobody_needs_can_go(admin_client: Client):
    with serve_graphs(WishGraph):
        delete(admin_client, "openai")
    assert not Provider.objects.filter(name="openai").exists()
