"""What becomes of refusals that are Anthropic's own, by the server of others."""

import httpx
import pytest

from providers.errors import ErrorCode, ProviderError
from providers.ports import ChatResult, DecideResult
from tests.peers.llmock import LLMock, StreamFault
from tests.providers.anthropic.serving import anthropic, served
from tests.providers.asking import asking, streamed
from tests.providers.deciding import deciding


def error(result: ChatResult | DecideResult) -> ProviderError:
    assert isinstance(result, ProviderError), result
    return result


@pytest.mark.parametrize("headers", [{}, {"retry-after": "soon"}])
async def test_a_429_that_does_not_say_when_to_come_back_is_not_retried(headers: dict[str, str]) -> None:
    body = {"type": "error", "error": {"type": "rate_limit_error", "message": "Not for this account."}}
    provider = served(lambda request: httpx.Response(429, headers=headers, json=body))

    whole = error(await provider.chat(asking("Hi")))

    assert (whole.code, whole.retryable, whole.retry_after) == (ErrorCode.RATE_LIMITED, False, None)


@pytest.mark.parametrize(
    "message",
    [
        "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.",
        "You have reached your specified API usage limits. You will regain access on 2025-12-01.",
    ],
)
async def test_an_empty_account_is_no_busy_server(llmock: LLMock, message: str) -> None:
    llmock.fail(400, message=message)

    assert error(await anthropic(llmock.anthropic_url).chat(asking("Hi"))).code is ErrorCode.QUOTA


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


async def test_a_request_without_any_model_is_not_sent(llmock: LLMock) -> None:
    provider = anthropic(llmock.anthropic_url, model="")

    assert error(await provider.chat(asking("Hi"))).code is ErrorCode.MODEL_MISSING
    assert error(await provider.decide(deciding())).code is ErrorCode.MODEL_MISSING
    assert llmock.requests() == []
