"""What a list tells of sessions beside their own rows, read at once for those that it shows."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet, Subquery, Sum

from conversations.models import (
    Decision,
    DecisionOutcome,
    ModelCall,
    Rating,
    Session,
    Takeover,
    Turn,
    TurnStatus,
)


@dataclass(frozen=True)
class Figures:
    """What happened in a session. `cost` is in US dollars, None where no call's price is known."""

    failed: bool = False
    handed_over: bool = False
    fell_back: bool = False
    cost: Decimal | None = None


NOTHING: Final = Figures()


def figures_of(sessions: Iterable[UUID]) -> dict[UUID, Figures]:
    """The figures of each session, in one query."""
    rows = Session.objects.filter(pk__in=list(sessions)).annotate(
        has_failed=Exists(failed_turns()),
        was_handed_over=Exists(takeovers()),
        fell_back=Exists(fallbacks()),
        spent=Subquery(_cost()),
    )
    found = rows.values_list("pk", "has_failed", "was_handed_over", "fell_back", "spent")
    return {key: Figures(*values) for key, *values in found}


def failed_turns() -> QuerySet[Turn]:
    """The turns of an outer session that failed."""
    return Turn.objects.filter(session=OuterRef("pk"), status=TurnStatus.FAILED)


def takeovers() -> QuerySet[Takeover]:
    """The times in which staff spoke in an outer session."""
    return Takeover.objects.filter(session=OuterRef("pk"))


def ratings() -> QuerySet[Rating]:
    """What the customer of an outer session thinks of it."""
    return Rating.objects.filter(session=OuterRef("pk"))


def fallbacks() -> QuerySet[Decision]:
    """The decisions of an outer session that nobody answered and the graph had a way out of.

    The graph is that of the session anyhow; said, it lets a database begin with the decisions of a graph
    that has few.
    """
    return Decision.objects.filter(
        turn__session=OuterRef("pk"), graph=OuterRef("graph"), outcome=DecisionOutcome.FALLBACK
    )


def _cost() -> QuerySet[ModelCall, Any]:
    calls = ModelCall.objects.filter(turn__session=OuterRef("pk")).order_by()
    return calls.values("turn__session").annotate(total=Sum("cost")).values("total")
