from conversations.authoring import DecisionNode, faults_of
from ezgraph_site.graphs.hotel.graph import DecisionHotelGraph
from ezgraph_site.graphs.hotel.nodes.collecting import CollectorNode
from ezgraph_site.graphs.hotel.nodes.gathered import OWNERS
from ezgraph_site.graphs.hotel.values import CRITERIA


def test_it_registers_without_a_fault():
    assert faults_of(DecisionHotelGraph) == []


def test_its_nodes_talk_in_their_spaces():
    graph = DecisionHotelGraph()
    spaces = {node.node_id(): graph.space_of(node.node_id()) for node in DecisionHotelGraph.nodes}
    assert {name for name, space in spaces.items() if space == "hotel-intake"} == {
        "RouterDecisionNode",
        "DateRangeNode",
        "BudgetNode",
        "RoomTypeNode",
        "AmenityNode",
        "DistanceNode",
        "CriteriaReadinessDecisionNode",
    }
    assert spaces["PresentNode"] == spaces["PresentationDecisionNode"] == "hotel-present"
    assert spaces["TerminateSessionNode"] == "hotel-terminal"


def test_every_criterion_has_its_collector():
    graph = DecisionHotelGraph()
    assert tuple(OWNERS) == CRITERIA
    assert all(isinstance(graph.node(owner), CollectorNode) for owner in OWNERS.values())


def test_its_thresholds_are_those_that_staff_may_see():
    graph = DecisionHotelGraph()
    nodes = [graph.node(node.node_id()) for node in DecisionHotelGraph.nodes]
    thresholds = {
        node.node_id(): {
            name: (declared.question, declared.value, declared.uncalibrated)
            for name, declared in node.thresholds.items()
        }
        for node in nodes
        if isinstance(node, DecisionNode)
    }
    assert thresholds == {
        "RouterDecisionNode": {"destination": ("destination", 0.6, 0.35)},
        "CriteriaReadinessDecisionNode": {"faithful": ("faithful", 0.75, None)},
        "PresentationDecisionNode": {
            "grounded": ("grounded", 0.85, None),
            "completeness": ("completeness", 1.5, None),
            "clarity": ("clarity", 1.5, None),
            "completeness_confidence": ("completeness", 0.75, None),
            "clarity_confidence": ("clarity", 0.75, None),
        },
    }


def test_every_collector_takes_a_message_back():
    graph = DecisionHotelGraph()
    for owner in OWNERS.values():
        node = graph.node(owner)
        assert isinstance(node, CollectorNode)
        assert "reroute_request" in {handler.name for handler in graph.tools_of(node)}
