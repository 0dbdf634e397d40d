"""What becomes of every kind of refusal, by the OpenAI server of others."""

import pytest

from providers.errors import ErrorCode, ProviderError
from providers.ports import ChatResult
from tests.peers.llmock import LLMock, StreamFault
from tests.providers.asking import KEY, asking, openai, streamed

CODES = [
    (400, ErrorCode.INVALID_REQUEST, False),
    (401, ErrorCode.AUTH, False),
    (402, ErrorCode.QUOTA, False),
    (403, ErrorCode.AUTH, False),
    (404, ErrorCode.INVALID_REQUEST, False),
    (408, ErrorCode.UNAVAILABLE, True),
    (409, ErrorCode.UNAVAILABLE, True),
    (413, ErrorCode.INVALID_REQUEST, False),
    (422, ErrorCode.INVALID_REQUEST, False),
    (425, ErrorCode.UNAVAILABLE, True),
    (429, ErrorCode.RATE_LIMITED, True),
    (500, ErrorCode.UNAVAILABLE, True),
    (503, ErrorCode.UNAVAILABLE, True),
    (529, ErrorCode.UNAVAILABLE, True),
]


def error(result: ChatResult) -> ProviderError:
    assert isinstance(result, ProviderError), result
    return result


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize(("status", "code", "retryable"), CODES)
async def test_each_status_has_its_code_and_is_asked_once(
    llmock: LLMock, status: int, code: ErrorCode, retryable: bool, stream: bool
) -> None:
    llmock.fail(status)
    provider = openai(llmock.openai_url)

    if stream:
        text, result = await streamed(provider, asking("Hi"))
        assert text == ""
    else:
        result = await provider.chat(asking("Hi"))

    assert (error(result).code, error(result).status, error(result).retryable) == (code, status, retryable)
    assert error(result).provider == "gpt"
    verdict = llmock.verdict()
    assert verdict["passed"]
    assert verdict["attempts"] == 1


async def test_a_busy_server_says_how_long_to_wait(llmock: LLMock) -> None:
    llmock.fail(429, retry_after=2.5)

    result = error(await openai(llmock.openai_url).chat(asking("Hi")))

    assert result.retry_after == 2.5


async def test_nobody_is_asked_to_wait_longer_than_ten_minutes(llmock: LLMock) -> None:
    llmock.fail(503, retry_after=86_400)

    result = error(await openai(llmock.openai_url).chat(asking("Hi")))

    assert result.retry_after == 600


@pytest.mark.parametrize("status", [400, 403, 429])
async def test_an_empty_account_is_no_busy_server(llmock: LLMock, status: int) -> None:
    llmock.fail(status, code="insufficient_quota", message="You exceeded your current quota.")

    assert error(await openai(llmock.openai_url).chat(asking("Hi"))).code is ErrorCode.QUOTA


async def test_what_the_server_writes_is_not_passed_on(llmock: LLMock) -> None:
    llmock.fail(401, message=f"Incorrect API key provided: {KEY}. Customer: Ada Lovelace.")

    result = error(await openai(llmock.openai_url).chat(asking("Hi")))

    assert result.message == "The provider refused the key. (HTTP 401)"


async def test_a_conversation_that_is_too_long_is_called_so(llmock: LLMock) -> None:
    llmock.fail(400, code="context_length_exceeded")

    result = error(await openai(llmock.openai_url).chat(asking("Hi")))

    assert result.message == "The conversation is too long for the model. (HTTP 400)"


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("disconnect", ErrorCode.NETWORK),
        ("truncate", ErrorCode.BAD_RESPONSE),
        ("malformed", ErrorCode.BAD_RESPONSE),
        ("stall", ErrorCode.TIMEOUT),
    ],
)
async def test_a_stream_that_breaks_is_never_taken_for_an_answer(
    llmock: LLMock, kind: StreamFault, code: ErrorCode
) -> None:
    llmock.script(["one two three four five"])
    llmock.break_stream(kind, after_chunks=3)

    text, result = await streamed(openai(llmock.openai_url), asking("Hi", timeout=0.3))

    assert error(result).code is code
    assert text == "one two "


async def test_a_silent_server_is_given_up(llmock: LLMock) -> None:
    llmock.delay(60)

    result = error(await openai(llmock.openai_url, timeout_ms=200).chat(asking("Hi")))

    assert result.code is ErrorCode.TIMEOUT


async def test_a_refused_connection_is_a_network_error() -> None:
    result = error(await openai("http://127.0.0.1:9/v1").chat(asking("Hi")))

    assert result.code is ErrorCode.NETWORK


async def test_a_host_that_does_not_exist_is_a_network_error() -> None:
    result = error(await openai("http://nobody.invalid/v1").chat(asking("Hi")))

    assert result.code is ErrorCode.NETWORK


async def test_a_request_without_any_model_is_not_sent(llmock: LLMock) -> None:
    result = error(await openai(llmock.openai_url, model="").chat(asking("Hi")))

    assert result.code is ErrorCode.MODEL_MISSING
    assert llmock.requests() == []
