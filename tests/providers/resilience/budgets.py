"""Providers with a budget, what they are asked, and what is spent of it afterwards."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from django.db.models import Sum

from providers.building import in_layers
from providers.database import in_database
from providers.errors import ErrorCode, ProviderError
from providers.options import BudgetOptions, Price, ProviderOptions
from providers.ports import AnyProvider, ChatReply, Usage
from providers.spending import BudgetAccount
from tests.providers.asking import asking
from tests.providers.scripted import ScriptedAdapter, Step

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)

DOLLAR_A_REPLY = Price(input=Decimal(0), output=Decimal(1000))
"""With a thousand tokens for a reply a call is taken to cost a dollar."""

REPLY = ChatReply(text="Hi", usage=Usage(input_tokens=5, output_tokens=100))
COST = Decimal("0.1")

THOUSAND: dict[str, Any] = {"parameters": {"max_tokens": 1000}}


def options(**limits: Any) -> ProviderOptions:
    return ProviderOptions(
        name="acme", timeout_ms=60_000, price=DOLLAR_A_REPLY, budget=BudgetOptions(**limits)
    )


def limited(*steps: Step, **limits: Any) -> AnyProvider:
    return in_layers(ScriptedAdapter(*steps, name="acme"), options(**limits))


async def ask(provider: AnyProvider, session: str | None = None) -> ErrorCode | None:
    """Ask for a reply of up to a thousand tokens; None where there was one."""
    result = await provider.chat(asking("Hi", session=session, **THOUSAND))
    return result.code if isinstance(result, ProviderError) else None


async def spent(period: str = "day") -> tuple[Any, Any]:
    """Dollars that are spent and held back in all periods of a kind."""

    def read() -> tuple[Any, Any]:
        accounts = BudgetAccount.objects.filter(period__startswith=period)
        sums = accounts.aggregate(spent=Sum("spent"), reserved=Sum("reserved"))
        return Decimal(sums["spent"]) / 10**9, Decimal(sums["reserved"]) / 10**9

    return await in_database(read)
