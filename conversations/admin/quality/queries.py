"""What the figures are made of. Every query is bounded, however many decisions and reviews there are."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from django.db.models import FilteredRelation, Q

from conversations.judging import Given, Said
from conversations.models import Decision, DecisionAnswer, Review
from conversations.models.review import WHOLE

MOST_REVIEWS: Final = 50_000
"""The newest reviews of a question that are counted."""

MOST_TALLIED: Final = 5_000
"""The newest reviews that the overview counts."""

MOST_DECISIONS: Final = 5_000
"""The newest decisions of a node whose answers tell how often which figure comes."""

ASKED_LATELY: Final = 50
"""Decisions that are looked at for what a node asks."""

BEGINNING: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""Before every decision."""

REVIEWED_LATELY: Final = 2_000
"""Reviews, of all nodes, that are looked at for what was judged."""


@dataclass(frozen=True)
class Scope:
    """Which decisions: of a node, and where they are set of one provider, one model, or since a moment."""

    graph: str
    node: str
    provider: str = ""
    model: str | None = None
    since: datetime | None = None

    def of(self, decision: str = "") -> Q:
        """The condition, where `decision` leads to the decision, such as `decision__`.

        Test sessions are in no figure.
        """
        wanted: dict[str, object] = {
            "graph": self.graph,
            "node": self.node,
            "turn__session__is_test": False,
        }
        if self.provider:
            wanted["answered_by"] = self.provider
        if self.model is not None:
            wanted["model"] = self.model
        if self.since is not None:
            wanted["at__gte"] = self.since
        return Q(**{f"{decision}{name}": value for name, value in wanted.items()})


@dataclass(frozen=True)
class Reviewed:
    """A decision's newest review of one question, with the answer: None where there was none to review."""

    decision: UUID
    at: datetime
    provider: str
    model: str
    source: str
    said: Said
    given: Given | None


def reviewed(scope: Scope, question: str) -> list[Reviewed]:
    """The newest review of each decision, the newest reviews first."""
    rows = (
        Review.objects.filter(scope.of("decision__"), question=question)
        .annotate(
            answer=FilteredRelation("decision__answers", condition=Q(decision__answers__question=question))
        )
        .order_by("-updated_at", "-pk")
        .values_list(
            "decision_id",
            "decision__at",
            "decision__answered_by",
            "decision__model",
            "decision__source",
            "agrees",
            "label",
            "number",
            "answer__kind",
            "answer__label",
            "answer__number",
            "answer__probability",
        )[:MOST_REVIEWS]
    )
    newest: dict[UUID, Reviewed] = {}
    for decision, at, provider, model, source, agrees, right, level, *answer in rows.iterator():
        if decision not in newest:
            said = Said(agrees, right, level)
            newest[decision] = Reviewed(decision, at, provider, model, source, said, _given(*answer))
    return list(newest.values())


def _given(kind: str | None, label: str, number: float | None, probability: float | None) -> Given | None:
    """An answer; None where nothing was joined."""
    return None if kind is None else Given(kind, label, number, probability)


def answers_of_all(scope: Scope, question: str) -> list[Given]:
    """The newest answers, without their labels, whether somebody reviewed them or not."""
    rows = DecisionAnswer.objects.filter(
        scope.of("decision__"), question=question, decision__at__gte=_since_when(scope)
    ).values_list("kind", "number", "probability")
    return [Given(kind, "", number, probability) for kind, number, probability in rows.iterator()]


def _since_when(scope: Scope) -> datetime:
    """When the first of the newest MOST_DECISIONS of a node was made, test sessions counted in.

    Asked for by itself: told to cut off a join, the database may well read all answers before it does.
    """
    decisions = Decision.objects.filter(graph=scope.graph, node=scope.node).order_by("-at")
    first = decisions.values_list("at", flat=True)[MOST_DECISIONS - 1 : MOST_DECISIONS]
    return next(iter(first), scope.since or BEGINNING)


def questions_of(graph: str, node: str) -> list[str]:
    """What a node asked lately or was reviewed on, in the order of their names; `WHOLE` last."""
    lately = Decision.objects.filter(graph=graph, node=node).order_by("-at").values("pk")[:ASKED_LATELY]
    asked = DecisionAnswer.objects.filter(decision__in=lately).values_list("question", flat=True)
    reviews = Review.objects.order_by("-updated_at").values_list(
        "question", "decision__graph", "decision__node"
    )
    judged = {name for name, *place in reviews[:REVIEWED_LATELY] if place == [graph, node]}
    names = {*asked, *judged}
    return [*sorted(names - {WHOLE}), *([WHOLE] if WHOLE in names else [])]


@dataclass(frozen=True)
class Tally:
    """One verdict of the overview: the newest of a decision and question."""

    graph: str
    node: str
    question: str
    agrees: bool


def tallies() -> Iterator[Tally]:
    """The newest verdict of each decision and question, among the newest reviews of all nodes."""
    rows = (
        Review.objects.filter(decision__turn__session__is_test=False)
        .order_by("-updated_at", "-pk")
        .values_list("decision_id", "question", "decision__graph", "decision__node", "agrees")
    )
    seen: set[tuple[UUID, str]] = set()
    for decision, question, graph, node, agrees in rows[:MOST_TALLIED].iterator():
        if (decision, question) not in seen:
            seen.add((decision, question))
            yield Tally(graph, node, question, agrees)
