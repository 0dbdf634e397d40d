"""Answers of every shape, whole and in events, and answers that are none."""

from typing import Any

import httpx
import pytest

from providers import identifiers
from providers.errors import ErrorCode, ProviderError
from providers.ports import ChatMessage, ChatRole, ToolCall, Usage
from tests.providers.anthropic.serving import (
    answering,
    block,
    call_block,
    ended,
    event,
    message,
    served,
    started,
    streaming,
    text_block,
    tool_use,
)
from tests.providers.asking import asking, reply, streamed

COUNTS = {
    "input_tokens": 9,
    "output_tokens": 4,
    "cache_creation_input_tokens": 20,
    "cache_read_input_tokens": 100,
}
SPENT = Usage(input_tokens=129, output_tokens=4, cached_input_tokens=100)


def error(result: object) -> ProviderError:
    assert isinstance(result, ProviderError), result
    return result


async def test_texts_join_and_thinking_is_left_out() -> None:
    thinking = {"type": "thinking", "thinking": "Hm.", "signature": "x"}

    answer = reply(await answering(message(thinking, "Good ", "day")).chat(asking("Hi")))

    assert (answer.text, answer.model, answer.request_id) == ("Good day", "claude-test-1", "req-7")


async def test_what_was_read_from_a_cache_or_written_to_it_is_input_too() -> None:
    answer = reply(await answering(message("Hi", usage=COUNTS)).chat(asking("Hi")))

    assert answer.usage == SPENT


@pytest.mark.parametrize("usage", [None, 7, {"input_tokens": "many", "output_tokens": -1}])
async def test_usage_that_is_nonsense_counts_as_none(usage: Any) -> None:
    assert reply(await answering(message("Hi", usage=usage)).chat(asking("Hi"))).usage == Usage()


async def test_an_answer_may_be_empty() -> None:
    answer = reply(await answering(message()).chat(asking("Hi")))

    assert (answer.text, answer.tool_calls) == ("", ())


@pytest.mark.parametrize("reason", ["end_turn", "stop_sequence", "tool_use", "something new", None])
async def test_other_reasons_to_stop_leave_an_answer(reason: str | None) -> None:
    assert reply(await answering(message("Hi", stop_reason=reason)).chat(asking("Hi"))).text == "Hi"


@pytest.mark.parametrize(
    ("sent", "arguments"),
    [
        ({}, {}),
        (None, {}),
        ({"a": 1}, {"a": 1}),
        ("", {}),
        ('{"a": 1}', {"a": 1}),
        ("{'a'", "{'a'"),
        ([1], "[1]"),
    ],
)
async def test_arguments_are_an_object_or_the_text_that_came(sent: Any, arguments: Any) -> None:
    body = message({**tool_use(), "input": sent}, stop_reason="tool_use")

    (call,) = reply(await answering(body).chat(asking("Hi"))).tool_calls

    assert call.arguments == arguments


async def test_an_id_of_an_earlier_call_is_not_given_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identifiers, "tool_call", lambda: "call_fresh")
    earlier = ChatMessage(role=ChatRole.AI, tool_calls=(ToolCall(id="call_0", name="book", arguments={}),))

    answer = await answering(message(tool_use(call_id="call_0"))).chat(asking("Hi", earlier, "Again"))

    assert reply(answer).tool_calls[0].id == "call_fresh"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>",
        b"[]",
        b"{}",
        b'{"content": "Hi"}',
        b'{"content": null}',
        b'{"content": [1]}',
        b'"\xff"',
    ],
)
async def test_an_answer_without_what_was_promised_is_a_bad_response(body: bytes) -> None:
    result = await served(lambda request: httpx.Response(200, content=body)).chat(asking("Hi"))

    assert error(result).code is ErrorCode.BAD_RESPONSE


async def test_a_tool_call_without_a_name_is_a_bad_response() -> None:
    result = await answering(message(tool_use(name=""))).chat(asking("Hi"))

    assert error(result).code is ErrorCode.BAD_RESPONSE


async def test_a_redirect_is_not_followed() -> None:
    result = await served(
        lambda request: httpx.Response(308, headers={"location": "http://elsewhere.test/"})
    ).chat(asking("Hi"))

    assert (error(result).code, error(result).status) == (ErrorCode.BAD_RESPONSE, 308)


WHOLE_STREAM = (
    started(input_tokens=9, output_tokens=1, cache_read_input_tokens=100, cache_creation_input_tokens=20)
    + event("ping")
    + block(0, {"type": "thinking", "thinking": ""}, {"type": "thinking_delta", "thinking": "Hm."})
    + text_block(1, "Grü", "ße 🙂\u2028")
    + event("something_new", index="x", delta=5, message=[], usage="none")
    + call_block(2, "book", '{"n"', ": 1}", call_id="a")
    + call_block(3, "pay", call_id="b")
    + ended("tool_use", output_tokens=4)
)


@pytest.mark.parametrize("size", [1, 7, 1000])
async def test_a_stream_reads_the_same_however_the_network_cuts_it(size: int) -> None:
    chunks = [WHOLE_STREAM[start : start + size] for start in range(0, len(WHOLE_STREAM), size)]

    text, final = await streamed(streaming(*chunks), asking("Hi"))

    answer = reply(final)
    assert text == answer.text == "Grüße 🙂\u2028"
    assert [(call.id, call.name, call.arguments) for call in answer.tool_calls] == [
        ("a", "book", {"n": 1}),
        ("b", "pay", {}),
    ]
    assert (answer.usage, answer.model, answer.request_id) == (SPENT, "claude-test-1", "req-7")


async def test_arguments_may_come_whole_with_the_start_of_their_block() -> None:
    stream = started() + block(0, tool_use(arguments={"n": 1})) + ended("tool_use")

    _, final = await streamed(streaming(stream), asking("Hi"))

    assert reply(final).tool_calls[0].arguments == {"n": 1}


async def test_blocks_may_come_mixed() -> None:
    stream = (
        started()
        + event("content_block_start", index=1, content_block=tool_use("pay"))
        + event("content_block_start", index=0, content_block={"type": "text", "text": "A"})
        + event(
            "content_block_delta", index=1, delta={"type": "input_json_delta", "partial_json": '{"n": 2}'}
        )
        + event("content_block_delta", index=0, delta={"type": "text_delta", "text": "B"})
        + event("content_block_delta", index=9, delta={"type": "text_delta", "text": "of no block"})
        + ended("tool_use")
    )

    text, final = await streamed(streaming(stream), asking("Hi"))

    assert text == reply(final).text == "AB"
    assert reply(final).tool_calls[0].arguments == {"n": 2}


async def test_a_stream_may_end_without_a_reason_to_stop() -> None:
    stream = started() + text_block(0, "Hi") + event("message_stop")

    text, final = await streamed(streaming(stream), asking("Hi"))

    assert text == reply(final).text == "Hi"


async def test_a_server_that_cannot_stream_answers_whole() -> None:
    text, final = await streamed(answering(message("Hi there")), asking("Hi"))

    assert text == reply(final).text == "Hi there"


@pytest.mark.parametrize(
    "stream",
    [
        b"",
        started(),
        started() + event("message_stop"),
        started() + text_block(0, "Hi"),
        started() + call_block(0, "pay", '{"n": 1}'),
        b"<html>busy</html>",
        started() + b"data: {broken\n\n",
        started() + b"data: [1]\n\n",
        started() + event("content_block_start", index="first"),
    ],
)
async def test_a_stream_that_never_came_to_its_end_is_a_bad_response(stream: bytes) -> None:
    _, final = await streamed(streaming(stream), asking("Hi"))

    assert error(final).code is ErrorCode.BAD_RESPONSE


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("overloaded_error", ErrorCode.UNAVAILABLE),
        ("api_error", ErrorCode.UNAVAILABLE),
        ("timeout_error", ErrorCode.UNAVAILABLE),
        ("rate_limit_error", ErrorCode.RATE_LIMITED),
        ("billing_error", ErrorCode.QUOTA),
        ("authentication_error", ErrorCode.AUTH),
        ("permission_error", ErrorCode.AUTH),
        ("invalid_request_error", ErrorCode.INVALID_REQUEST),
        ("not_found_error", ErrorCode.INVALID_REQUEST),
        ("request_too_large", ErrorCode.INVALID_REQUEST),
        ("something_new", ErrorCode.UNAVAILABLE),
        (7, ErrorCode.UNAVAILABLE),
    ],
)
async def test_an_error_in_the_middle_of_a_stream_ends_it(kind: Any, code: ErrorCode) -> None:
    words = f"Key sk-1 of {kind}"
    stream = started(input_tokens=9) + text_block(0, "Half an")
    stream += event("error", error={"type": kind, "message": words})

    text, final = await streamed(streaming(stream), asking("Hi"))

    assert text == "Half an"
    assert (error(final).code, error(final).usage) == (code, Usage(input_tokens=9))
    assert "sk-1" not in error(final).message


USELESS = [
    pytest.param("max_tokens", ErrorCode.TRUNCATED, id="truncated"),
    pytest.param("model_context_window_exceeded", ErrorCode.TRUNCATED, id="context full"),
    pytest.param("refusal", ErrorCode.REFUSED, id="refused"),
]


@pytest.mark.parametrize(("stop_reason", "code"), USELESS)
async def test_a_whole_answer_of_no_use_tells_its_model_and_tokens(stop_reason: str, code: ErrorCode) -> None:
    result = error(await answering(message("Half", stop_reason=stop_reason, usage=COUNTS)).chat(asking("Hi")))

    assert (result.code, result.model, result.usage) == (code, "claude-test-1", SPENT)
    assert result.request_id == "req-7"


@pytest.mark.parametrize(("stop_reason", "code"), USELESS)
async def test_a_streamed_answer_of_no_use_tells_its_model_and_tokens(
    stop_reason: str, code: ErrorCode
) -> None:
    stream = started(input_tokens=9) + text_block(0, "Half") + ended(stop_reason, output_tokens=4)

    _, final = await streamed(streaming(stream), asking("Hi"))

    result = error(final)
    assert (result.code, result.model) == (code, "claude-test-1")
    assert result.usage == Usage(input_tokens=9, output_tokens=4)


async def test_tokens_that_nobody_counted_are_unknown_rather_than_none() -> None:
    result = await answering(message("Half", stop_reason="max_tokens", model="")).chat(asking("Hi"))

    assert (error(result).usage, error(result).model) == (None, "claude-test")
