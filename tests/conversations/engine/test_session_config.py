"""A caller's config: checked, merged into the session's, and read by the nodes."""

from typing import Any

import pytest
from pydantic import BaseModel, Field

from conversations.authoring import Graph, GraphState
from conversations.engine import NewSession, engine
from conversations.engine.errors import RequestInvalid
from conversations.testing import GraphHarness, ScriptedChat, says, serve_graphs
from tests.conversations.engine.stages import TalkGraph, TalkNode

pytestmark = pytest.mark.django_db(transaction=True)


class ToneNode(TalkNode):
    def get_prompt(self, state: GraphState) -> str:
        assert isinstance(state.config, ToneGraph.Config)
        return f"Be {state.config.tone}, {state.config.limit} at most."


class ToneGraph(Graph):
    name = "tone"
    nodes = [ToneNode]
    start = ToneNode

    class Config(BaseModel):
        tone: str = Field(default="warm", json_schema_extra={"public": True})
        limit: int = Field(default=3, ge=0)
        ratio: float = 1.0
        anything: Any = None


class DemandingGraph(ToneGraph):
    name = "demanding"

    class Config(BaseModel):
        needed: int


async def test_a_session_starts_with_defaults_and_what_is_given():
    async with GraphHarness(ToneGraph, ScriptedChat(), config={"tone": "dry"}) as chat:
        assert (await chat.session()).config == {"tone": "dry", "limit": 3, "ratio": 1.0, "anything": None}


async def test_a_turn_s_config_is_merged_and_stays():
    model = ScriptedChat([says("One."), says("Two.")])
    async with GraphHarness(ToneGraph, model, config={"tone": "dry"}) as chat:
        await chat.send("Hi", config={"limit": "7"})
        assert model.request.messages[0].text == "Be dry, 7 at most."
        await chat.send("And?")
        assert model.request.messages[0].text == "Be dry, 7 at most."


@pytest.mark.parametrize(
    ("config", "field"),
    [
        ({"colour": "red"}, "config.colour"),
        ({"limit": "many"}, "config.limit"),
        ({"limit": -1}, "config.limit"),
        ({"tone": "a\x00b"}, "config"),
        ({"tone": "\ud800"}, "config"),
        ({"ratio": float("nan")}, "config"),
        ({"anything": [float("inf")]}, "config"),
    ],
    ids=["unknown", "wrong type", "out of range", "NUL", "a lone surrogate", "nan", "infinite inside"],
)
async def test_a_config_is_refused_whole_with_the_field_named(config: dict[str, Any], field: str):
    async with GraphHarness(ToneGraph, ScriptedChat()) as chat:
        with pytest.raises(RequestInvalid) as refused:
            await chat.send("Hi", config={"tone": "dry", **config})
        assert list(refused.value.errors or ()) == [field]
        session = await chat.session()
        assert (session.config["tone"], session.lease_owner) == ("warm", "")
        assert await chat.messages() == []


async def test_a_new_session_is_refused_alike():
    with serve_graphs(ToneGraph, DemandingGraph):
        with pytest.raises(RequestInvalid):
            await engine.create_session(NewSession(graph="tone", config={"limit": "many"}))
        with pytest.raises(RequestInvalid) as refused:
            await engine.create_session(NewSession(graph="demanding"))
        assert list(refused.value.errors or ()) == ["config.needed"]


async def test_a_graph_without_a_config_takes_none():
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello.")])) as chat:
        with pytest.raises(RequestInvalid, match="not valid"):
            await chat.send("Hi", config={"tone": "dry"})
        assert (await chat.send("Hi", config={})).success


async def test_visitors_may_set_public_fields_only():
    with serve_graphs(ToneGraph):
        with pytest.raises(RequestInvalid) as refused:
            await engine.create_session(
                NewSession(graph="tone", config={"limit": 1, "tone": "dry"}, by_visitor=True)
            )
        assert list(refused.value.errors or ()) == ["config.limit"]
        session, _ = await engine.create_session(
            NewSession(graph="tone", config={"tone": "dry"}, by_visitor=True)
        )
        assert session.config["tone"] == "dry"
