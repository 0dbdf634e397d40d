"""What is offered for review: what fell back and the least certain first, nothing to two people."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from conversations import clock
from conversations.models import Decision, DecisionOutcome, Review, ReviewClaim
from conversations.review.claims import release, take

OFFERED: Final = (DecisionOutcome.SUCCESS, DecisionOutcome.FALLBACK, DecisionOutcome.HANDLER_FAILED)
"""Decisions that led somewhere or were answered; the others are faults, and nothing to judge."""

MOST_COUNTED: Final = 1_000
"""How many waiting decisions are counted at most."""

_AT_ONCE: Final = 10
"""Candidates that are looked at together: some are taken by others before it comes to them."""


@dataclass(frozen=True)
class Scope:
    """What somebody wants to review: all decisions, or those of a graph, or of one of its nodes."""

    graph: str = ""
    node: str = ""


def waiting(scope: Scope) -> QuerySet[Decision]:
    """Decisions that nobody reviewed; without an answer first, then the least certain, newer ones first."""
    rows = Decision.objects.filter(outcome__in=OFFERED)
    if scope.graph:
        rows = rows.filter(graph=scope.graph)
    if scope.node:
        rows = rows.filter(node=scope.node)
    return rows.filter(~Exists(_reviews())).order_by("certainty", "-at")


def count_waiting(scope: Scope) -> int:
    """How many wait, up to MOST_COUNTED."""
    return waiting(scope).order_by()[:MOST_COUNTED].count()


def take_next(reviewer: int, scope: Scope, passed: Collection[UUID] = ()) -> UUID | None:
    """Take the next decision in hand and return its key; None where none is free.

    `reviewer` is the key of an account, `passed` are decisions that the reviewer does not want now.
    """
    while candidates := list(_free(reviewer, scope, passed)[:_AT_ONCE]):
        for decision in candidates:
            if take(decision, reviewer):
                if not Review.objects.filter(decision=decision).exists():
                    return decision
                # Somebody reviewed it and put it down since it was looked for.
                release(decision, reviewer)
    return None


def _free(reviewer: int, scope: Scope, passed: Collection[UUID]) -> QuerySet[Decision, UUID]:
    others = ReviewClaim.objects.filter(decision=OuterRef("pk"), expires_at__gt=clock.now())
    rows = waiting(scope).filter(~Exists(others.exclude(reviewer=reviewer)))
    if passed:
        rows = rows.exclude(pk__in=passed)
    return rows.values_list("pk", flat=True)


def _reviews() -> QuerySet[Review]:
    return Review.objects.filter(decision=OuterRef("pk"))
