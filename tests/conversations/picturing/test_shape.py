from conversations.picturing import EdgeKind, NodeKind, mermaid, shape_of
from tests.conversations.picturing.drawn_graph import DrawnGraph

SHAPE = shape_of(DrawnGraph())


def ways(kind: EdgeKind) -> set[tuple[str, str]]:
    return {(edge.source, edge.target) for edge in SHAPE.edges if edge.kind is kind}


def test_nodes_are_told_apart_by_what_they_do() -> None:
    assert {node.id: node.kind for node in SHAPE.nodes} == {
        "HallNode": NodeKind.DECISION,
        "RedNode": NodeKind.CONVERSATION,
        "BlueNode": NodeKind.CONVERSATION,
        "ScoutsNode": NodeKind.CODE,
        "LeftNode": NodeKind.CODE,
        "RightNode": NodeKind.CODE,
        "ReportNode": NodeKind.CODE,
        "TerminateSessionNode": NodeKind.GOODBYE,
    }


def test_tools_are_named_the_goodbye_last() -> None:
    assert {node.id: node.tools for node in SHAPE.nodes if node.tools} == {
        "RedNode": ("leave_room", "terminate_session"),
        "BlueNode": ("leave_room", "terminate_session"),
    }


def test_ways_are_read_from_methods_inherited_ones_helper_functions_and_tables() -> None:
    assert ways(EdgeKind.GO) == {
        ("HallNode", "ScoutsNode"),
        ("HallNode", "RedNode"),
        ("HallNode", "BlueNode"),
        ("RedNode", "TerminateSessionNode"),
        ("BlueNode", "TerminateSessionNode"),
    }
    assert ways(EdgeKind.DIRECT_TO) == {("RedNode", "HallNode"), ("BlueNode", "HallNode")}


def test_nodes_of_a_fan_out_begin_together_and_join_in_the_next_one() -> None:
    assert ways(EdgeKind.FAN_OUT) == {("ScoutsNode", "LeftNode"), ("ScoutsNode", "RightNode")}
    assert ways(EdgeKind.JOIN) == {("LeftNode", "ReportNode"), ("RightNode", "ReportNode")}


def test_a_finish_and_the_goodbye_lead_to_the_end() -> None:
    assert ways(EdgeKind.FINISH) == {("ReportNode", "end"), ("TerminateSessionNode", "end")}


def test_a_flowchart_names_every_node_with_the_signs_of_its_kind_and_every_way() -> None:
    chart = mermaid(DrawnGraph()).splitlines()

    assert chart[0] == "flowchart TD"
    assert '    n0{{"HallNode"}}' in chart
    assert '    n1("RedNode")' in chart
    assert '    n3["ScoutsNode"]' in chart
    assert '    n7(["TerminateSessionNode"])' in chart
    assert {
        "    n0 --> n3",
        "    n1 -.-> n0",
        "    n3 ==> n4",
        "    n4 ==> n6",
        "    n6 --> finished",
    } <= set(chart)
    assert "    n1 --> n7" in chart
