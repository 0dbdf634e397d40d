import asyncio
from collections.abc import AsyncIterator, Sequence
from decimal import Decimal
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

from providers.boundary import Boundary
from providers.errors import MESSAGE_LENGTH, ErrorCode, ProviderError, ProviderFault
from providers.ports import (
    ChatReply,
    ChatRequest,
    ChatResult,
    ChatStreamItem,
    DecideRequest,
    DecideResult,
    StreamReset,
    TextDelta,
)
from providers.streams import closing
from tests.providers.asking import asking, streamed
from tests.providers.layered import BatchDecider, Decider, answers, question
from tests.providers.scripted import ScriptedAdapter, saying

SECRET = "sk-very-secret"

RAISED = [
    (ProviderFault(ErrorCode.REFUSED, "No."), ErrorCode.REFUSED),
    (httpx.ReadTimeout(SECRET), ErrorCode.TIMEOUT),
    (httpx.ConnectTimeout(SECRET), ErrorCode.TIMEOUT),
    (httpx.PoolTimeout(SECRET), ErrorCode.TIMEOUT),
    (TimeoutError(SECRET), ErrorCode.TIMEOUT),
    (httpx.ConnectError(SECRET), ErrorCode.NETWORK),
    (httpx.ReadError(SECRET), ErrorCode.NETWORK),
    (httpx.RemoteProtocolError(SECRET), ErrorCode.NETWORK),
    (ConnectionResetError(SECRET), ErrorCode.NETWORK),
    (httpx.DecodingError(SECRET), ErrorCode.BAD_RESPONSE),
    (KeyError(SECRET), ErrorCode.BAD_RESPONSE),
    (RuntimeError(SECRET), ErrorCode.BAD_RESPONSE),
    (UnicodeEncodeError("utf-8", SECRET, 0, 1, SECRET), ErrorCode.BAD_RESPONSE),
]


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize(("raised", "code"), RAISED)
async def test_whatever_is_raised_becomes_an_error_without_its_words(
    raised: Exception, code: ErrorCode, stream: bool, caplog: pytest.LogCaptureFixture
) -> None:
    provider = Boundary(ScriptedAdapter(TextDelta(text="Hal"), raised))

    if stream:
        _, result = await streamed(provider, asking("Hi"))
    else:
        result = await provider.chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert (result.code, result.provider) == (code, "scripted")
    assert SECRET not in result.message + caplog.text
    assert len(result.message) <= MESSAGE_LENGTH


async def test_a_mistake_in_an_adapter_is_logged_with_its_place(caplog: pytest.LogCaptureFixture) -> None:
    await Boundary(ScriptedAdapter(KeyError(SECRET))).chat(asking("Hi"))

    assert "KeyError" in caplog.text
    assert "scripted.py" in caplog.text


async def test_a_fault_with_a_long_message_is_cut() -> None:
    result = await Boundary(ScriptedAdapter(ProviderFault(ErrorCode.REFUSED, "x" * 999))).chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert result.message == "x" * MESSAGE_LENGTH


async def test_a_providers_secrets_never_stand_in_a_message() -> None:
    adapter = ScriptedAdapter(ProviderFault(ErrorCode.AUTH, f"The key {SECRET} is wrong."))

    result = await Boundary(adapter, [SecretStr(SECRET), SecretStr("")]).chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert result.message == "The key *** is wrong."


async def test_replies_and_errors_carry_the_providers_name() -> None:
    assert (await Boundary(saying("Hi")).chat(asking("Hi"))).provider == "scripted"


async def test_who_already_signed_a_reply_stays_its_author() -> None:
    adapter = ScriptedAdapter(ChatReply(text="Hi", provider="inner"))

    assert (await Boundary(adapter).chat(asking("Hi"))).provider == "inner"


@pytest.mark.parametrize("result", [None, "Hi", TextDelta(text="Hi")])
async def test_an_adapter_that_gives_no_reply_is_found_out(result: Any) -> None:
    class Wrong(ScriptedAdapter):
        async def chat(self, request: ChatRequest) -> ChatResult:
            return result

    answer = await Boundary(Wrong()).chat(asking("Hi"))

    assert isinstance(answer, ProviderError)
    assert answer.code is ErrorCode.BAD_RESPONSE


async def test_a_stream_without_a_final_item_gets_one() -> None:
    _, result = await streamed(Boundary(ScriptedAdapter(TextDelta(text="Hal"))), asking("Hi"))

    assert isinstance(result, ProviderError)
    assert result.code is ErrorCode.BAD_RESPONSE


async def test_nothing_comes_after_the_final_item() -> None:
    adapter = ScriptedAdapter(
        StreamReset(), ChatReply(text="Hi"), TextDelta(text="more"), ChatReply(text="2")
    )

    items = [item async for item in Boundary(adapter).chat_stream(asking("Hi"))]

    assert items == [StreamReset(), ChatReply(text="Hi", provider="scripted")]
    assert adapter.closed == 1


async def test_a_stream_that_is_no_generator_is_read_too() -> None:
    class Items:
        def __init__(self) -> None:
            items: list[ChatStreamItem] = [TextDelta(text="Hi"), ChatReply(text="Hi")]
            self._items = iter(items)

        def __aiter__(self) -> AsyncIterator[ChatStreamItem]:
            return self

        async def __anext__(self) -> ChatStreamItem:
            try:
                return next(self._items)
            except StopIteration:
                raise StopAsyncIteration from None

    class Plain(ScriptedAdapter):
        def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
            return Items()

    text, result = await streamed(Boundary(Plain()), asking("Hi"))

    assert text == "Hi"
    assert isinstance(result, ChatReply)


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_cancellation_goes_through(stream: bool) -> None:
    begun = asyncio.Event()

    async def wait_for_ever() -> None:
        begun.set()
        await asyncio.Event().wait()

    adapter = ScriptedAdapter(wait_for_ever)
    provider = Boundary(adapter)
    call = streamed(provider, asking("Hi")) if stream else provider.chat(asking("Hi"))
    task = asyncio.ensure_future(call)
    await begun.wait()
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task
    assert adapter.closed == 1


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_an_adapter_that_fails_while_it_is_cancelled_hides_no_cancellation(stream: bool) -> None:
    begun = asyncio.Event()

    async def wait_and_close_badly() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            raise OSError("The connection could not be closed.")

    provider = Boundary(ScriptedAdapter(wait_and_close_badly))
    call = streamed(provider, asking("Hi")) if stream else provider.chat(asking("Hi"))
    task = asyncio.ensure_future(call)
    await begun.wait()
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task


async def test_who_stops_reading_frees_the_connection() -> None:
    adapter = ScriptedAdapter(TextDelta(text="one"), TextDelta(text="two"), ChatReply(text="one two"))

    async with closing(Boundary(adapter).chat_stream(asking("Hi"))) as items:
        await anext(items)

    assert adapter.closed == 1


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_a_provider_that_cannot_chat_is_not_asked(stream: bool) -> None:
    adapter = ScriptedAdapter(ChatReply(text="Hi"), capabilities=frozenset())

    if stream:
        _, result = await streamed(Boundary(adapter), asking("Hi"))
    else:
        result = await Boundary(adapter).chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert result.code is ErrorCode.CAPABILITY_MISSING
    assert adapter.requests == []


@pytest.mark.parametrize(("raised", "code"), RAISED)
async def test_whatever_a_decider_raises_becomes_an_error_without_its_words(
    raised: Exception, code: ErrorCode, caplog: pytest.LogCaptureFixture
) -> None:
    def raising(request: DecideRequest) -> DecideResult:
        raise raised

    provider = Boundary(BatchDecider("acme", raising, raising))

    results = [await provider.decide(question()), *await provider.decide_many([question(), question()])]

    assert len(results) == 3
    for result in results:
        assert isinstance(result, ProviderError)
        assert (result.code, result.provider) == (code, "acme")
        assert SECRET not in result.message
    assert SECRET not in caplog.text


@pytest.mark.parametrize("given", [None, "yes", ChatReply(text="yes"), object()])
async def test_what_is_no_reply_of_a_decider_is_a_bad_response(given: Any) -> None:
    provider = Boundary(BatchDecider("acme", lambda request: given, lambda request: given))

    results = [await provider.decide(question()), *await provider.decide_many([question(), question()])]

    assert [result.code for result in results if isinstance(result, ProviderError)] == ["bad_response"] * 3


@pytest.mark.parametrize("results", [None, 7, [], [answers(question())] * 3])
async def test_results_that_nobody_can_tell_apart_are_a_bad_response(results: Any) -> None:
    class Miscounting(BatchDecider):
        async def decide_many(self, requests: Sequence[DecideRequest]) -> list[DecideResult]:
            return results

    got = await Boundary(Miscounting()).decide_many([question("a"), question("b")])

    assert [result.code for result in got if isinstance(result, ProviderError)] == ["bad_response"] * 2


async def test_a_decider_of_single_requests_is_asked_side_by_side() -> None:
    both = asyncio.Barrier(2)

    class Meeting(Decider):
        async def decide(self, request: DecideRequest) -> DecideResult:
            await both.wait()
            return await super().decide(request)

    results = await Boundary(Meeting("acme")).decide_many([question("a"), question("b")])

    assert [result.provider for result in results] == ["acme", "acme"]


async def test_a_decider_s_cancellation_ends_all_that_were_asked_with_it() -> None:
    begun = asyncio.Event()
    ended: list[str] = []

    class Waiting(Decider):
        async def decide(self, request: DecideRequest) -> DecideResult:
            try:
                begun.set()
                await asyncio.Event().wait()
            finally:
                ended.append(str(request.state))
            return await super().decide(request)

    task = asyncio.ensure_future(Boundary(Waiting()).decide_many([question("a"), question("b")]))
    await begun.wait()
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task
    assert sorted(ended) == ["a", "b"]


async def test_a_provider_that_cannot_decide_is_not_asked() -> None:
    adapter = ScriptedAdapter(ChatReply(text="Hi"))

    results = [
        await Boundary(adapter).decide(question()),
        *await Boundary(adapter).decide_many([question(), question()]),
    ]

    assert [result.code for result in results if isinstance(result, ProviderError)] == [
        ErrorCode.CAPABILITY_MISSING
    ] * 3
    assert adapter.requests == []


async def failed(adapter: ScriptedAdapter, *secrets: str) -> ProviderError:
    result = await Boundary(adapter, [SecretStr(secret) for secret in secrets]).chat(asking("Hi"))
    assert isinstance(result, ProviderError)
    return result


async def test_a_short_value_is_left_in_messages_and_the_longest_secret_goes_first() -> None:
    fault = ProviderFault(ErrorCode.AUTH, f"The key {SECRET}-2 is wrong.")

    assert (
        await failed(ScriptedAdapter(fault), "e", SECRET, f"{SECRET}-2")
    ).message == "The key *** is wrong."


async def test_a_message_is_no_longer_than_allowed_without_its_secrets() -> None:
    quoting = ProviderError.model_construct(code=ErrorCode.AUTH, message="secret" * 60 + "x" * 300)

    assert len((await failed(ScriptedAdapter(quoting), "secret")).message) == MESSAGE_LENGTH


@pytest.mark.parametrize(
    "given",
    [
        ChatReply(model=SECRET, request_id=f"r-{SECRET}"),
        ProviderError(code=ErrorCode.AUTH, message="No.", model=SECRET, request_id=f"r-{SECRET}"),
    ],
    ids=["reply", "error"],
)
async def test_a_providers_secrets_stand_in_no_id_and_no_name(given: ChatReply | ProviderError) -> None:
    result = await Boundary(ScriptedAdapter(given), [SecretStr(SECRET)]).chat(asking("Hi"))

    assert (result.model, result.request_id) == ("***", "r-***")


@pytest.mark.parametrize("cost", ["-1", "NaN", "sNaN", "Infinity", "1e999999"])
async def test_a_cost_that_is_none_is_left_out(cost: str) -> None:
    given = ChatReply(text="Hi").model_copy(update={"cost": Decimal(cost)})

    assert (await Boundary(ScriptedAdapter(given)).chat(asking("Hi"))).cost is None


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize(
    "raised", [asyncio.CancelledError(), BaseExceptionGroup("", [asyncio.CancelledError(), KeyError()])]
)
async def test_a_cancellation_that_nobody_asked_for_is_a_bad_response(
    raised: BaseException, stream: bool
) -> None:
    async def wait_for_what_was_cancelled() -> None:
        raise raised

    provider = Boundary(ScriptedAdapter(wait_for_what_was_cancelled))
    result = (await streamed(provider, asking("Hi")))[1] if stream else await provider.chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert result.code is ErrorCode.BAD_RESPONSE


async def test_the_end_of_the_process_goes_through_in_a_group_too() -> None:
    class Ending(ScriptedAdapter):
        async def chat(self, request: ChatRequest) -> ChatResult:
            raise BaseExceptionGroup("", [GeneratorExit()])

    with pytest.raises(BaseExceptionGroup):
        await Boundary(Ending()).chat(asking("Hi"))
