"""Conversations with the Anthropic server of others, whole and streamed."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest
from pydantic import SecretStr

from providers.adapters.anthropic import AnthropicOptions, AnthropicProvider
from providers.errors import ErrorCode, ProviderError
from providers.net import http_client
from providers.ports import ChatMessage, ChatReply, ChatRequest, ChatRole, FinishReason
from tests.peers.llmock import Call, LLMock, Reply
from tests.providers.anthropic.serving import anthropic
from tests.providers.asking import KEY, WEATHER, asking, human, reply, streamed

Ask: TypeAlias = Callable[[LLMock, ChatRequest], Awaitable[ChatReply]]


async def _whole(llmock: LLMock, request: ChatRequest) -> ChatReply:
    return reply(await anthropic(llmock.anthropic_url).chat(request))


async def _streamed(llmock: LLMock, request: ChatRequest) -> ChatReply:
    text, final = await streamed(anthropic(llmock.anthropic_url), request)
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


@pytest.mark.parametrize(
    "choice",
    [
        {"type": "tool", "name": "get_weather"},
        {"type": "function", "function": {"name": "get_weather"}},
        {"type": "any"},
        "required",
    ],
)
async def test_a_tool_that_has_to_be_called_is_called(llmock: LLMock, ask: Ask, choice: object) -> None:
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


async def test_malformed_arguments_stay_the_text_that_came(llmock: LLMock) -> None:
    llmock.script([Call("get_weather", {"city": "Paris"})])
    llmock.break_tool_call("malformed_arguments")

    answer = await _streamed(llmock, asking("Weather?", tools=[WEATHER]))

    (call,) = answer.tool_calls
    assert isinstance(call.arguments, str)
    assert '{"city": "Paris"}'.startswith(call.arguments)


async def test_it_sends_what_the_graph_sets_and_its_own_longest_length(llmock: LLMock, ask: Ask) -> None:
    await ask(llmock, asking("Hi", parameters={"temperature": 0.5}))
    await ask(llmock, asking("Hi", parameters={"max_tokens": 77}))

    own, graphs = [request["body"] for request in llmock.requests()]
    assert (own["model"], own["temperature"], own["max_tokens"]) == ("claude-test", 0.5, 1024)
    assert graphs["max_tokens"] == 77


async def test_broken_characters_do_not_break_the_request(llmock: LLMock, ask: Ask) -> None:
    await ask(llmock, asking("half \ud83d pair \ud83d\ude00 nul \0 end"))

    (request,) = llmock.requests()
    assert request["body"]["messages"][0]["content"][0]["text"] == "half � pair 😀 nul � end"


@pytest.mark.parametrize(
    ("finish_reason", "code"), [("length", ErrorCode.TRUNCATED), ("content_filter", ErrorCode.REFUSED)]
)
async def test_an_answer_that_was_cut_off_is_an_error(
    llmock: LLMock, finish_reason: str, code: ErrorCode
) -> None:
    llmock.script([Reply(text="Half an", finish_reason=finish_reason)] * 2)
    provider = anthropic(llmock.anthropic_url)

    whole = await provider.chat(asking("Hi"))
    text, final = await streamed(provider, asking("Hi"))

    assert isinstance(whole, ProviderError)
    assert isinstance(final, ProviderError)
    assert (whole.code, final.code) == (code, code)
    assert text == "Half an"


async def test_an_answer_as_long_as_it_may_be_is_cut_off(llmock: LLMock) -> None:
    llmock.script(["An answer that is longer than it may be"])

    result = await anthropic(llmock.anthropic_url, max_tokens=3).chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert result.code is ErrorCode.TRUNCATED


async def test_the_key_never_shows_in_what_the_adapter_says_of_itself(llmock: LLMock) -> None:
    options = AnthropicOptions(
        name="claude", model="claude-test", base_url=llmock.anthropic_url, api_key=SecretStr(KEY)
    )
    adapter = AnthropicProvider(options, http_client())
    await adapter.chat(asking("Hi"))

    assert KEY not in repr(vars(adapter)) + repr(adapter)
