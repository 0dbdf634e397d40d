"""Every fault of a graph is found before the graph serves, all of them at once."""

from typing import Any

import pytest

from conversations.authoring import Graph, GraphConfigurationError, faults_of
from conversations.testing import serve_graphs
from tests.conversations.authoring import (
    faulty_decisions,
    faulty_graphs,
    faulty_names,
    faulty_targets,
    faulty_tools,
)
from tests.conversations.authoring.faulty_graphs import NoMigrationGraph, StrangeStartGraph
from tests.conversations.authoring.served_graphs import HOPELESS, HopelessGraph
from tests.conversations.authoring.sound_graph import SoundGraph

MODULES = (faulty_graphs, faulty_tools, faulty_targets, faulty_decisions, faulty_names)

FAULTY = [row for module in MODULES for row in module.FAULTY]


def test_a_sound_graph_has_no_faults():
    assert faults_of(SoundGraph) == []


@pytest.mark.parametrize(("graph", "code", "words"), FAULTY, ids=[graph.__name__ for graph, _, _ in FAULTY])
def test_it_names_the_fault_of(graph: type[Graph], code: str, words: str):
    faults = faults_of(graph)
    assert code in {fault.code for fault in faults}
    assert any(words in fault.message for fault in faults if fault.code == code)
    assert all(fault.message.startswith(f"{graph.__name__}: ") for fault in faults)


@pytest.mark.parametrize(("graph", "code", "words"), FAULTY, ids=[graph.__name__ for graph, _, _ in FAULTY])
def test_one_mistake_is_reported_as_one_fault(graph: type[Graph], code: str, words: str):
    assert {fault.code for fault in faults_of(graph)} == {code}


def test_the_table_of_faulty_graphs_leaves_none_out():
    written = {
        value
        for module in MODULES
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, SoundGraph) and value is not SoundGraph
    }
    assert written == {graph for graph, _, _ in FAULTY}


def test_all_faults_of_one_graph_are_reported_together():
    assert {fault.code for fault in faults_of(HopelessGraph)} == HOPELESS


def test_a_faulty_graph_is_not_served_and_all_faults_of_all_graphs_are_told():
    with pytest.raises(GraphConfigurationError) as refused, serve_graphs(StrangeStartGraph, NoMigrationGraph):
        pass
    assert len(str(refused.value).splitlines()) == 2


@pytest.mark.parametrize("attribute", ["nodes", "history_spaces", "migrations", "chat", "decision"])
def test_none_where_a_collection_belongs_is_a_fault_and_no_crash(attribute: str):
    graph = type("BrokenGraph", (SoundGraph,), {attribute: None})
    assert faults_of(graph)


@pytest.mark.parametrize(
    "node", [faulty_decisions.RouteNode, faulty_decisions.StateAskingNode, faulty_decisions.HelpedNode]
)
def test_a_decision_node_whose_faults_cannot_be_told_has_none(node: Any):
    graph = type("RoutingGraph", (SoundGraph,), {"nodes": [*SoundGraph.nodes, node]})
    assert faults_of(graph) == []


def test_a_name_that_the_module_binds_later_is_no_fault():
    graph = type("CountingGraph", (SoundGraph,), {"nodes": [*SoundGraph.nodes, faulty_names.CountingNode]})
    assert faults_of(graph) == []
