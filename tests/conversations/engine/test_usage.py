"""What models cost: summed by provider and model on step, turn and session, one row a call."""

from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversations.authoring import ChatOptions, Graph, go
from conversations.engine.usage import ModelUsage, add_up, entry
from conversations.testing import GraphHarness, ScriptedChat, call, calls, says
from providers.ports import Usage
from tests.conversations.engine.stages import ActNode, TalkNode

pytestmark = pytest.mark.django_db(transaction=True)


class FirstNode(ActNode):
    acts = {"go": lambda context, state: go(SecondNode)}


class SecondNode(TalkNode):
    def get_chat_config(self) -> ChatOptions:
        return {"provider": "other", "model": "large"}


class TwoModelsGraph(Graph):
    name = "two-models"
    nodes = [FirstNode, SecondNode]
    start = FirstNode
    chat: ClassVar[ChatOptions] = {"model": "small"}


def usage(model: str, calls: int, tokens: int, cached: int = 0) -> ModelUsage:
    return ModelUsage(
        provider="scripted",
        model=model,
        calls=calls,
        input_tokens=tokens,
        output_tokens=5 * calls,
        cached_input_tokens=cached,
    )


async def test_usage_is_kept_by_step_turn_and_session():
    reply = says("There.", usage=Usage(input_tokens=30, output_tokens=5, cached_input_tokens=20))
    model = ScriptedChat([calls(call("act", what="go")), reply, says("Again.")])
    async with GraphHarness(TwoModelsGraph, model, providers=("embedded", "other")) as chat:
        first = await chat.send("Hi")
        one, two = await chat.steps()
        assert one.usage == [usage("small", 1, 10)]
        assert two.usage == [usage("large", 1, 30, cached=20)]
        assert first.usage == [usage("small", 1, 10), usage("large", 1, 30, cached=20)]
        second = await chat.send("And?")
        assert second.usage == [usage("large", 1, 10)]
        assert [turn.usage for turn in await chat.turns()] == [first.usage, second.usage]
        assert (await chat.session()).usage == [usage("small", 1, 10), usage("large", 2, 40, cached=20)]


async def test_each_call_has_a_row_with_its_step_node_tokens_and_time():
    model = ScriptedChat([calls(call("act", what="go")), says("There.")])
    async with GraphHarness(TwoModelsGraph, model, providers=("embedded", "other")) as chat:
        await chat.send("Hi")
        steps = await chat.steps()
        rows = await chat.model_calls()
        assert [(row.node, row.model, row.step_id) for row in rows] == [
            ("FirstNode", "small", steps[0].pk),
            ("SecondNode", "large", steps[1].pk),
        ]
        assert all((row.input_tokens, row.output_tokens, row.code) == (10, 5, "") for row in rows)
        assert rows[0].at <= rows[1].at
        assert rows[0].turn_id == (await chat.turns())[0].pk


ENTRIES = st.lists(
    st.builds(
        entry,
        st.sampled_from(["a", "b"]),
        st.sampled_from(["x", "y"]),
        st.builds(Usage, input_tokens=st.integers(0, 99), output_tokens=st.integers(0, 99)),
    )
)


@given(ENTRIES, ENTRIES)
def test_sums_do_not_depend_on_how_the_entries_were_grouped(one: list[ModelUsage], other: list[ModelUsage]):
    together = add_up(one, other)
    assert add_up(add_up(one), add_up(other)) == together
    assert sum(e["calls"] for e in together) == len(one) + len(other)
    assert len({(e["provider"], e["model"]) for e in together}) == len(together)


@given(ENTRIES)
def test_adding_up_leaves_its_entries_alone(entries: list[ModelUsage]):
    before = [dict(one) for one in entries]
    add_up(entries, entries)
    assert [dict(one) for one in entries] == before
