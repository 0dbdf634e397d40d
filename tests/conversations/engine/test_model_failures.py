"""Models that hang, say nothing, go round or are cut off: how the turn ends, and what is kept of it."""

from typing import Any, ClassVar

import pytest
from pydantic import BaseModel

from conversations.authoring import ChatOptions, Graph, go, stay
from conversations.codes import Code
from conversations.engine.errors import SAFE_SENTENCE, Cause
from conversations.engine.values import TurnResult
from conversations.testing import GraphHarness, ScriptedChat, call, calls, fails, hangs, says
from providers.errors import ErrorCode
from providers.ports import ChatReply, Usage
from tests.conversations.engine.stages import ActNode, TalkNode, saving

pytestmark = pytest.mark.django_db(transaction=True)

NOTHING = ChatReply(text="", usage=Usage(input_tokens=3))
BLANK = ChatReply(text=" \n", usage=Usage(input_tokens=3))


class FirstNode(ActNode):
    class State(BaseModel):
        done: int = 0

    acts = {
        "stay": lambda context, state: stay("Go on."),
        "save": saving(stay("Saved."), done=1),
        "go": lambda context, state: go(SecondNode),
    }


class SecondNode(FirstNode):
    pass


class StubbornGraph(Graph):
    name = "stubborn"
    nodes = [FirstNode, SecondNode, TalkNode]
    start = FirstNode
    history_spaces = {"second": [SecondNode]}
    max_agent_rounds = 4
    turn_timeout = 5.0


class ImpatientGraph(StubbornGraph):
    """Its model calls may take no time worth speaking of."""

    name = "impatient"
    chat: ClassVar[ChatOptions] = {"timeout": 0.05}


class HurriedGraph(StubbornGraph):
    """Its turns may take a second: long enough to reach a model on a busy machine."""

    name = "hurried"
    turn_timeout = 1.0


async def assert_failed(chat: GraphHarness, result: TurnResult, cause: Cause, calls_made: int) -> None:
    """The customer's safe sentence, the cause for staff, what it cost, and a free session."""
    assert (result.success, result.completed, result.code) == (False, False, Code.TURN_FAILED)
    assert (result.message, result.retryable, result.cause) == (SAFE_SENTENCE, True, cause)
    (turn,) = await chat.turns()
    assert (turn.status, turn.cause) == ("failed", cause)
    assert turn.ended_at is not None
    assert turn.usage == result.usage
    session = await chat.session()
    assert (session.lease_owner, session.usage) == ("", turn.usage)
    assert len(await chat.model_calls()) == calls_made


def tokens(result: TurnResult) -> int:
    return sum(one["input_tokens"] for one in result.usage)


async def test_a_model_that_hangs_is_a_failure_of_its_provider_after_the_node_s_timeout():
    async with GraphHarness(ImpatientGraph, ScriptedChat([hangs()])) as chat:
        result = await chat.send("Hi")
        await assert_failed(chat, result, Cause.PROVIDER_FAILED, 1)
        (asked,) = await chat.model_calls()
        assert (asked.code, asked.step, asked.node) == (ErrorCode.TIMEOUT, None, "FirstNode")


async def test_a_turn_that_takes_too_long_is_stopped_with_its_call_on_record():
    async with GraphHarness(HurriedGraph, ScriptedChat([hangs()])) as chat:
        result = await chat.send("Hi")
        await assert_failed(chat, result, Cause.TURN_TIMEOUT, 1)
        assert (await chat.model_calls())[0].code == ErrorCode.CANCELLED


async def test_the_deadline_holds_over_all_steps_and_keeps_the_earlier_ones():
    model = ScriptedChat([calls(call("act", what="go")), hangs()])
    async with GraphHarness(HurriedGraph, model) as chat:
        result = await chat.send("Hi")
        await assert_failed(chat, result, Cause.TURN_TIMEOUT, 2)
        assert await chat.cursor() == "SecondNode"
        assert len(await chat.steps()) == 1


@pytest.mark.parametrize("nothing", [NOTHING, BLANK], ids=["empty", "blank"])
async def test_a_model_that_says_nothing_is_nudged_and_then_given_up(nothing: ChatReply):
    model = ScriptedChat([nothing, nothing, nothing])
    async with GraphHarness(StubbornGraph, model) as chat:
        result = await chat.send("Hi")
        await assert_failed(chat, result, Cause.EMPTY_REPLY, 3)
        assert tokens(result) == 9
        nudge = model.request.messages[-1]
        assert (nudge.role, nudge.internal) == ("human", True)
        assert [message.role for message in await chat.messages()] == ["human"]


async def test_a_second_reply_that_says_something_saves_the_turn_and_the_nudge_is_not_kept():
    async with GraphHarness(StubbornGraph, ScriptedChat([NOTHING, says("Hello.")])) as chat:
        result = await chat.send("Hi")
        assert (result.success, result.message) == (True, "Hello.")
        assert [message.text for message in await chat.messages()] == ["Hi", "Hello."]


async def test_nudges_are_counted_from_the_last_tool_call_on():
    model = ScriptedChat([NOTHING, calls(call("act", what="stay")), NOTHING, says("Hello.")])
    async with GraphHarness(StubbornGraph, model) as chat:
        assert (await chat.send("Hi")).success


async def test_no_nudges_where_the_graph_wants_none():
    class SilentGraph(StubbornGraph):
        name = "silent"
        empty_reply_retries = 0

    async with GraphHarness(SilentGraph, ScriptedChat([NOTHING])) as chat:
        await assert_failed(chat, await chat.send("Hi"), Cause.EMPTY_REPLY, 1)


async def test_tools_for_ever_end_at_the_round_limit_and_nothing_of_the_step_stays():
    model = ScriptedChat([calls(call("act", what="save")) for _ in range(4)])
    async with GraphHarness(StubbornGraph, model) as chat:
        result = await chat.send("Hi")
        await assert_failed(chat, result, Cause.ROUND_LIMIT, 4)
        assert tokens(result) == 40
        assert (await chat.channel(FirstNode)).done == 0
        assert [message.role for message in await chat.messages()] == ["human"]


@pytest.mark.parametrize(
    ("code", "cause"),
    [
        (ErrorCode.TRUNCATED, Cause.REPLY_TRUNCATED),
        (ErrorCode.REFUSED, Cause.REPLY_REFUSED),
        (ErrorCode.FILTERED, Cause.REPLY_FILTERED),
        (ErrorCode.UNAVAILABLE, Cause.PROVIDER_FAILED),
        (ErrorCode.RATE_LIMITED, Cause.PROVIDER_FAILED),
        (ErrorCode.QUOTA, Cause.PROVIDER_FAILED),
        (ErrorCode.BUDGET, Cause.PROVIDER_FAILED),
        (ErrorCode.INVALID_REQUEST, Cause.PROVIDER_FAILED),
        (ErrorCode.BAD_RESPONSE, Cause.PROVIDER_FAILED),
        (ErrorCode.CIRCUIT_OPEN, Cause.PROVIDER_FAILED),
        (ErrorCode.AUTH, Cause.CONFIGURATION),
        (ErrorCode.CONFIG_INVALID, Cause.CONFIGURATION),
        (ErrorCode.MODEL_MISSING, Cause.CONFIGURATION),
        (ErrorCode.CAPABILITY_MISSING, Cause.CONFIGURATION),
        (ErrorCode.TEMPLATE, Cause.CONFIGURATION),
    ],
)
async def test_each_provider_error_has_its_cause(code: ErrorCode, cause: Cause):
    async with GraphHarness(StubbornGraph, ScriptedChat([fails(code)])) as chat:
        result = await chat.send("Hi")
        await assert_failed(chat, result, cause, 1)
        assert (await chat.model_calls())[0].code == code


async def test_a_failing_second_step_keeps_the_first_and_what_it_cost_itself():
    go_on = calls(call("act", what="go"))
    model = ScriptedChat([go_on, calls(call("act", what="save")), fails()])
    async with GraphHarness(StubbornGraph, model) as chat:
        result = await chat.send("Hi")
        await assert_failed(chat, result, Cause.PROVIDER_FAILED, 3)
        assert tokens(result) == 20
        assert await chat.cursor() == "SecondNode"
        assert (await chat.channel(SecondNode)).done == 0
        assert await chat.messages(space="second") == []
        assert [row.step_id is None for row in await chat.model_calls()] == [False, True, True]


async def test_a_provider_that_nobody_configured_is_a_fault_of_configuration():
    class LostGraph(StubbornGraph):
        name = "lost"
        chat: ClassVar[ChatOptions] = {"provider": "nobody"}

    async with GraphHarness(LostGraph) as chat:
        result = await chat.send("Hi")
        await assert_failed(chat, result, Cause.CONFIGURATION, 0)
        assert "nobody" in (await chat.turns())[0].cause_detail


async def test_a_provider_that_cannot_chat_is_a_fault_of_configuration():
    class DeafChat(ScriptedChat):
        @property
        def capabilities(self) -> frozenset[str]:
            return frozenset()

    async with GraphHarness(StubbornGraph, DeafChat()) as chat:
        await assert_failed(chat, await chat.send("Hi"), Cause.CONFIGURATION, 0)


async def test_an_adapter_that_raises_is_a_failure_of_its_provider():
    class BrokenChat(ScriptedChat):
        async def chat(self, request: Any) -> Any:
            raise RuntimeError("sk-secret")

    async with GraphHarness(StubbornGraph, BrokenChat()) as chat:
        await assert_failed(chat, await chat.send("Hi"), Cause.PROVIDER_FAILED, 1)
        assert "sk-secret" not in (await chat.turns())[0].cause_detail
