"""What models cost: summed by provider and model on step, turn and session, one row a call."""

from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversations.authoring import ChatOptions, Graph, go
from conversations.engine.usage import ModelUsage, add_up, entry
from conversations.testing import GraphHarness, ScriptedChat, call, calls, says
from providers.errors import ErrorCode, ProviderError
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


def truncated(tokens: int) -> ProviderError:
    """An answer that was cut off; the vendor counted its tokens all the same."""
    return ProviderError(
        code=ErrorCode.TRUNCATED,
        message="Cut off.",
        model="small-1",
        usage=Usage(input_tokens=tokens, output_tokens=5),
    )


async def test_tokens_of_a_truncated_reply_are_on_its_call_its_turn_and_the_session():
    async with GraphHarness(TwoModelsGraph, ScriptedChat([truncated(30)]), providers=("embedded",)) as chat:
        result = await chat.send("Hi")
        assert result.usage == [usage("small-1", 1, 30)]
        assert [turn.usage for turn in await chat.turns()] == [result.usage]
        assert (await chat.session()).usage == result.usage
        (row,) = await chat.model_calls()
        assert (row.code, row.model, row.input_tokens, row.output_tokens) == ("truncated", "small-1", 30, 5)


async def test_tokens_of_an_attempt_that_was_repeated_add_to_those_of_the_reply():
    class PatientGraph(TwoModelsGraph):
        name = "patient-models"
        chat: ClassVar[ChatOptions] = {"model": "small", "max_retries": 1}

    broken = ProviderError(
        code=ErrorCode.BAD_RESPONSE,
        message="Broken.",
        retry_after=0,
        usage=Usage(input_tokens=30, output_tokens=5),
    )
    model = ScriptedChat([broken, calls(call("act", what="go")), says("There.")])
    async with GraphHarness(PatientGraph, model, providers=("embedded", "other")) as chat:
        result = await chat.send("Hi")
        one, _ = await chat.steps()
        assert one.usage == [usage("small", 2, 40)]
        assert result.usage[0] == one.usage[0]


async def test_an_error_that_counts_nothing_is_a_call_without_usage():
    error = ProviderError(code=ErrorCode.REFUSED, message="No.")
    async with GraphHarness(TwoModelsGraph, ScriptedChat([error]), providers=("embedded",)) as chat:
        result = await chat.send("Hi")
        assert result.usage == []
        assert [row.input_tokens for row in await chat.model_calls()] == [0]


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
