import asyncio
from typing import Any

import pytest

from providers.errors import ErrorCode, ProviderError
from providers.ports import ChatReply, DecideRequest, DecideResult, TextDelta, Usage
from providers.resilience.guard import Guard
from tests.providers.asking import asking, reply, streamed
from tests.providers.layered import BatchDecider, chain_of, question
from tests.providers.scripted import ScriptedAdapter, saying

SECRET = "sk-very-secret"
CHARGED = ChatReply(text="no", usage=Usage(input_tokens=1))


def raising(request: DecideRequest) -> DecideResult:
    raise KeyError(SECRET)


async def test_a_mistake_in_a_layer_is_an_error_and_logged_with_its_place(
    caplog: pytest.LogCaptureFixture,
) -> None:
    chatting: Any = ScriptedAdapter(TextDelta(text="Hi"), KeyError(SECRET))
    deciding: Any = BatchDecider("acme", raising, raising)

    results = [
        await Guard(chatting).chat(asking("Hi")),
        (await streamed(Guard(chatting), asking("Hi")))[1],
        await Guard(deciding).decide(question()),
        *await Guard(deciding).decide_many([question(), question()]),
    ]

    codes = [result.code for result in results if isinstance(result, ProviderError)]
    assert codes == [ErrorCode.BAD_RESPONSE] * 5
    assert "scripted.py" in caplog.text
    assert SECRET not in caplog.text + str(results)


async def test_cancellation_goes_through() -> None:
    async def cancelled() -> None:
        raise asyncio.CancelledError

    guarded: Any = ScriptedAdapter(cancelled)
    with pytest.raises(asyncio.CancelledError):
        await Guard(guarded).chat(asking("Hi"))


async def test_the_fallback_is_asked_where_a_layer_of_the_first_makes_a_mistake(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def mistaken(*args: Any) -> Any:
        raise ValueError(SECRET)

    monkeypatch.setattr("providers.resilience.pricing.cost_of", mistaken)
    price = {"input": 1, "output": 1}
    chain = chain_of(ScriptedAdapter(CHARGED), saying("from the spare"), price=price)

    result = reply(await chain.chat(asking("Hi")))

    assert result.text == "from the spare"
    assert [attempt.code for attempt in result.attempts] == [ErrorCode.BAD_RESPONSE]
