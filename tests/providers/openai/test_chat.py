"""Conversations with the OpenAI server of others, whole and streamed."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from providers.adapters.openai import OpenAIOptions, OpenAIProvider
from providers.errors import ProviderError
from providers.net import http_client
from providers.ports import ChatMessage, ChatReply, ChatRequest, ChatRole, FinishReason, ToolCall
from tests.peers.llmock import Call, LLMock, Reply
from tests.providers.asking import KEY, WEATHER, asking, human, openai, reply, streamed

Ask: TypeAlias = Callable[[LLMock, ChatRequest], Awaitable[ChatReply]]


async def _whole(llmock: LLMock, request: ChatRequest) -> ChatReply:
    return reply(await openai(llmock.openai_url).chat(request))


async def _streamed(llmock: LLMock, request: ChatRequest) -> ChatReply:
    text, final = await streamed(openai(llmock.openai_url), request)
    assert reply(final).text == text
    return reply(final)


@pytest.fixture(params=[_whole, _streamed], ids=["whole", "streamed"])
def ask(request: pytest.FixtureRequest) -> Ask:
    return request.param


async def test_it_says_what_the_model_says(llmock: LLMock, ask: Ask) -> None:
    llmock.script(["Guten Tag, was kann ich für Sie tun? 🙂"])

    answer = await ask(llmock, asking("Hallo"))

    assert answer.text == "Guten Tag, was kann ich für Sie tun? 🙂"
    assert answer.finish_reason is FinishReason.STOP
    assert answer.tool_calls == ()


async def test_parallel_tool_calls_come_in_order_with_ids_of_their_own(llmock: LLMock, ask: Ask) -> None:
    llmock.script(
        [
            Reply(
                text="One moment.",
                calls=[Call("get_weather", {"city": "Rome"}), Call("get_weather", {"city": "Oslo"})],
            )
        ]
    )

    answer = await ask(llmock, asking("Weather?", tools=[WEATHER]))

    assert answer.text == "One moment."
    assert [call.arguments for call in answer.tool_calls] == [{"city": "Rome"}, {"city": "Oslo"}]
    assert len({call.id for call in answer.tool_calls}) == 2


async def test_a_tool_chosen_by_name_is_called(llmock: LLMock, ask: Ask) -> None:
    choice = {"type": "function", "function": {"name": "get_weather"}}

    answer = await ask(llmock, asking("Hi", tools=[WEATHER], parameters={"tool_choice": choice}))

    assert [call.name for call in answer.tool_calls] == ["get_weather"]


async def test_a_tool_result_goes_back_to_the_model(llmock: LLMock, ask: Ask) -> None:
    question = human("What is the weather in Paris?")
    first = await ask(llmock, asking(question, tools=[WEATHER]))
    (call,) = first.tool_calls

    answer = await ask(
        llmock,
        asking(
            question,
            ChatMessage(role=ChatRole.AI, tool_calls=first.tool_calls),
            ChatMessage(role=ChatRole.TOOL, text="21 °C", tool_call_id=call.id),
            tools=[WEATHER],
        ),
    )

    assert answer.text
    assert answer.tool_calls == ()


async def test_malformed_arguments_stay_the_text_that_came(llmock: LLMock, ask: Ask) -> None:
    llmock.script([Call("get_weather", {"city": "Paris"})])
    llmock.break_tool_call("malformed_arguments")

    answer = await ask(llmock, asking("Weather?", tools=[WEATHER]))

    (call,) = answer.tool_calls
    assert isinstance(call.arguments, str)
    assert '{"city": "Paris"}'.startswith(call.arguments)


async def test_malformed_arguments_in_the_past_do_not_spoil_the_next_request(
    llmock: LLMock, ask: Ask
) -> None:
    await ask(
        llmock,
        asking(
            "Weather?",
            ChatMessage(
                role=ChatRole.AI, tool_calls=(ToolCall(id="c1", name="get_weather", arguments='{"city'),)
            ),
            ChatMessage(role=ChatRole.TOOL, text="The arguments are not JSON.", tool_call_id="c1"),
            tools=[WEATHER],
        ),
    )

    (request,) = llmock.requests()
    (call,) = request["body"]["messages"][1]["tool_calls"]
    assert call["function"]["arguments"] == '{"unreadable":"{\\"city"}'


async def test_it_sends_the_conversation_as_chat_completions_wants_it(llmock: LLMock, ask: Ask) -> None:
    await ask(
        llmock,
        asking(
            ChatMessage(role=ChatRole.SYSTEM, text="Be brief."),
            human("Hi"),
            ChatMessage(
                role=ChatRole.AI,
                tool_calls=(ToolCall(id="c1", name="get_weather", arguments={"city": "Rome"}),),
            ),
            ChatMessage(role=ChatRole.TOOL, text="Sunny", tool_call_id="c1"),
            ChatMessage(role=ChatRole.AI, text="It is sunny."),
            human("Say goodbye.", internal=True),
            tools=[WEATHER],
            parameters={"temperature": 0.5, "parallel_tool_calls": True},
        ),
    )

    (request,) = llmock.requests()
    body = request["body"]
    assert body["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Hi"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": "c1",
                    "type": "function",
                    "function": {"name": "get_weather", "arguments": '{"city":"Rome"}'},
                }
            ],
        },
        {"role": "tool", "content": "Sunny", "tool_call_id": "c1"},
        {"role": "assistant", "content": "It is sunny."},
        {"role": "user", "content": "Say goodbye."},
    ]
    assert body["tools"] == [
        {
            "type": "function",
            "function": {
                "name": "get_weather",
                "description": "Weather of a city",
                "parameters": WEATHER.parameters,
            },
        }
    ]
    assert (body["model"], body["temperature"], body["parallel_tool_calls"]) == ("gpt-test", 0.5, True)


async def test_it_sends_no_tools_where_none_are_offered(llmock: LLMock, ask: Ask) -> None:
    await ask(llmock, asking("Hi"))

    (request,) = llmock.requests()
    assert "tools" not in request["body"]


async def test_broken_characters_do_not_break_the_request(llmock: LLMock, ask: Ask) -> None:
    await ask(llmock, asking("half \ud83d pair \ud83d\ude00 nul \0 end"))

    (request,) = llmock.requests()
    assert request["body"]["messages"][0]["content"] == "half � pair 😀 nul � end"


@pytest.mark.parametrize(("finish_reason", "code"), [("length", "truncated"), ("content_filter", "filtered")])
async def test_an_answer_that_was_cut_off_is_an_error(llmock: LLMock, finish_reason: str, code: str) -> None:
    llmock.script([Reply(text="Half an", finish_reason=finish_reason)] * 2)
    provider = openai(llmock.openai_url)

    whole = await provider.chat(asking("Hi"))
    text, final = await streamed(provider, asking("Hi"))

    assert isinstance(whole, ProviderError)
    assert isinstance(final, ProviderError)
    assert (whole.code, final.code) == (code, code)
    assert text == "Half an"


async def test_no_secret_shows_in_what_the_adapter_says_of_itself(llmock: LLMock) -> None:
    options = OpenAIOptions.model_validate(
        {
            "name": "gpt",
            "model": "gpt-test",
            "base_url": llmock.openai_url,
            "api_key": KEY,
            "headers": {"X-Team": "team-secret"},
        }
    )
    adapter = OpenAIProvider(options, http_client())
    await adapter.chat(asking("Hi"))

    said = repr(vars(adapter)) + repr(adapter)
    assert KEY not in said
    assert "team-secret" not in said
