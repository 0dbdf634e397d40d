import re

from conversations.admin.parts.graph_picture import picture
from conversations.authoring import Graph
from tests.conversations.picturing.drawn_graph import DrawnGraph

GRAPH = DrawnGraph()


def marks(shown: str, kind: str) -> list[str]:
    """The classes of the groups of one kind."""
    return re.findall(rf'<g class="({kind}\b[^"]*)"', shown)


def test_every_node_is_drawn_with_its_kind_and_named() -> None:
    shown = picture(GRAPH)

    kinds = re.findall(r'<g class="node (\w+)"><title>(\w+)</title>', shown)
    assert dict(map(reversed, kinds)) == {  # type: ignore[arg-type]
        "HallNode": "decision",
        "RedNode": "conversation",
        "BlueNode": "conversation",
        "ScoutsNode": "code",
        "LeftNode": "code",
        "RightNode": "code",
        "ReportNode": "code",
        "TerminateSessionNode": "goodbye",
    }
    assert "<title>start</title>" in shown
    assert "<title>finish</title>" in shown


def test_it_needs_no_script_no_network_and_no_styles_of_its_own() -> None:
    shown = picture(GRAPH, here="RedNode", path=["HallNode", "RedNode"], counts={("HallNode", "RedNode"): 4})

    assert not re.search(r"<script|https?://(?!www\.w3\.org/2000/svg)|style=|\son\w+=", shown)


def test_nodes_that_are_alike_share_a_frame_and_a_line() -> None:
    shown = picture(GRAPH)

    # Red and blue; left and right.
    assert shown.count('class="frame"') == 2
    # Start, hall to rooms and back, hall to scouts, scouts to both, both to report, rooms to the
    # goodbye, two finishes.
    assert len(marks(shown, "way")) == 9


def test_where_a_session_stands_and_how_it_came_there_stands_out() -> None:
    shown = picture(GRAPH, here="RedNode", path=["HallNode", "RedNode"])

    assert marks(shown, "node").count("node conversation walked here") == 1
    assert marks(shown, "node").count("node decision walked") == 1
    assert [classes for classes in marks(shown, "way") if "walked" in classes] == ["way walked"]
    assert "The session stands at RedNode." in shown
    assert "(conversation, the session stands here, ran 1 time)" in shown


def test_a_session_that_is_over_stands_at_the_finish() -> None:
    assert marks(picture(GRAPH, here="end"), "finish") == ["finish here"]


def test_counts_stand_at_the_lines_and_what_was_never_taken_is_faint() -> None:
    shown = picture(GRAPH, counts={("HallNode", "RedNode"): 1200, ("HallNode", "BlueNode"): 34})

    assert "1,234</text>" in shown
    assert any("untaken" in classes for classes in marks(shown, "way"))
    assert "to RedNode, at once: 1,200 times" in shown
    assert "to BlueNode, at once: 34 times" in shown
    assert "to ScoutsNode, at once: 0 times" in shown


def test_a_way_that_the_code_does_not_state_is_drawn_where_it_was_taken() -> None:
    before, shown = picture(GRAPH), picture(GRAPH, counts={("ReportNode", "HallNode"): 7})

    assert len(marks(shown, "way")) == len(marks(before, "way")) + 1
    assert "to HallNode: 7 times" in shown


def test_answers_that_kept_the_conversation_are_noted_at_the_node() -> None:
    assert "↻ 15</text>" in picture(GRAPH, counts={("RedNode", "RedNode"): 15})


def test_nodes_that_the_graph_had_once_are_left_out() -> None:
    counts = {("GoneNode", "RedNode"): 3, ("HallNode", "GoneNode"): 4}

    shown = picture(GRAPH, here="GoneNode", path=["GoneNode", "HallNode"], counts=counts)

    assert "<title>GoneNode" not in shown


def test_a_graph_of_one_node_can_be_drawn() -> None:
    class LoneGraph(Graph):
        name = "lone"
        nodes = (DrawnGraph.nodes[6],)
        start = nodes[0]

    assert "with 1 node." in picture(LoneGraph())
