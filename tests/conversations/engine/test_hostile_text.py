"""NUL, lone surrogates and other oddities from a model never break a turn, on any database."""

from typing import Any

import pytest
from pydantic import BaseModel

from conversations.authoring import Graph, GraphState, TurnContext, go, stay, tool
from conversations.engine.events import Delta
from conversations.testing import GraphHarness, ScriptedChat, calls, fails, says
from providers.errors import ErrorCode, ProviderError
from providers.ports import ChatReply, ToolCall, Usage
from tests.conversations.engine.stages import TalkNode

pytestmark = pytest.mark.django_db(transaction=True)

DIRT = "\x00\ud800\x1b\udfff"


class TextInput(BaseModel):
    text: str
    more: dict[str, Any] = {}


class TextNode(TalkNode):
    class State(BaseModel):
        text: str = ""
        more: dict[str, Any] = {}

    @tool("save", description="Save the text.")
    async def save(self, input: TextInput, context: TurnContext, state: GraphState) -> Any:
        context.save_state(text=input.text, more=input.more)
        return stay(f"Saved {input.text}.")

    @tool("forward", description="Forward the text.")
    async def forward(self, input: TextInput, context: TurnContext, state: GraphState) -> Any:
        return go(NextNode).with_message(input.text).with_state(text=input.text)


class NextNode(TalkNode):
    class State(BaseModel):
        text: str = ""


class TextGraph(Graph):
    name = "text"
    nodes = [TextNode, NextNode]
    start = TextNode


def dirty_call(name: str, arguments: dict[str, Any] | str) -> ToolCall:
    return ToolCall(id=f"call{DIRT}", name=name, arguments=arguments)


@pytest.mark.parametrize("stream", [False, True])
async def test_in_a_reply_they_are_taken_out(stream: bool):
    async with GraphHarness(TextGraph, ScriptedChat([says(f"Hel{DIRT}lo{DIRT}\tthere.\n")])) as chat:
        result = await chat.send("Hi", stream=stream)
        assert result.message == "Hello\tthere."
        assert await chat.transcript() == [("human", "Hi"), ("ai", "Hello\tthere.")]
        deltas = [event.text for event in chat.events if isinstance(event, Delta)]
        assert not set("".join(deltas)) & set(DIRT)


async def test_a_reply_of_nothing_else_is_an_empty_one():
    async with GraphHarness(TextGraph, ScriptedChat([says(DIRT), says("Hello.")])) as chat:
        assert (await chat.send("Hi")).message == "Hello."


@pytest.mark.parametrize(
    "arguments",
    [
        {"text": f"Ada{DIRT}", "more": {f"key{DIRT}": [f"deep{DIRT}"]}},
        '{"text": "Ada\\u0000\\ud800", "more": {"key\\u0000": ["deep\\udfff"]}}',
    ],
    ids=["an object", "escaped in text"],
)
async def test_in_arguments_they_reach_no_handler(arguments: dict[str, Any] | str):
    model = ScriptedChat([calls(dirty_call("save", arguments), text=DIRT), says("Saved.")])
    async with GraphHarness(TextGraph, model) as chat:
        assert (await chat.send("Hi")).success
        assert await chat.channel(TextNode) == TextNode.State(text="Ada", more={"key": ["deep"]})
        asked, answered = model.request.messages[-2:]
        assert answered.text == "Saved Ada."
        assert asked.tool_calls[0].id == answered.tool_call_id == "call"


async def test_in_names_of_tools_and_bad_arguments_they_break_nothing():
    batch = [dirty_call(f"fly{DIRT}", {}), dirty_call("save", f"Ada{DIRT}"), dirty_call("save", {DIRT: DIRT})]
    async with GraphHarness(TextGraph, ScriptedChat([calls(*batch), says("Hm.")])) as chat:
        assert (await chat.send("Hi")).message == "Hm."


async def test_forwarded_text_is_clean():
    model = ScriptedChat([calls(dirty_call("forward", {"text": f"Ada{DIRT}"})), says("Next.")])
    async with GraphHarness(TextGraph, model) as chat:
        assert (await chat.send("Hi")).success
        assert (await chat.channel(NextNode)).text == "Ada"


async def test_in_the_names_that_a_vendor_gives_they_break_nothing_however_long():
    class OddChat(ScriptedChat):
        async def chat(self, request: Any) -> Any:
            await super().chat(request)
            return ChatReply(
                text="Hello.",
                usage=Usage(input_tokens=1),
                model=DIRT + "m" * 500,
                request_id=DIRT + "r" * 500,
            )

    async with GraphHarness(TextGraph, OddChat([says("")])) as chat:
        result = await chat.send("Hi")
        assert result.success
        (asked,) = await chat.model_calls()
        assert (asked.model, asked.request_id) == ("m" * 200, "r" * 200)
        assert result.usage[0]["model"] == "m" * 200


@pytest.mark.parametrize("count", [-1, 10**12])
async def test_token_counts_that_no_call_can_have_break_nothing(count: int):
    model = ScriptedChat([says("Hello.", usage=Usage(input_tokens=count, output_tokens=7))])
    async with GraphHarness(TextGraph, model) as chat:
        assert (await chat.send("Hi")).success
        assert (await chat.model_calls())[0].output_tokens == 7


async def test_a_tool_call_s_long_id_is_the_same_at_its_answer():
    long = ToolCall(id="c" * 500, name="save", arguments={"text": "Ada"})
    model = ScriptedChat([calls(long), says("Saved.")])
    async with GraphHarness(TextGraph, model) as chat:
        assert (await chat.send("Hi")).success
        asked, answered = model.request.messages[-2:]
        assert asked.tool_calls[0].id == answered.tool_call_id


async def test_in_an_error_s_words_they_break_nothing():
    error = ProviderError(code=ErrorCode.UNAVAILABLE, message="Down\x00\x1b", request_id=DIRT)
    async with GraphHarness(TextGraph, ScriptedChat([error, fails()])) as chat:
        result = await chat.send("Hi")
        assert (result.success, result.cause) == (False, "PROVIDER_FAILED")
        assert (await chat.session()).lease_owner == ""
        assert (await chat.model_calls())[0].message == "Down"
