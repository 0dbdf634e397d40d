import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import OperationalError

from providers import clock, spending
from providers.building import in_layers
from providers.database import in_database
from providers.errors import ErrorCode, ProviderError
from providers.options import BudgetOptions, Price
from providers.ports import AnyProvider, ChatReply, Provider, TextDelta, Usage
from providers.resilience import budget, reservation
from providers.resilience.pricing import input_estimate_of
from providers.spending import BudgetReservation
from providers.streams import closing
from tests.providers.asking import asking, reply, streamed
from tests.providers.layered import BatchDecider, chain_of, error, failing, question
from tests.providers.resilience.budgets import (
    COST,
    DOLLAR_A_REPLY,
    NOON,
    REPLY,
    THOUSAND,
    ask,
    limited,
    options,
    spent,
)
from tests.providers.scripted import ScriptedAdapter, saying

pytestmark = pytest.mark.django_db(transaction=True)


async def test_of_eight_parallel_calls_with_money_for_three_three_go_out() -> None:
    leave = asyncio.Event()

    async def wait() -> None:
        await leave.wait()

    adapter = ScriptedAdapter(wait, REPLY, name="acme")
    provider = in_layers(adapter, options(per_day=3))
    calls = [asyncio.ensure_future(ask(provider)) for _ in range(8)]
    refused, running = await asyncio.wait(calls, return_when=asyncio.FIRST_COMPLETED)
    while len(refused) < 5:
        more, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        refused |= more

    assert len(adapter.requests) == 3
    assert {task.result() for task in refused} == {ErrorCode.BUDGET}
    leave.set()
    assert await asyncio.gather(*running) == [None, None, None]
    assert await spent() == (3 * COST, 0)
    # Nobody is blocked for ever: what was reserved and not spent is there again.
    assert await ask(provider) is None


async def test_what_a_call_did_cost_takes_the_place_of_what_it_might_have_cost() -> None:
    provider = limited(REPLY, per_day=1)

    assert await ask(provider) is None
    assert await spent() == (COST, 0)
    assert await ask(provider) is ErrorCode.BUDGET


async def test_the_refusal_says_whose_budget_it_is_and_is_not_worth_a_retry() -> None:
    for limits, words in (({"per_day": 0}, "the day"), ({"per_session": 0}, "this session")):
        result = await limited(REPLY, **limits).chat(asking("Hi", session="s"))
        assert isinstance(result, ProviderError)
        assert (result.message, result.provider) == (
            f"The provider's budget for {words} is used up.",
            "acme",
        )
        assert not result.retryable


async def test_a_call_that_fails_gives_its_money_back() -> None:
    provider = limited(error(ErrorCode.UNAVAILABLE), per_day=1)

    assert [await ask(provider) for _ in range(3)] == [ErrorCode.UNAVAILABLE] * 3
    assert await spent() == (0, 0)


async def test_a_failure_that_the_vendor_charges_is_paid() -> None:
    provider = limited(error(ErrorCode.TRUNCATED, usage=Usage(output_tokens=1000)), per_day=1)

    assert [await ask(provider) for _ in range(2)] == [ErrorCode.TRUNCATED, ErrorCode.BUDGET]
    assert await spent() == (1, 0)


async def test_where_the_vendor_counts_nothing_the_guess_is_paid() -> None:
    provider = limited(ChatReply(text="Hi"), per_day=2)

    assert [await ask(provider) for _ in range(3)] == [None, None, ErrorCode.BUDGET]
    assert await spent() == (2, 0)


async def test_a_call_that_is_cancelled_gives_the_reply_s_money_back() -> None:
    begun = asyncio.Event()

    async def wait_for_ever() -> None:
        begun.set()
        await asyncio.Event().wait()

    call = asyncio.ensure_future(ask(limited(wait_for_ever, per_day=1)))
    await begun.wait()
    assert await spent() == (0, 1)
    call.cancel()

    with pytest.raises(asyncio.CancelledError):
        await call
    assert await spent() == (0, 0)


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_a_call_that_is_cancelled_pays_for_what_was_sent(stream: bool) -> None:
    begun = asyncio.Event()

    async def wait_for_ever() -> None:
        begun.set()
        await asyncio.Event().wait()

    price = Price(input=Decimal(1000), output=Decimal(1000))
    dear = options(per_day=9).model_copy(update={"price": price})
    provider = in_layers(ScriptedAdapter(wait_for_ever, name="acme"), dear)
    request = asking("Hi", **THOUSAND)
    asked = streamed(provider, request) if stream else provider.chat(request)
    call = asyncio.ensure_future(asked)
    await begun.wait()
    call.cancel()

    with pytest.raises(asyncio.CancelledError):
        await call
    assert await spent() == (input_estimate_of(request, price), 0)
    assert input_estimate_of(request, price) > 0


async def test_a_reservation_outlasts_its_first_extension(at: Any) -> None:
    at(NOON)
    quick = budget.Budget(
        "acme", BudgetOptions(per_day=Decimal(9)), budget.Spending(DOLLAR_A_REPLY, None, 0.5, 0.5)
    )
    admission = await quick.admit(asking("Hi"))
    assert not isinstance(admission, ProviderError)

    at(NOON + timedelta(seconds=6.9))
    assert not await in_database(spending.lapse, "acme", clock.now())
    await admission.done(REPLY.model_copy(update={"cost": COST}))
    assert await spent() == (COST, 0)


async def test_who_is_cancelled_while_reserving_holds_nothing_back(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, reserving, go_on = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()

    def slowly(*args: Any, **values: Any) -> Any:
        loop.call_soon_threadsafe(reserving.set)
        asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result(10)
        return spending.reserve(*args, **values)

    monkeypatch.setattr(budget, "reserve", slowly)
    provider = limited(REPLY, per_day=1)
    call = asyncio.ensure_future(ask(provider))
    await reserving.wait()
    call.cancel()
    go_on.set()

    with pytest.raises(asyncio.CancelledError):
        await call
    assert await spent() == (0, 0)


async def test_a_reader_who_leaves_a_stream_gets_the_reply_s_money_back() -> None:
    provider = limited(TextDelta(text="Hi"), REPLY, per_day=1)

    async with closing(provider.chat_stream(asking("Hi", **THOUSAND))) as items:
        await anext(items)
        assert await spent() == (0, 1)

    assert await spent() == (0, 0)


async def test_what_a_dead_process_reserved_lapses_soon_after_the_time_out(at: Any) -> None:
    at(NOON)
    admission = await budget.Budget(
        "acme", BudgetOptions(per_day=Decimal(1)), budget.Spending(DOLLAR_A_REPLY, None, 60, 30)
    ).admit(asking("Hi", parameters={"max_tokens": 1000}))
    assert not isinstance(admission, ProviderError)
    provider = limited(REPLY, per_day=1)

    at(NOON + timedelta(seconds=64.9))
    assert await ask(provider) is ErrorCode.BUDGET
    at(NOON + timedelta(seconds=65))
    assert await ask(provider) is None
    assert await spent() == (COST, 0)
    # It lived after all, and tells what it did cost.
    await admission.done(REPLY.model_copy(update={"cost": COST}))
    assert await spent() == (2 * COST, 0)


async def test_a_stream_that_lasts_longer_than_its_time_out_keeps_its_reservation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop, extended = asyncio.get_running_loop(), asyncio.Event()

    def telling(*args: Any) -> None:
        spending.extend(*args)
        loop.call_soon_threadsafe(extended.set)

    async def until_extended() -> None:
        await extended.wait()

    monkeypatch.setattr(reservation, "extend", telling)
    monkeypatch.setattr(reservation, "SHORTEST_PAUSE", 0.0)
    adapter = ScriptedAdapter(TextDelta(text="Hi"), until_extended, REPLY, name="acme")
    quick = options(per_day=1).model_copy(update={"timeout_ms": 400})
    stream = in_layers(adapter, quick).chat_stream(asking("Hi", **THOUSAND))

    def expiry() -> datetime:
        return BudgetReservation.objects.get().expires_at

    await anext(stream)
    before = await in_database(expiry)
    await extended.wait()
    assert await in_database(expiry) > before
    *_, last = [item async for item in stream]
    assert isinstance(last, ChatReply)
    assert await spent() == (COST, 0)


async def test_a_day_is_one_of_utc(at: Any) -> None:
    provider = limited(REPLY, per_day=1)
    at(datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC))
    assert [await ask(provider) for _ in range(2)] == [None, ErrorCode.BUDGET]

    at(datetime(2026, 12, 1, 0, 0, tzinfo=UTC))
    assert await ask(provider) is None


async def test_each_session_has_a_budget_and_a_call_without_one_has_none() -> None:
    provider = limited(REPLY, per_session=1)

    assert [await ask(provider, "a") for _ in range(2)] == [None, ErrorCode.BUDGET]
    assert await ask(provider, "b") is None
    assert [await ask(provider) for _ in range(3)] == [None] * 3
    assert await spent("session") == (2 * COST, 0)


async def test_both_budgets_hold() -> None:
    provider = limited(REPLY, per_session="1.05", per_day="1.15")

    assert [await ask(provider, "a") for _ in range(2)] == [None, ErrorCode.BUDGET]
    assert [await ask(provider, "b") for _ in range(2)] == [None, ErrorCode.BUDGET]
    assert await spent("day") == (2 * COST, 0)


async def test_a_session_s_key_may_be_of_any_length() -> None:
    provider = limited(REPLY, per_session=1)

    assert [await ask(provider, "s" * 10_000) for _ in range(2)] == [None, ErrorCode.BUDGET]
    assert await ask(provider, "s" * 9_999) is None


def deciding(adapter: Provider, **limits: Any) -> AnyProvider:
    return in_layers(adapter, options(**limits))


def codes(results: Sequence[Any]) -> list[ErrorCode | None]:
    return [result.code if isinstance(result, ProviderError) else None for result in results]


async def test_requests_that_travel_together_are_paid_together_each_by_its_session() -> None:
    # A question is taken to have an answer of 1024 tokens, so 1.024 dollars.
    provider = deciding(BatchDecider("acme"), per_session="2.05", per_day=9)
    three = [question("1", session="a"), question("2", session="a"), question("3", session="b")]

    assert codes(await provider.decide_many(three)) == [None] * 3
    assert await spent("day") == (Decimal("0.006"), 0)
    assert await spent("session a") == (Decimal("0.004"), 0)
    assert codes(await provider.decide_many(three)) == [ErrorCode.BUDGET] * 3


async def test_of_a_batch_that_is_too_dear_each_item_is_tried_on_its_own() -> None:
    adapter = BatchDecider("acme")
    chain = chain_of(adapter, price=DOLLAR_A_REPLY, budget=BudgetOptions(per_session=Decimal("1.1")))

    results = await chain.decide_many(
        [question("1", session="a"), question("2", session="a"), question("3", session="b")]
    )

    first, second, third = codes(results)
    assert adapter.batches == []
    assert sorted(adapter.asked) in (["1", "3"], ["2", "3"])
    assert {first, second} == {None, ErrorCode.BUDGET}
    assert third is None


async def test_failed_items_of_a_batch_give_their_money_back() -> None:
    provider = deciding(BatchDecider("acme", together=failing()), per_day=5)

    await provider.decide_many([question("1"), question("2")])

    assert await spent() == (0, 0)


async def test_without_money_the_fallback_answers() -> None:
    spare = saying("from the spare")
    chain = chain_of(saying("no"), spare, price=DOLLAR_A_REPLY, budget=BudgetOptions(per_day=Decimal(0)))

    result = reply(await chain.chat(asking("Hi")))

    assert result.text == "from the spare"
    assert [attempt.code for attempt in result.attempts] == [ErrorCode.BUDGET]


async def test_a_budget_does_not_open_the_circuit() -> None:
    chain = chain_of(
        ScriptedAdapter(REPLY),
        circuit_breaker={"failures": 1, "reset_ms": 60_000},
        price=DOLLAR_A_REPLY,
        budget=BudgetOptions(per_session=Decimal(1)),
    )

    assert [await ask(chain, session) for session in ("a", "a", "b")] == [None, ErrorCode.BUDGET, None]


async def test_a_budget_that_cannot_be_read_lets_nothing_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away(*args: Any, **values: Any) -> Any:
        raise OperationalError("away")

    monkeypatch.setattr(budget, "reserve", away)
    adapter = ScriptedAdapter(REPLY, name="acme")

    assert await ask(in_layers(adapter, options(per_day=1))) is ErrorCode.BUDGET
    assert adapter.requests == []
    assert "could not be read" in caplog.text
