"""What nodes read and stage: typed channels, JSON only."""

from datetime import UTC, date, datetime
from enum import Enum
from typing import Any, assert_type

import pytest
from pydantic import BaseModel, ConfigDict, Field

from conversations.authoring import Graph, GraphState, Node, StateMisuse, TurnContext
from conversations.authoring.state import load_channel, patch_channel


class Colour(Enum):
    RED = "red"


class Driver(BaseModel):
    name: str
    born: date


class DriverNode(Node):
    class State(BaseModel):
        driver: Driver | None = None
        colours: list[Colour] = []
        ratio: float = 0.0
        age: int = Field(default=18, ge=18)
        anything: Any = None


class OtherNode(Node):
    class State(BaseModel):
        count: int = 0


class SmallGraph(Graph):
    name = "small"
    nodes = [DriverNode, OtherNode]
    start = DriverNode


GRAPH = SmallGraph()
ADA = Driver(name="Ada", born=date(1990, 12, 10))


def state_with(channels: dict[str, dict[str, Any]] | None = None) -> GraphState:
    return GraphState(
        graph=GRAPH,
        channels=channels or {},
        cursor="DriverNode",
        config=None,
        input_consumed=False,
        request="",
        external_user="",
        external_user_verified=False,
        today=date(2026, 1, 1),
        now=datetime(2026, 1, 1, 9, 30, tzinfo=UTC),
    )


def context_of(state: GraphState) -> TurnContext:
    return TurnContext(graph=GRAPH, state=state, session="s", turn=2, step=3, node="DriverNode")


def test_a_channel_reads_as_its_state_model_by_class_and_by_id():
    state = state_with({"OtherNode": {"count": 3}})
    assert_type(state.of(OtherNode), OtherNode.State)
    assert state.of(OtherNode).count == 3
    assert state.of("OtherNode") == state.of(OtherNode)
    assert state.of(DriverNode).driver is None


def test_the_state_is_frozen():
    with pytest.raises(AttributeError):
        state_with().cursor = "OtherNode"  # type: ignore[misc]


def test_an_unknown_node_is_misuse():
    with pytest.raises(StateMisuse, match="no node 'Nobody'"):
        state_with().of("Nobody")
    with pytest.raises(StateMisuse, match="no node 'Nobody'"):
        context_of(state_with()).save_node_state("Nobody", a=1)


def test_a_stored_channel_that_does_not_fit_is_named():
    with pytest.raises(StateMisuse, match="OtherNode does not fit"):
        state_with({"OtherNode": {"count": "many"}}).of(OtherNode)


def test_staged_writes_show_in_graph_state_and_not_in_state():
    state = state_with()
    context = context_of(state)
    context.save_state(driver=ADA)
    context.save_node_state(OtherNode, count=2)
    assert context.graph_state().of(DriverNode).driver == ADA
    assert context.graph_state().of(OtherNode).count == 2
    assert state.of(DriverNode).driver is None


def test_a_patch_keeps_the_other_fields_and_the_channel_is_whole():
    context = context_of(state_with({"DriverNode": {"ratio": 0.5}}))
    context.save_state(driver=ADA)
    context.save_state(colours=[Colour.RED])
    assert context.staged_channels() == {
        "DriverNode": {
            "driver": {"name": "Ada", "born": "1990-12-10"},
            "colours": ["red"],
            "ratio": 0.5,
            "age": 18,
            "anything": None,
        }
    }


def test_a_strict_state_reads_what_it_stored():
    class StrictNode(Node):
        class State(BaseModel):
            model_config = ConfigDict(strict=True, ser_json_bytes="base64", val_json_bytes="base64")

            day: date | None = None
            colour: Colour | None = None
            pair: tuple[int, int] = (0, 0)
            raw: bytes = b""

    class StrictGraph(Graph):
        name = "strict"
        nodes = [StrictNode]
        start = StrictNode

    values = StrictNode.State(day=date(2026, 1, 2), colour=Colour.RED, pair=(1, 2), raw=b"\xff")
    graph = StrictGraph()
    stored = patch_channel(graph, "StrictNode", {}, dict(values))
    assert load_channel(graph, "StrictNode", stored) == values
    assert patch_channel(graph, "StrictNode", stored, {"pair": (3, 4)})["day"] == "2026-01-02"


def test_an_unknown_field_is_misuse_at_once():
    context = context_of(state_with())
    with pytest.raises(StateMisuse, match="DriverNode has no field drivr"):
        context.save_state(drivr=ADA)
    with pytest.raises(StateMisuse, match="OtherNode has no field total"):
        context.save_node_state(OtherNode, total=1)


@pytest.mark.parametrize(
    "patch",
    [
        {"ratio": float("nan")},
        {"ratio": float("inf")},
        {"anything": {"deep": [float("nan")]}},
        {"anything": object()},
        {"anything": "\ud800"},
        {"anything": {"a\x00": 1}},
        {"anything": ["a\x00"]},
        {"age": 17},
        {"age": "old"},
    ],
    ids=[
        "nan",
        "infinite",
        "nan inside",
        "an object",
        "a lone surrogate",
        "NUL in a key",
        "NUL",
        "out of range",
        "wrong type",
    ],
)
def test_what_is_not_json_or_does_not_fit_the_model_is_refused(patch: dict[str, Any]):
    context = context_of(state_with())
    context.save_state(**patch)
    with pytest.raises(StateMisuse, match="DriverNode cannot be saved"):
        context.staged_channels()


def test_an_effect_key_is_the_same_for_the_same_step_and_name():
    one, again = context_of(state_with()), context_of(state_with())
    assert one.effect_key("pay") == again.effect_key("pay")
    assert one.effect_key("pay") != one.effect_key("mail")
