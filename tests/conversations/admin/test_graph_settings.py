"""Staff set the decision provider, the model and the thresholds of a graph; a turn heeds them at once."""

import copy
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client

from conversations.models import GraphSettings
from conversations.testing import GraphHarness, ScriptedDecisions, answers, serve_graphs
from providers.database import in_database
from providers.registry import override_provider
from tests.conversations.admin.deciding import TriageGraph

pytestmark = pytest.mark.django_db(transaction=True)

TOPIC = "threshold:TriageNode:topic"
ANGER = "threshold:TriageNode:anger"
URGENT = "threshold:TriageNode:urgent"
UNTOUCHED = {
    "public": "on",
    "chat_provider": "",
    "chat_model": "",
    "decision_provider": "",
    "decision_model": "",
}


@pytest.fixture(autouse=True)
def _served() -> Iterator[None]:
    with serve_graphs(TriageGraph):
        yield


@pytest.fixture
def row(transactional_db: None) -> GraphSettings:
    return GraphSettings.objects.create(graph="triage")


def page_of(row: GraphSettings) -> str:
    return f"/admin/conversations/graphsettings/{row.pk}/change/"


def form_of(client: Client, row: GraphSettings) -> Any:
    return client.get(page_of(row)).context["adminform"].form


def sent(client: Client, row: GraphSettings, **fields: Any) -> Any:
    """Send the page as it is shown, with some fields typed over."""
    form = form_of(client, row)
    shown = {name: form[name].value() for name in form.fields}
    typed = {name: "" if value is None else value for name, value in (shown | fields).items()}
    typed["public"] = "on" if typed["public"] else ""
    return client.post(page_of(row), typed)


def errors(response: Any) -> dict[str, list[str]]:
    return dict(response.context["adminform"].form.errors)


def test_the_page_shows_each_threshold_that_the_graph_declares_with_the_node_s_own_number(
    admin_client: Client, row: GraphSettings
):
    page = admin_client.get(page_of(row)).content.decode()
    form = form_of(admin_client, row)

    assert [name for name in form.fields if ":" in name] == [TOPIC, ANGER, URGENT]
    assert "Holds where “topic” is at least 0.6, or 0.5 where figures are not calibrated." in page
    assert "Holds where “urgent” is at most 0.7." in page
    assert 'placeholder="1.5"' in page


def test_a_number_of_staff_is_kept_shown_and_taken_away_again(admin_client: Client, row: GraphSettings):
    assert sent(admin_client, row, **{TOPIC: "0.8", ANGER: "0"}).status_code == 302
    row.refresh_from_db()
    assert row.thresholds == {"TriageNode": {"topic": 0.8, "anger": 0.0}}
    assert form_of(admin_client, row)[TOPIC].value() == 0.8

    sent(admin_client, row, **{TOPIC: ""})
    row.refresh_from_db()
    assert row.thresholds == {"TriageNode": {"anger": 0.0}}


@pytest.mark.parametrize(
    ("field", "number", "is_taken"),
    [
        (TOPIC, "1", True),
        (TOPIC, "1.01", False),
        (TOPIC, "-0.1", False),
        (TOPIC, "nan", False),
        (TOPIC, "a lot", False),
        (URGENT, "1.01", False),
        (ANGER, "2", True),
        (ANGER, "2.01", False),
    ],
)
def test_a_number_that_no_answer_can_reach_is_a_fault_at_its_field(
    admin_client: Client, row: GraphSettings, field: str, number: str, is_taken: bool
):
    response = sent(admin_client, row, **{field: number})

    assert (response.status_code == 302) is is_taken
    if not is_taken:
        assert list(errors(response)) == [field]
        row.refresh_from_db()
        assert row.thresholds == {}


def test_fields_that_were_not_sent_stay_as_they_are(admin_client: Client, row: GraphSettings):
    sent(admin_client, row, **{TOPIC: "0.8", "decision_model": "m"})
    admin_client.post(page_of(row), {"public": "on", "chat_provider": "", "chat_model": "x"})

    row.refresh_from_db()
    assert (row.thresholds, row.decision_model) == ({"TriageNode": {"topic": 0.8}}, "m")


def test_a_threshold_that_is_declared_no_more_is_kept_until_it_is_emptied(
    admin_client: Client, row: GraphSettings
):
    row.thresholds = {"TriageNode": {"topic": 0.8, "gone": 0.4}}
    row.save()
    page = admin_client.get(page_of(row)).content.decode()
    assert "No node declares this threshold any more" in page

    sent(admin_client, row)
    row.refresh_from_db()
    assert row.thresholds == {"TriageNode": {"topic": 0.8, "gone": 0.4}}

    sent(admin_client, row, **{"threshold:TriageNode:gone": ""})
    row.refresh_from_db()
    assert row.thresholds == {"TriageNode": {"topic": 0.8}}


def test_of_two_who_change_a_graph_the_second_is_told(admin_client: Client, row: GraphSettings):
    version = form_of(admin_client, row)["version"].value()
    sent(admin_client, row, **{TOPIC: "0.8"})
    late = admin_client.post(page_of(row), {**UNTOUCHED, "version": version, ANGER: "2"})

    assert "Somebody has changed these settings meanwhile" in errors(late)["__all__"][0]
    row.refresh_from_db()
    assert row.thresholds == {"TriageNode": {"topic": 0.8}}


def test_only_a_provider_that_can_decide_is_taken(admin_client: Client, row: GraphSettings):
    gone = GraphSettings(graph="other", decision_provider="gone")
    gone.save()
    assert "gone" in errors(sent(admin_client, gone))["decision_provider"][0]

    class Talker:
        name = "embedded"
        capabilities = frozenset({"chat"})

    with override_provider("embedded", Talker()):
        refused = sent(admin_client, row, decision_provider="embedded")
    assert errors(refused)["decision_provider"] == ["This provider cannot decide."]

    assert sent(admin_client, row, decision_provider="embedded").status_code == 302
    row.refresh_from_db()
    assert row.decision_provider == "embedded"


def test_after_a_change_nodes_whose_provider_cannot_be_asked_are_named(
    admin_client: Client, row: GraphSettings
):
    def told() -> list[str]:
        return [str(message) for message in admin_client.get(page_of(row)).context["messages"]]

    sent(admin_client, row, decision_provider="embedded")
    assert [text for text in told() if "cannot be used" in text] == []
    sent(admin_client, row, decision_provider="")
    (warning,) = [text for text in told() if "cannot be used" in text]
    assert "TriageNode: the provider “typesafe” cannot be used yet: no provider is called" in warning


def test_of_two_who_save_at_the_same_moment_one_is_told(admin_client: Client, row: GraphSettings):
    version = form_of(admin_client, row)["version"].value()
    start, statuses = threading.Barrier(2), []
    clients = [copy.copy(admin_client) for _ in range(2)]

    def save(client: Client, number: str) -> None:
        try:
            start.wait()
            typed = {**UNTOUCHED, "version": version, TOPIC: number}
            statuses.append(client.post(page_of(row), typed).status_code)
        finally:
            connection.close()

    savers = [threading.Thread(target=save, args=pair) for pair in zip(clients, ("0.8", "0.9"), strict=True)]
    for saver in savers:
        saver.start()
    for saver in savers:
        saver.join()
    assert sorted(statuses) == [200, 302]


def test_the_log_tells_who_changed_which_number_from_what_to_what(admin_client: Client, row: GraphSettings):
    sent(admin_client, row, **{TOPIC: "0.8", "decision_provider": "embedded"})
    entry = LogEntry.objects.get()

    assert str(entry.user) == "admin"
    assert "TriageNode: topic: the graph's own → 0.8" in entry.get_change_message()
    assert "Decision provider: the graph's own → embedded" in entry.get_change_message()
    sent(admin_client, row)
    assert LogEntry.objects.count() == 1


def test_who_may_only_read_sees_the_numbers_and_sends_nothing(
    client: Client, row: GraphSettings, django_user_model: Any
):
    reader = django_user_model.objects.create_user("reader", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_graphsettings"))
    client.force_login(reader)
    row.thresholds = {"TriageNode": {"topic": 0.83}}
    row.save()

    page = client.get(page_of(row)).content.decode()
    assert "0.83" in page
    assert "is at least 0.6" in page
    assert client.post(page_of(row), {**UNTOUCHED, TOPIC: "0.1"}).status_code == 403


async def test_a_number_holds_from_the_next_turn_on(admin_client: Client, row: GraphSettings):
    reply = answers(topic="billing", anger=1, urgent=0.2, probability=0.7)
    async with GraphHarness(TriageGraph, decisions=ScriptedDecisions([reply, reply])) as chat:
        first = await chat.send("Hi")
        await in_database(lambda: sent(admin_client, row, **{TOPIC: "0.8"}))
        second = await chat.send("Hi")
        rows = await chat.decisions_on_record()

    assert (first.message, second.message) == ("An invoice.", "What is it about?")
    held = [{answer.question: answer.thresholds for answer in row.answers.all()}["topic"] for row in rows]
    assert held == [{"topic": 0.6}, {"topic": 0.8}]
