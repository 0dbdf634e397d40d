"""What becomes of every kind of refusal, by the Anthropic server of others."""

import httpx
import pytest

from providers.errors import ErrorCode, ProviderError
from providers.ports import ChatResult, DecideResult
from tests.peers.llmock import LLMock, StreamFault
from tests.providers.anthropic.serving import anthropic, served
from tests.providers.asking import KEY, asking, streamed
from tests.providers.deciding import deciding

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


def error(result: ChatResult | DecideResult) -> ProviderError:
    assert isinstance(result, ProviderError), result
    return result


@pytest.mark.parametrize("way", ["whole", "streamed", "decision"])
@pytest.mark.parametrize(("status", "code", "retryable"), CODES)
async def test_each_status_has_its_code_and_is_asked_once(
    llmock: LLMock, status: int, code: ErrorCode, retryable: bool, way: str
) -> None:
    llmock.fail(status)
    provider = anthropic(llmock.anthropic_url)
    result: ChatResult | DecideResult

    if way == "streamed":
        text, result = await streamed(provider, asking("Hi"))
        assert text == ""
    elif way == "whole":
        result = await provider.chat(asking("Hi"))
    else:
        result = await provider.decide(deciding())

    assert (error(result).code, error(result).status, error(result).retryable) == (code, status, retryable)
    assert error(result).provider == "claude"
    verdict = llmock.verdict()
    assert verdict["passed"]
    assert verdict["attempts"] == 1


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_a_busy_server_says_how_long_to_wait(llmock: LLMock, stream: bool) -> None:
    llmock.fail(429, retry_after=2.5)
    provider = anthropic(llmock.anthropic_url)

    if stream:
        _, result = await streamed(provider, asking("Hi"))
    else:
        result = await provider.chat(asking("Hi"))

    assert (error(result).retry_after, error(result).retryable) == (2.5, True)


@pytest.mark.parametrize("headers", [{}, {"retry-after": "soon"}])
async def test_a_429_that_does_not_say_when_to_come_back_is_not_retried(headers: dict[str, str]) -> None:
    body = {"type": "error", "error": {"type": "rate_limit_error", "message": "Not for this account."}}
    provider = served(lambda request: httpx.Response(429, headers=headers, json=body))

    whole = error(await provider.chat(asking("Hi")))

    assert (whole.code, whole.retryable, whole.retry_after) == (ErrorCode.RATE_LIMITED, False, None)


async def test_other_refusals_without_a_time_are_retried(llmock: LLMock) -> None:
    llmock.fail(500)

    assert error(await anthropic(llmock.anthropic_url).chat(asking("Hi"))).retryable


@pytest.mark.parametrize(
    "message",
    [
        "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.",
        "You have reached your specified API usage limits. You will regain access on 2025-12-01.",
    ],
)
@pytest.mark.parametrize("status", [400, 403, 429])
async def test_an_empty_account_is_no_busy_server(llmock: LLMock, status: int, message: str) -> None:
    llmock.fail(status, message=message)

    assert error(await anthropic(llmock.anthropic_url).chat(asking("Hi"))).code is ErrorCode.QUOTA


async def test_what_the_server_writes_is_not_passed_on(llmock: LLMock) -> None:
    llmock.fail(401, message=f"invalid x-api-key {KEY}. Customer: Ada Lovelace.")

    result = error(await anthropic(llmock.anthropic_url).chat(asking("Hi")))

    assert result.message == "The provider refused the key. (HTTP 401)"


async def test_the_request_id_is_kept_of_refusals() -> None:
    result = await served(lambda request: httpx.Response(529, headers={"request-id": "req_1"})).chat(
        asking("Hi")
    )

    assert error(result).request_id == "req_1"


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
    llmock.break_stream(kind, after_chunks=5)

    text, result = await streamed(anthropic(llmock.anthropic_url), asking("Hi", timeout=0.3))

    assert error(result).code is code
    assert text == "one two "


async def test_a_silent_server_is_given_up(llmock: LLMock) -> None:
    llmock.delay(60)

    result = error(await anthropic(llmock.anthropic_url, timeout_ms=200).chat(asking("Hi")))

    assert result.code is ErrorCode.TIMEOUT


async def test_a_refused_connection_is_a_network_error() -> None:
    assert error(await anthropic("http://127.0.0.1:9").chat(asking("Hi"))).code is ErrorCode.NETWORK


async def test_a_request_without_any_model_is_not_sent(llmock: LLMock) -> None:
    provider = anthropic(llmock.anthropic_url, model="")

    assert error(await provider.chat(asking("Hi"))).code is ErrorCode.MODEL_MISSING
    assert error(await provider.decide(deciding())).code is ErrorCode.MODEL_MISSING
    assert llmock.requests() == []
