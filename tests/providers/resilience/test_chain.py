import asyncio

import pytest

from providers import clock
from providers.errors import ErrorCode, ProviderError
from providers.ports import (
    CHAT,
    DECIDE,
    ChatReply,
    DecideReply,
    DecideRequest,
    DecideResult,
    StreamReset,
    TextDelta,
    ToolCall,
    Usage,
)
from providers.resilience.chain import Chain
from providers.streams import closing
from tests.providers.asking import asking, reply
from tests.providers.layered import (
    BatchDecider,
    Decider,
    answers,
    chain_of,
    error,
    failing,
    question,
    who_and_what,
)
from tests.providers.scripted import ScriptedAdapter, Step, saying
from tests.virtual_time import run_in_virtual_time

MOVES_ON = [code for code in ErrorCode if code is not ErrorCode.CANCELLED]


def scripted(name: str, *steps: Step) -> ScriptedAdapter:
    return ScriptedAdapter(*steps, name=name)


def down(name: str, code: ErrorCode = ErrorCode.UNAVAILABLE) -> ScriptedAdapter:
    return scripted(name, error(code))


async def read(chain: Chain) -> list[object]:
    return [item async for item in chain.chat_stream(asking("Hi"))]


@pytest.fixture
def loop_s_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the providers' clock go as the event loop's, which may be virtual."""
    monkeypatch.setattr(clock, "elapsed", lambda: asyncio.get_running_loop().time())


@pytest.mark.parametrize("code", MOVES_ON)
async def test_any_error_moves_on_to_the_next(code: ErrorCode) -> None:
    result = reply(await chain_of(down("first", code), saying("Hello")).chat(asking("Hi")))

    assert (result.text, result.provider) == ("Hello", "scripted")
    assert who_and_what(result.attempts) == [("first", code)]


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_a_call_that_was_cancelled_does_not_move_on(stream: bool) -> None:
    spare = saying("Hello")
    chain = chain_of(down("first", ErrorCode.CANCELLED), spare)

    result = (await read(chain))[-1] if stream else await chain.chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert result.code is ErrorCode.CANCELLED
    assert spare.requests == []


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_where_all_fail_the_last_error_tells_every_attempt(stream: bool) -> None:
    chain = chain_of(down("a", ErrorCode.AUTH), down("b", ErrorCode.TIMEOUT), down("c", ErrorCode.REFUSED))

    result = (await read(chain))[-1] if stream else await chain.chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert (result.code, result.provider) == (ErrorCode.REFUSED, "c")
    assert who_and_what(result.attempts) == [("a", "auth"), ("b", "timeout"), ("c", "refused")]


def test_an_attempt_tells_what_was_said_how_long_it_took_and_what_it_cost(loop_s_clock: None) -> None:
    first = scripted(
        "first",
        lambda: asyncio.sleep(2.5),
        error(ErrorCode.TRUNCATED, status=200, request_id="req-1", usage=Usage(output_tokens=7)),
    )

    result, _ = run_in_virtual_time(chain_of(first, saying("Hello")).chat(asking("Hi", model="big")))

    (attempt,) = reply(result).attempts
    assert (attempt.message, attempt.status, attempt.request_id) == ("It is truncated.", 200, "req-1")
    assert (attempt.model, attempt.duration_ms) == ("big", 2500)
    assert attempt.usage == Usage(output_tokens=7)


async def test_a_first_that_answers_is_the_only_one_asked() -> None:
    spare = saying("spare")

    result = reply(await chain_of(saying("Hello"), spare).chat(asking("Hi")))

    assert (result.text, result.attempts, spare.requests) == ("Hello", (), [])


async def test_an_entry_without_the_capability_is_left_out() -> None:
    chain = chain_of(down("first"), Decider("cannot chat"), saying("Hello"))

    result = reply(await chain.chat(asking("Hi")))

    assert result.text == "Hello"
    assert who_and_what(result.attempts) == [("first", "unavailable")]


async def test_the_first_may_lack_a_capability_that_another_has() -> None:
    chain = chain_of(Decider(), saying("Hello"))

    assert chain.capabilities == {CHAT, DECIDE}
    assert reply(await chain.chat(asking("Hi"))).text == "Hello"


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_a_capability_that_nobody_has_is_an_error(stream: bool) -> None:
    chain = chain_of(Decider(), Decider())

    result = (await read(chain))[-1] if stream else await chain.chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert (result.code, result.attempts) == (ErrorCode.CAPABILITY_MISSING, ())


async def test_an_entry_that_cannot_be_built_is_an_attempt() -> None:
    faulty = error(ErrorCode.CONFIG_INVALID, provider="faulty")

    result = reply(await chain_of(faulty, saying("Hello")).chat(asking("Hi")))

    assert who_and_what(result.attempts) == [("faulty", "config_invalid")]


async def test_what_somebody_said_who_was_asked_counts_more_than_a_faulty_entry() -> None:
    faulty = error(ErrorCode.CONFIG_INVALID, provider="faulty")

    result = await chain_of(down("first"), faulty).chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert result.code is ErrorCode.UNAVAILABLE
    assert who_and_what(result.attempts) == [("first", "unavailable"), ("faulty", "config_invalid")]


async def test_a_model_goes_to_entries_of_the_same_type_only() -> None:
    adapters = [down("a"), down("b"), down("c")]
    chain = chain_of(*adapters, types=["openai", "anthropic", "openai"])

    await chain.chat(asking("Hi", model="gpt-big"))

    assert [adapter.requests[0].model for adapter in adapters] == ["gpt-big", None, "gpt-big"]


async def test_a_stream_that_breaks_starts_again_and_its_reader_is_told() -> None:
    half = TextDelta(text="Half of an ")
    chain = chain_of(
        scripted("first", half, half, error(ErrorCode.NETWORK)),
        scripted("second", TextDelta(text="Whole."), ChatReply(text="Whole.")),
    )

    *items, final = await read(chain)

    assert items == [half, half, StreamReset(), TextDelta(text="Whole.")]
    assert isinstance(final, ChatReply)
    assert (final.text, final.provider) == ("Whole.", "second")
    assert who_and_what(final.attempts) == [("first", "network")]


async def test_a_stream_that_fails_before_its_first_word_needs_no_reset() -> None:
    chain = chain_of(down("first"), scripted("second", TextDelta(text="Hi"), ChatReply(text="Hi")))

    *items, _ = await read(chain)

    assert items == [TextDelta(text="Hi")]


async def test_each_broken_stream_of_several_is_withdrawn() -> None:
    word = TextDelta(text="word")
    broken = [scripted(name, word, error(ErrorCode.NETWORK)) for name in "abc"]

    *items, final = await read(chain_of(*broken))

    assert items == [word, StreamReset(), word, StreamReset(), word]
    assert isinstance(final, ProviderError)


async def test_a_tool_call_of_a_broken_stream_is_not_run() -> None:
    half = ChatReply(tool_calls=(ToolCall(id="1", name="pay", arguments='{"amount": 1'),))

    # The connection breaks before the call is whole.
    broken = scripted("first", TextDelta(text="Paying"), ConnectionResetError(), half)
    chain = chain_of(broken, saying("Sorry"))

    final = (await read(chain))[-1]

    assert isinstance(final, ChatReply)
    assert (final.text, final.tool_calls) == ("Sorry", ())


async def test_a_reader_who_leaves_ends_the_call() -> None:
    adapter = scripted("first", TextDelta(text="one"), TextDelta(text="two"), ChatReply(text="one two"))

    async with closing(chain_of(adapter).chat_stream(asking("Hi"))) as items:
        await anext(items)

    assert adapter.closed == 1


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_who_is_cancelled_asks_nobody_else(stream: bool) -> None:
    begun = asyncio.Event()

    async def wait_for_ever() -> None:
        begun.set()
        await asyncio.Event().wait()

    spare = saying("spare")
    chain = chain_of(scripted("first", wait_for_ever), spare)
    task = asyncio.ensure_future(read(chain) if stream else chain.chat(asking("Hi")))
    await begun.wait()
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task
    assert spare.requests == []


async def test_answers_that_do_not_fit_move_on_and_what_they_cost_is_told() -> None:
    def unfitting(request: DecideRequest) -> DecideResult:
        return answers(request).model_copy(update={"answers": {}})

    result = await chain_of(Decider("first", unfitting), Decider("second")).decide(question())

    assert isinstance(result, DecideReply)
    assert result.provider == "second"
    (attempt,) = result.attempts
    assert (attempt.code, attempt.model) == (ErrorCode.BAD_DECISION, "decider-1")
    assert attempt.usage == Usage(input_tokens=10, output_tokens=2)


THREE = [question("a"), question("b"), question("c")]


async def test_three_items_with_the_first_down_are_one_batch_three_singles_and_three_fallback_calls() -> None:
    first, spare = BatchDecider("first", failing(), failing()), BatchDecider("spare")

    results = await chain_of(first, spare).decide_many(THREE)

    assert (first.batches, first.asked) == ([["a", "b", "c"]], ["a", "b", "c"])
    assert (spare.batches, spare.asked) == ([], ["a", "b", "c"])
    for result in results:
        assert isinstance(result, DecideReply)
        assert result.provider == "spare"
        assert who_and_what(result.attempts) == [("first", "unavailable")] * 2


async def test_answered_items_are_never_asked_again() -> None:
    def not_b(request: DecideRequest) -> DecideResult:
        return error(ErrorCode.UNAVAILABLE) if request.state == "b" else answers(request)

    first, spare = BatchDecider("first", together=not_b), Decider("spare")

    results = await chain_of(first, spare).decide_many(THREE)

    assert (first.asked, spare.asked) == (["b"], [])
    assert all(isinstance(result, DecideReply) for result in results)
    assert [len(result.attempts) for result in results] == [0, 1, 0]


async def test_an_item_whose_answers_do_not_fit_is_asked_on_its_own() -> None:
    def odd(request: DecideRequest) -> DecideResult:
        good = answers(request)
        return good.model_copy(update={"answers": {}}) if request.state == "c" else good

    first = BatchDecider("first", together=odd)

    results = await chain_of(first).decide_many(THREE)

    assert first.asked == ["c"]
    assert all(isinstance(result, DecideReply) for result in results)


async def test_a_batch_of_several_models_keeps_them_apart() -> None:
    first = BatchDecider("first", together=failing())

    await chain_of(first).decide_many([question("a", model="m1"), question("b")])

    assert [request.model for request in first.requests] == ["m1", None]


async def test_without_a_batch_all_are_asked_side_by_side() -> None:
    first, spare = Decider("first", failing()), Decider("spare")

    results = await chain_of(first, spare).decide_many(THREE)

    assert (first.asked, spare.asked) == (["a", "b", "c"], ["a", "b", "c"])
    assert [len(result.attempts) for result in results] == [1, 1, 1]


async def test_the_batch_goes_to_the_first_that_decides() -> None:
    faulty = error(ErrorCode.CONFIG_INVALID, provider="faulty")
    decider = BatchDecider()

    await chain_of(faulty, saying("Hello"), decider).decide_many(THREE)

    assert decider.batches == [["a", "b", "c"]]


@pytest.mark.parametrize(("count", "batches", "singles"), [(0, 0, 0), (1, 0, 1), (2, 1, 0)])
async def test_one_item_is_no_batch(count: int, batches: int, singles: int) -> None:
    decider = BatchDecider()

    results = await chain_of(decider).decide_many(THREE[:count])

    assert (len(results), len(decider.batches), len(decider.asked)) == (count, batches, singles)


async def test_items_that_were_cancelled_are_not_asked_again() -> None:
    first = BatchDecider("first", together=failing(ErrorCode.CANCELLED))

    results = await chain_of(first).decide_many(THREE)

    assert first.asked == []
    assert all(isinstance(result, ProviderError) for result in results)


async def test_a_batch_that_fails_is_one_failure() -> None:
    first = BatchDecider("first", failing(), failing())
    chain = chain_of(first, circuit_breaker={"failures": 2, "reset_ms": 60_000})

    results = await chain.decide_many(THREE)

    # The first single is the second failure; the others find the circuit open.
    assert (first.batches, first.asked) == ([["a", "b", "c"]], ["a"])
    assert [result.code for result in results if isinstance(result, ProviderError)] == [
        ErrorCode.UNAVAILABLE,
        ErrorCode.CIRCUIT_OPEN,
        ErrorCode.CIRCUIT_OPEN,
    ]


def test_a_batch_is_one_token(loop_s_clock: None) -> None:
    first = BatchDecider("first")
    chain = chain_of(first, rate_limit={"per_second": 1, "burst": 1})

    async def twice() -> list[object]:
        return [await chain.decide_many(THREE), await chain.decide_many(THREE)]

    _, seconds = run_in_virtual_time(twice())

    assert len(first.batches) == 2
    assert seconds == pytest.approx(1, abs=0.1)
