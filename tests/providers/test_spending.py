from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from providers.spending import (
    MOST,
    BudgetAccount,
    BudgetExhausted,
    BudgetReservation,
    Held,
    Share,
    billionths,
    extend,
    lapse,
    reserve,
    settle,
)

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def reserved(*shares: Share, now: datetime = NOON) -> tuple[Held, ...]:
    return reserve("acme", shares, now=now, until=now + MINUTE)


def state(period: str = "day") -> tuple[int, int]:
    """What is spent of a period, and what is held back."""
    account = BudgetAccount.objects.get(provider="acme", period=period)
    return account.spent, account.reserved


def test_what_is_reserved_is_held_back_until_it_is_settled() -> None:
    held = reserved(Share("day", limit=100, amount=60))
    assert state() == (0, 60)

    settle(held, [25])
    assert state() == (25, 0)
    assert not BudgetReservation.objects.exists()


def test_the_limit_may_be_reached_but_not_passed() -> None:
    reserved(Share("day", limit=100, amount=60))
    reserved(Share("day", limit=100, amount=40))

    with pytest.raises(BudgetExhausted):
        reserved(Share("day", limit=100, amount=1))
    assert state() == (0, 100)


def test_all_shares_are_reserved_or_none() -> None:
    with pytest.raises(BudgetExhausted) as refused:
        reserved(Share("session", limit=100, amount=60), Share("day", limit=50, amount=60))

    assert refused.value.share.period == "day"
    assert (state("session"), state("day")) == ((0, 0), (0, 0))


def test_what_a_dead_process_held_lapses_when_its_time_is_over() -> None:
    reserved(Share("day", limit=100, amount=60))

    with pytest.raises(BudgetExhausted):
        reserved(Share("day", limit=100, amount=60), now=NOON + MINUTE - timedelta(milliseconds=1))
    reserved(Share("day", limit=100, amount=60), now=NOON + MINUTE)

    assert state() == (0, 60)


def test_what_lapsed_is_not_given_back_twice() -> None:
    held = reserved(Share("day", limit=100, amount=60))
    assert lapse("acme", NOON + MINUTE)

    settle(held, [25])

    assert state() == (25, 0)


def test_what_is_extended_does_not_lapse() -> None:
    held = reserved(Share("day", limit=100, amount=60))
    extend(held, NOON + 2 * MINUTE)

    assert not lapse("acme", NOON + MINUTE)
    assert state() == (0, 60)


def test_a_call_may_cost_more_than_was_thought() -> None:
    settle(reserved(Share("day", limit=100, amount=60)), [500])

    assert state() == (500, 0)
    with pytest.raises(BudgetExhausted):
        reserved(Share("day", limit=100, amount=0))


def test_providers_have_budgets_of_their_own() -> None:
    reserved(Share("day", limit=100, amount=100))

    reserve("other", [Share("day", limit=100, amount=100)], now=NOON, until=NOON + MINUTE)


@pytest.mark.parametrize("values", [{"spent": -1}, {"reserved": -1}])
def test_no_account_is_negative(values: dict[str, int]) -> None:
    with pytest.raises(IntegrityError):
        BudgetAccount.objects.create(provider="acme", period="day", **values)


@pytest.mark.parametrize(
    ("dollars", "amount"),
    [("0", 0), ("1", 10**9), ("0.0000000001", 1), ("1e30", MOST)],
)
def test_amounts_are_whole_billionths_rounded_up(dollars: str, amount: int) -> None:
    assert billionths(Decimal(dollars)) == amount


ONE_STEP = st.tuples(st.sampled_from(["reserve", "settle", "fail", "lapse"]), st.integers(0, 40))


@settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(steps=st.lists(ONE_STEP, max_size=25))
def test_whatever_happens_the_limit_holds_and_the_account_tells_what_is_held(
    db: None, steps: list[tuple[str, int]]
) -> None:
    BudgetAccount.objects.all().delete()
    BudgetAccount.objects.create(provider="acme", period="day")
    now, running, paid = NOON, list[tuple[Held, ...]](), 0
    for kind, number in steps:
        if kind == "reserve":
            try:
                running.append(reserved(Share("day", limit=100, amount=number), now=now))
            except BudgetExhausted:
                assert sum(state()) + number > 100
        elif kind == "lapse":
            now += MINUTE
            lapse("acme", now)
            # Their processes died.
            running.clear()
        elif running:
            held = running.pop(number % len(running))
            cost = min(number, held[0].amount) if kind == "settle" else 0
            settle(held, [cost])
            paid += cost
        held_back = sum(BudgetReservation.objects.values_list("amount", flat=True))
        assert state() == (paid, held_back)
        assert paid + held_back <= 100
