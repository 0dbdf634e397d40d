"""Staff cannot delete a provider that a graph needs."""

import pytest
from django.test import Client

from conversations.models import GraphSettings
from conversations.testing import serve_graphs
from providers.models import Provider
from tests.conversations.graphs import WishGraph

pytestmark = pytest.mark.django_db


def delete(client: Client, name: str) -> str:
    row = Provider.objects.get(name=name)
    page = client.post(f"/admin/providers/provider/{row.pk}/delete/", {"post": "yes"}, follow=True)
    return page.content.decode()


def test_it_names_the_nodes_that_need_the_provider(admin_client: Client):
    page = delete(admin_client, "embedded")
    assert "node quote.DriverNode needs" in page
    assert Provider.objects.filter(name="embedded").exists()


def test_what_staff_set_for_a_graph_counts(admin_client: Client):
    GraphSettings.objects.create(graph="quote", chat_provider="openai")
    assert "node quote.DriverNode needs" in delete(admin_client, "openai")
    delete(admin_client, "embedded")
    assert not Provider.objects.filter(name="embedded").exists()


def test_a_provider_that_nobody_needs_can_go(admin_client: Client):
    with serve_graphs(WishGraph):
        delete(admin_client, "openai")
    assert not Provider.objects.filter(name="openai").exists()
