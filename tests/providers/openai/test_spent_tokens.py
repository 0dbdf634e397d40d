"""Tokens of answers that are of no use: the vendor charges for them all the same."""

import json
from typing import Any

import pytest

from providers.errors import ErrorCode, ProviderError
from providers.ports import Usage
from tests.providers.asking import answering, asking, completion, streamed, streaming

COUNTS = {"prompt_tokens": 9, "completion_tokens": 4, "prompt_tokens_details": {"cached_tokens": 5}}
SPENT = Usage(input_tokens=9, output_tokens=4, cached_input_tokens=5)

NAMELESS = {"tool_calls": [{"id": "c", "function": {"arguments": "{}"}}]}

USELESS = [
    pytest.param({"content": "Half an"}, "length", ErrorCode.TRUNCATED, id="truncated"),
    pytest.param({"content": "Bad"}, "content_filter", ErrorCode.FILTERED, id="filtered"),
    pytest.param({"refusal": "I cannot."}, "stop", ErrorCode.REFUSED, id="refused"),
    pytest.param({"content": "Half an"}, "error", ErrorCode.UNAVAILABLE, id="given up"),
    pytest.param(NAMELESS, "tool_calls", ErrorCode.BAD_RESPONSE, id="nameless tool call"),
]


def event(**chunk: Any) -> bytes:
    return f"data: {json.dumps(chunk)}\n\n".encode()


def delta(message: dict[str, Any], finish_reason: str | None = None) -> bytes:
    return event(model="gpt-test-1", choices=[{"index": 0, "delta": message, "finish_reason": finish_reason}])


def spent(result: object) -> tuple[ErrorCode, str, Usage | None]:
    assert isinstance(result, ProviderError), result
    return result.code, result.model, result.usage


@pytest.mark.parametrize(("message", "finish_reason", "code"), USELESS)
async def test_a_whole_answer_of_no_use_tells_its_model_and_tokens(
    message: dict[str, Any], finish_reason: str, code: ErrorCode
) -> None:
    result = await answering(completion(message, finish_reason, usage=COUNTS)).chat(asking("Hi"))

    assert spent(result) == (code, "gpt-test-1", SPENT)


@pytest.mark.parametrize(("message", "finish_reason", "code"), USELESS)
async def test_a_streamed_answer_of_no_use_tells_its_model_and_tokens(
    message: dict[str, Any], finish_reason: str, code: ErrorCode
) -> None:
    provider = streaming(
        delta(message), delta({}, finish_reason), event(choices=[], usage=COUNTS), b"data: [DONE]\n\n"
    )

    _, result = await streamed(provider, asking("Hi"))

    assert spent(result) == (code, "gpt-test-1", SPENT)


async def test_an_answer_without_any_choice_tells_its_tokens() -> None:
    body = {"model": "gpt-test-1", "choices": [], "usage": COUNTS}

    result = await answering(body).chat(asking("Hi"))

    assert spent(result) == (ErrorCode.BAD_RESPONSE, "gpt-test-1", SPENT)


@pytest.mark.parametrize(
    ("ending", "code"),
    [
        (b"", ErrorCode.BAD_RESPONSE),
        (b"data: {broken\n\n", ErrorCode.BAD_RESPONSE),
        (event(error={"message": "Overloaded"}), ErrorCode.UNAVAILABLE),
    ],
    ids=["broken off", "not JSON", "an error"],
)
async def test_a_stream_that_breaks_tells_what_its_server_counted_so_far(
    ending: bytes, code: ErrorCode
) -> None:
    chunk = event(model="gpt-test-1", choices=[{"index": 0, "delta": {"content": "Hal"}}], usage=COUNTS)

    _, result = await streamed(streaming(chunk, ending), asking("Hi"))

    assert spent(result) == (code, "gpt-test-1", SPENT)


async def test_a_model_that_the_server_does_not_name_is_the_one_that_was_asked() -> None:
    body = {"choices": completion({"content": "Half an"}, "length")["choices"], "usage": COUNTS}

    result = await answering(body, model="gpt-test").chat(asking("Hi"))

    assert spent(result) == (ErrorCode.TRUNCATED, "gpt-test", SPENT)


async def test_tokens_that_nobody_counted_are_unknown_rather_than_none() -> None:
    result = await answering(completion({"content": "Half an"}, "length")).chat(asking("Hi"))

    assert spent(result)[2] is None


async def test_a_request_that_was_refused_tells_no_tokens() -> None:
    result = await answering({"error": {"message": "Overloaded"}}).chat(asking("Hi"))

    assert spent(result)[2] is None
