"""What the budgets of providers have spent and hold back: two tables, and the writes that keep them true.

All processes share them. Whether there is room is asked and taken by one conditional UPDATE: of calls
that come at the same moment no more pass than there is money for. Amounts are whole billionths of a US
dollar, since sums of fractions would drift.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_CEILING, Decimal
from typing import Final

from django.db import models, transaction
from django.db.models import F, Q, Value
from django.db.models.functions import Now

MOST: Final = 4 * 10**18
"""An amount is no larger: twice this still fits its column."""


class BudgetAccount(models.Model):
    """What one provider spent in one period, a day or a session, and what its running calls may spend.

    `opened_at` is by the database, so that a process of an earlier release can open one, too.
    """

    provider = models.CharField(max_length=64)
    period = models.CharField(max_length=200)
    opened_at = models.DateTimeField(db_default=Now(), db_index=True)
    spent = models.BigIntegerField(default=0)
    reserved = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["provider", "period"], name="budget_account_of_a_period"),
            models.CheckConstraint(
                condition=Q(spent__gte=0, reserved__gte=0), name="budget_account_is_not_negative"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.provider}, {self.period}"


class BudgetReservation(models.Model):
    """What a running call may spend of an account. It lapses where its process dies."""

    account = models.ForeignKey(BudgetAccount, on_delete=models.CASCADE, related_name="reservations")
    amount = models.BigIntegerField()
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gte=0), name="budget_reservation_is_not_negative")
        ]

    def __str__(self) -> str:
        return f"{self.amount} of {self.account_id}"


@dataclass(frozen=True)
class Share:
    """What a call wants of one period, in billionths, and the limit of that period."""

    period: str
    limit: int
    amount: int


@dataclass(frozen=True)
class Held:
    """A share that is reserved: its row, its account, and the amount."""

    reservation: int
    account: int
    amount: int


class BudgetExhausted(Exception):
    """There is no room for `share`; nothing was reserved."""

    def __init__(self, share: Share) -> None:
        super().__init__(share.period)
        self.share = share


def billionths(dollars: Decimal) -> int:
    """US dollars as whole billionths, rounded up, within what a column takes."""
    return min(MOST, int((dollars * 10**9).to_integral_value(rounding=ROUND_CEILING)))


def reserve(provider: str, shares: Sequence[Share], *, now: datetime, until: datetime) -> tuple[Held, ...]:
    """Reserve all shares or none. Raises BudgetExhausted.

    The shares of one call are in the same order for every caller, the most wanted period last: so
    nobody waits for somebody who waits for him, and least for that one.
    """
    try:
        return _reserve(provider, shares, until)
    except BudgetExhausted:
        if not lapse(provider, now):
            raise
    return _reserve(provider, shares, until)


def settle(held: Sequence[Held], costs: Sequence[int]) -> None:
    """Put what the call did cost, for each share, in place of what it might have cost."""
    with transaction.atomic():
        for one, cost in zip(held, costs, strict=True):
            _release(one, min(cost, MOST))


def extend(held: Sequence[Held], until: datetime) -> None:
    """Let the reservations of a call that still runs last until then."""
    rows = BudgetReservation.objects.filter(pk__in=[one.reservation for one in held])
    rows.update(expires_at=until)


def lapse(provider: str, now: datetime) -> bool:
    """Give back what calls hold whose process died; whether there was any."""
    expired = BudgetReservation.objects.filter(account__provider=provider, expires_at__lte=now)
    found = [Held(*row) for row in expired.values_list("pk", "account_id", "amount")]
    for one in found:
        with transaction.atomic():
            if BudgetReservation.objects.filter(pk=one.reservation).delete()[0]:
                _accounts(one).update(reserved=F("reserved") - one.amount)
    return bool(found)


def _reserve(provider: str, shares: Sequence[Share], until: datetime) -> tuple[Held, ...]:
    accounts = [_account(provider, share.period) for share in shares]
    with transaction.atomic():
        for share, account in zip(shares, accounts, strict=True):
            if not _take(share, account):
                raise BudgetExhausted(share)
        rows = BudgetReservation.objects.bulk_create(
            BudgetReservation(account_id=account, amount=share.amount, expires_at=until)
            for share, account in zip(shares, accounts, strict=True)
        )
    return tuple(Held(row.pk, row.account_id, row.amount) for row in rows)


def _account(provider: str, period: str) -> int:
    account, _ = BudgetAccount.objects.get_or_create(provider=provider, period=period)
    return account.pk


def _take(share: Share, account: int) -> bool:
    """Ask for room and take it, in one statement."""
    room = Value(share.limit - share.amount) - F("spent")
    roomy = BudgetAccount.objects.filter(pk=account, reserved__lte=room)
    return bool(roomy.update(reserved=F("reserved") + share.amount))


def _release(held: Held, cost: int) -> None:
    deleted, _ = BudgetReservation.objects.filter(pk=held.reservation).delete()
    # One that lapsed gave its amount back already.
    amount = held.amount if deleted else 0
    _accounts(held).update(spent=F("spent") + cost, reserved=F("reserved") - amount)


def _accounts(held: Held) -> models.QuerySet[BudgetAccount]:
    return BudgetAccount.objects.filter(pk=held.account)
