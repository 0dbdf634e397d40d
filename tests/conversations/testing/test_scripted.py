"""The scripted model: replies in order, what it was asked, and a clear word when the script is short."""

import asyncio

import pytest

from conversations.testing import ScriptedChat, ScriptExhausted, call, calls, fails, hangs, held, says
from providers.errors import ErrorCode, ProviderError
from providers.ports import CHAT, ChatMessage, ChatReply, ChatRequest, ChatRole, Usage


def request(text: str = "Hi", model: str | None = None) -> ChatRequest:
    return ChatRequest(messages=(ChatMessage(role=ChatRole.HUMAN, text=text),), model=model)


async def test_it_gives_its_replies_in_order_and_remembers_what_it_was_asked():
    model = ScriptedChat([says("One."), says("Two.")])
    first = await model.chat(request("a"))
    second = await model.chat(request("b"))
    assert isinstance(first, ChatReply)
    assert isinstance(second, ChatReply)
    assert (first.text, second.text) == ("One.", "Two.")
    assert [asked.messages[0].text for asked in model.requests] == ["a", "b"]
    assert model.request.messages[0].text == "b"


async def test_replies_may_be_added_later():
    model = ScriptedChat()
    model.then(says("One."), says("Two."))
    assert isinstance(await model.chat(request()), ChatReply)
    assert len(model.replies) == 1


async def test_a_script_that_is_too_short_says_so_now_and_when_it_is_checked():
    model = ScriptedChat([says("One.")])
    await model.chat(request())
    model.check()
    with pytest.raises(ScriptExhausted, match="Request 2"):
        await model.chat(request())
    with pytest.raises(ScriptExhausted, match="Request 2"):
        model.check()


async def test_it_signs_with_its_name_and_the_model_that_was_asked_for():
    model = ScriptedChat([says("One."), says("Two."), fails()], name="mine", model="own")
    own, asked = await model.chat(request()), await model.chat(request(model="other"))
    assert isinstance(own, ChatReply)
    assert isinstance(asked, ChatReply)
    assert (own.provider, own.model, asked.model) == ("mine", "own", "other")
    assert (await model.chat(request())).provider == "mine"
    assert model.capabilities == {CHAT}


async def test_a_stream_gives_the_text_in_words_and_then_the_reply():
    items = [item async for item in ScriptedChat([says("Hello dear  world.")]).chat_stream(request())]
    *deltas, final = items
    assert isinstance(final, ChatReply)
    assert len(deltas) > 1
    assert "".join(item.text for item in deltas if item.kind == "text") == final.text  # type: ignore[union-attr]


async def test_an_error_is_a_value_and_ends_a_stream():
    error = await ScriptedChat([fails(ErrorCode.QUOTA, retry_after=2)]).chat(request())
    assert isinstance(error, ProviderError)
    assert (error.code, error.retry_after) == (ErrorCode.QUOTA, 2)
    items = [item async for item in ScriptedChat([fails()]).chat_stream(request())]
    assert [type(item) for item in items] == [ProviderError]


def test_tool_calls_have_ids_of_their_own_and_arguments_in_any_form():
    one, other = call("save", name="Ada"), call("save", {"name": "Ada"})
    assert one.id != other.id
    assert one.arguments == other.arguments == {"name": "Ada"}
    assert call("save").arguments == {}
    assert call("save", "{not json").arguments == "{not json"
    reply = calls(one, other, text="Saving")
    assert (reply.text, reply.tool_calls) == ("Saving", (one, other))


def test_a_reply_may_cost_what_the_test_says():
    assert says("Hi", usage=Usage(input_tokens=7)).usage.input_tokens == 7


async def test_a_held_reply_waits_and_tells_that_it_waits():
    release = asyncio.Event()
    model = ScriptedChat([held(release, says("Now."))])
    asked = asyncio.ensure_future(model.chat(request()))
    await model.waiting.wait()
    assert not asked.done()
    release.set()
    reply = await asked
    assert isinstance(reply, ChatReply)
    assert reply.text == "Now."
    assert not model.waiting.is_set()


async def test_a_hanging_model_waits_until_somebody_stops_it():
    model = ScriptedChat([hangs()])
    asked = asyncio.ensure_future(model.chat(request()))
    await model.waiting.wait()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
