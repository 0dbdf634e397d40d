"""Finds decisions for whoever may see them."""

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from conversations import access
from conversations.access import AccessDenied, Caller
from conversations.api.base.keys import key_of
from conversations.api.base.paging import Page, page_of
from conversations.codes import Code
from conversations.models import Decision, DecisionAnswer, Review

_LOOKUPS: Final = {
    "session": "turn__session",
    "graph": "graph",
    "node": "node",
    "outcome": "outcome",
    "failure": "failure",
    "provider": "answered_by",
    "model": "model",
    "certainty_from": "certainty__gte",
    "certainty_to": "certainty__lte",
    "since": "at__gte",
    "until": "at__lt",
}


def page_of_decisions(caller: Caller, asked: Mapping[str, Any]) -> Page[Decision]:
    """A page of the decisions that the caller may see, as DecisionsQuerySerializer asks for them."""
    rows = _reachable(caller).filter(**{_LOOKUPS[name]: asked[name] for name in asked if name in _LOOKUPS})
    if "question" in asked:
        answers = DecisionAnswer.objects.filter(decision=OuterRef("pk"), question=asked["question"])
        rows = rows.filter(Exists(answers))
    if "review" in asked:
        rows = rows.filter(_reviewed(asked["review"]))
    return page_of(rows, "at", cursor=asked.get("cursor"), limit=asked["limit"])


def read_decision(caller: Caller, text: str) -> Decision:
    """A decision by its id. Raises AccessDenied NOT_FOUND, also where it is not the caller's."""
    key = key_of(text)
    row = None if key is None else _reachable(caller).filter(pk=key).first()
    if row is None:
        raise AccessDenied(Code.NOT_FOUND, "There is no such decision.")
    return row


def _reachable(caller: Caller) -> QuerySet[Decision]:
    rows = Decision.objects.filter(access.own(caller, "turn__session__"), turn__session__is_test=False)
    return rows.select_related("turn").prefetch_related("answers")


def _reviewed(what: str) -> Q:
    reviews = Review.objects.filter(decision=OuterRef("pk"))
    match what:
        case "unreviewed":
            return Q(~Exists(reviews))
        case "disagreement":
            # They are few and may all be old: found first, not asked of each decision in turn.
            return Q(pk__in=Review.objects.order_by().filter(agrees=False).values("decision").distinct())
        case "disputed":
            return Q(pk__in=_disputed())
    return Q(Exists(reviews))


def _disputed() -> QuerySet[Review, Any]:
    """Decisions with a question of which reviewers do not say the same: one look at all reviews."""
    said = {f"of_{name}": Count(name, distinct=True) for name in ("agrees", "label", "number")}
    of_questions = Review.objects.order_by().values("decision", "question").annotate(**said)
    return of_questions.filter(Q(of_agrees__gt=1) | Q(of_label__gt=1) | Q(of_number__gt=1)).values("decision")
