"""The checks tell of decision providers that are not there or cannot decide, and of idle thresholds."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.checks import run_checks
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from conversations.engine import graphs
from conversations.models import GraphSettings
from providers.ports import CHAT
from providers.registry import override_provider
from tests.conversations.admin.deciding import ELSEWHERE, TRIAGE

QUOTE = "ezgraph_site.graphs.quote.graph.QuoteGraph"

pytestmark = pytest.mark.django_db


class Talker:
    """A provider that holds conversations and nothing else."""

    name = "talker"
    capabilities = frozenset({CHAT})


@pytest.fixture(autouse=True)
def _fresh_graphs() -> Iterator[None]:
    graphs.reset()
    yield
    graphs.reset()


def found() -> list[tuple[str, str]]:
    faults = run_checks(databases=["default"])
    return [(str(fault.id), str(fault.msg)) for fault in faults if str(fault.id).startswith("ezgraph.graphs")]


def test_a_default_decision_provider_that_nobody_supplies_is_one_fault_of_the_setting(settings: Any):
    settings.EZGRAPH_GRAPHS = (TRIAGE,)
    settings.EZGRAPH_DECISION_PROVIDER = "judge"

    assert found() == [
        ("ezgraph.graphs.E003", "EZGRAPH_DECISION_PROVIDER is 'judge', but no provider is called 'judge'")
    ]


def test_whoever_never_set_the_default_is_told_which_graphs_ask_it_and_what_to_write(settings: Any):
    settings.EZGRAPH_GRAPHS = (TRIAGE,)
    (fault,) = [fault for fault in run_checks(databases=["default"]) if fault.id == "ezgraph.graphs.E003"]
    assert fault.msg == "EZGRAPH_DECISION_PROVIDER is 'typesafe', but no provider is called 'typesafe'"
    assert fault.hint is not None
    assert fault.hint.startswith("Asked by: triage. Add it under Providers")
    assert fault.hint.endswith('decision = {"provider": "embedded"}')


def test_a_default_decision_provider_that_no_node_asks_is_no_fault(settings: Any):
    settings.EZGRAPH_GRAPHS = (QUOTE,)
    settings.EZGRAPH_DECISION_PROVIDER = "judge"

    assert found() == []


def test_a_graph_s_and_a_node_s_own_decision_provider_are_looked_at(settings: Any):
    settings.EZGRAPH_GRAPHS = (ELSEWHERE,)
    with override_provider("openai", Talker()):
        faults = found()

    assert faults == [
        (
            "ezgraph.graphs.E002",
            "elsewhere.TriageNode uses the provider 'judge': no provider is called 'judge'",
        ),
        ("ezgraph.graphs.E002", "elsewhere.ElsewhereNode uses the provider 'openai': it cannot decide."),
    ]


def test_what_staff_set_for_decisions_is_looked_at(settings: Any):
    settings.EZGRAPH_GRAPHS = (TRIAGE,)
    GraphSettings.objects.create(graph="triage", decision_provider="nobody")

    assert [name for name, _ in found()] == ["ezgraph.graphs.E002"]


def test_one_name_may_be_right_for_conversations_and_wrong_for_decisions(settings: Any):
    settings.EZGRAPH_GRAPHS = (TRIAGE, QUOTE)
    settings.EZGRAPH_CHAT_PROVIDER = settings.EZGRAPH_DECISION_PROVIDER = "talker"
    with override_provider("talker", Talker()):
        assert found() == [
            ("ezgraph.graphs.E003", "EZGRAPH_DECISION_PROVIDER is 'talker', but it cannot decide.")
        ]


def test_numbers_of_staff_that_do_nothing_or_too_much_are_named(settings: Any):
    settings.EZGRAPH_GRAPHS = (TRIAGE,)
    settings.EZGRAPH_DECISION_PROVIDER = "embedded"
    GraphSettings.objects.create(
        graph="triage", thresholds={"TriageNode": {"topic": 0.9, "gone": 0.4, "urgent": 7, "anger": True}}
    )

    assert found() == [
        (
            "ezgraph.graphs.W001",
            "triage: staff set True for the threshold TriageNode.anger, which goes from 0 to 2.",
        ),
        (
            "ezgraph.graphs.W001",
            "triage: staff set 0.4 for the threshold TriageNode.gone, which no node declares.",
        ),
        (
            "ezgraph.graphs.W001",
            "triage: staff set 7 for the threshold TriageNode.urgent, which goes from 0 to 1.",
        ),
    ]


@pytest.mark.parametrize(
    ("stored", "message"),
    [
        ([0.9], "triage: the thresholds of staff are [0.9], which is no object by node."),
        ({"TriageNode": 0.9}, "triage: staff set 0.9 for TriageNode, which is no object of numbers by name."),
    ],
)
def test_numbers_of_staff_that_stand_nowhere_are_named(settings: Any, stored: Any, message: str):
    settings.EZGRAPH_GRAPHS = (TRIAGE,)
    settings.EZGRAPH_DECISION_PROVIDER = "embedded"
    GraphSettings.objects.create(graph="triage", thresholds=stored)

    assert found() == [("ezgraph.graphs.W001", message)]


@pytest.mark.django_db(transaction=True)
def test_a_database_of_an_older_version_can_be_checked_before_it_is_migrated(settings: Any):
    settings.EZGRAPH_GRAPHS = (TRIAGE,)
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes("conversations")
    MigrationExecutor(connection).migrate([("conversations", "0003_covered_indexes")])
    try:
        assert found() == []
    finally:
        MigrationExecutor(connection).migrate(latest)
