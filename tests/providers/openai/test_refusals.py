"""What becomes of refusals that are OpenAI's own, by the server of others."""

import pytest

from providers.errors import ErrorCode, ProviderError
from providers.ports import ChatResult
from tests.peers.llmock import LLMock, StreamFault
from tests.providers.asking import asking, openai, streamed


def error(result: ChatResult) -> ProviderError:
    assert isinstance(result, ProviderError), result
    return result


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


async def test_a_host_that_does_not_exist_is_a_network_error() -> None:
    result = error(await openai("http://nobody.invalid/v1").chat(asking("Hi")))

    assert result.code is ErrorCode.NETWORK


async def test_a_request_without_any_model_is_not_sent(llmock: LLMock) -> None:
    result = error(await openai(llmock.openai_url, model="").chat(asking("Hi")))

    assert result.code is ErrorCode.MODEL_MISSING
    assert llmock.requests() == []
