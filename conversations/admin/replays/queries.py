"""The rows of a replay's comparison; a replay is bounded, so all of them may be read."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import Count, QuerySet, Sum

from conversations.admin.replays.comparing import Asked, Spent
from conversations.judging import Given, Said, given_in
from conversations.models import Decision, DecisionAnswer, ModelCall, Replay, ReplayItem, Review
from conversations.models.review import WHOLE
from providers.admin.paging import BoundedPaginator

A_PAGE: Final = 25
"""Decisions that are compared on one page."""

_SHOWN: Final = ("replay", "decision", "code", "answers", "duration_ms", "decision__duration_ms")

Before: TypeAlias = dict[UUID, dict[str, Given]]
"""Answers by decision and question."""

SaidOf: TypeAlias = dict[UUID, dict[str, Said]]
"""What reviewers said, by decision and question."""


def asked(replay: Replay) -> list[Asked]:
    """Every item that was asked, in figures: answers, durations, codes, and what reviewers said."""
    of_replay = {"decision__replays__replay": replay}
    before = _answers(DecisionAnswer.objects.filter(**of_replay))
    said = _said(Review.objects.filter(**of_replay))
    items = replay.items.filter(at__isnull=False).select_related("decision").order_by("pk")
    return [_asked(item, item.decision.duration_ms, before, said) for item in items.only(*_SHOWN)]


def _asked(item: ReplayItem, took_before: int, before: Before, said: SaidOf) -> Asked:
    return Asked(
        code=item.code,
        before=before.get(item.decision_id, {}),
        after={name: given_in(one) for name, one in item.answers.items()},
        said=said.get(item.decision_id, {}),
        took=item.duration_ms,
        took_before=took_before,
    )


def spent_after(replay: Replay) -> Spent:
    """What the replay cost."""
    items = replay.items.filter(at__isnull=False, answered_by__gt="")
    sums = items.aggregate(
        calls=Count("pk"),
        priced=Count("cost"),
        cost=Sum("cost"),
        input=Sum("input_tokens"),
        output=Sum("output_tokens"),
    )
    return _spent(sums)


def spent_before(replay: Replay) -> Spent:
    """What the calls cost by which the same decisions were made; a dropped step's are not counted."""
    decided = Decision.objects.filter(replays__replay=replay, replays__at__isnull=False)
    calls = ModelCall.objects.filter(step__in=decided.values("step"), node=replay.node)
    sums = calls.aggregate(
        calls=Count("pk"),
        priced=Count("cost"),
        cost=Sum("cost"),
        input=Sum("input_tokens"),
        output=Sum("output_tokens"),
    )
    return _spent(sums)


def _spent(sums: dict[str, Any]) -> Spent:
    cost: Decimal | None = sums["cost"]
    return Spent(sums["calls"], sums["priced"], cost, sums["input"] or 0, sums["output"] or 0)


def page_of(replay: Replay, number: str | None) -> Page[ReplayItem]:
    """A page of the items that were asked: those that changed most first, with all that is shown of them."""
    items = (
        replay.items.filter(at__isnull=False)
        .select_related("decision__turn__session")
        .order_by("-changed", "pk")
    )
    paginator: Paginator[ReplayItem] = BoundedPaginator(items, A_PAGE)
    return paginator.get_page(number)


def compared(items: Iterable[ReplayItem]) -> list[tuple[ReplayItem, Asked]]:
    """The items of a page, each with its answers before and after and what reviewers said."""
    kept = list(items)
    decisions = [item.decision_id for item in kept]
    before = _answers(DecisionAnswer.objects.filter(decision__in=decisions))
    said = _said(Review.objects.filter(decision__in=decisions))
    return [(item, _asked(item, item.decision.duration_ms, before, said)) for item in kept]


def _answers(rows: QuerySet[DecisionAnswer]) -> Before:
    found: Before = {}
    for decision, question, *answer in rows.values_list(
        "decision_id", "question", "kind", "label", "number", "probability", "thresholds"
    ):
        found.setdefault(decision, {})[question] = Given(*answer)
    return found


def _said(rows: QuerySet[Review]) -> SaidOf:
    """The newest review of each decision and question."""
    found: SaidOf = {}
    newest_first = rows.exclude(question=WHOLE).order_by("-updated_at", "-pk")
    for decision, question, agrees, label, number in newest_first.values_list(
        "decision_id", "question", "agrees", "label", "number"
    ):
        found.setdefault(decision, {}).setdefault(question, Said(agrees, label, number))
    return found
