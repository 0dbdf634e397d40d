"""Filters of the list of decisions. What they offer costs no look at all rows, however many there are."""

import math
from collections.abc import Iterator
from typing import Any, ClassVar, Final

from django import forms
from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminDecimalFieldWidget

from conversations.admin.decision_nodes import SEPARATOR, deciding, taken_apart
from conversations.admin.decisions import offers
from conversations.admin.filters import ChoiceFilter, DayFilter
from conversations.authoring.decisions import FailureKind
from conversations.models import Decision, DecisionAnswer, DecisionOutcome, Review

Rows = QuerySet[Decision]


class EqualFilter(ChoiceFilter):
    """Decisions of which one column has the chosen value."""

    column: ClassVar[str]

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        """The decisions with this value."""
        return queryset.filter(**{self.column: self.value()}) if self.value() else queryset


class OutcomeFilter(EqualFilter):
    """What became of decisions."""

    title = "outcome"
    parameter_name = "outcome"
    column = "outcome"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Every outcome."""
        return [(outcome.value, outcome.label) for outcome in DecisionOutcome]


class FailureFilter(EqualFilter):
    """How decisions can fail."""

    title = "failure"
    parameter_name = "failure"
    column = "failure"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The kinds of failure."""
        return [(kind.value, kind.value.capitalize()) for kind in FailureKind]


class GraphFilter(EqualFilter):
    """The graphs that are served."""

    title = "graph"
    parameter_name = "graph"
    column = "graph"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Those that decide anything."""
        return [(name, name) for name in dict.fromkeys(graph for graph, _ in deciding())]


class NodeFilter(ChoiceFilter):
    """The decision nodes of the graphs that are served."""

    title = "node"
    parameter_name = "node"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Graph and node together: two graphs may have nodes of the same name."""
        return [(f"{graph}{SEPARATOR}{node}", f"{graph}: {node}") for graph, node in deciding()]

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        """The decisions of one node."""
        graph, node = taken_apart(self.value() or "")
        return queryset.filter(graph=graph, node=node) if node else queryset


class QuestionFilter(ChoiceFilter):
    """The questions that were ever answered."""

    title = "question"
    parameter_name = "question"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Their names."""
        return [(name, name) for name in offers.offered(offers.QUESTIONS)]

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        """The decisions with an answer to one question."""
        if not self.value():
            return queryset
        answers = DecisionAnswer.objects.filter(decision=OuterRef("pk"), question=self.value())
        return queryset.filter(Exists(answers))


class ProviderFilter(EqualFilter):
    """The providers that ever answered."""

    title = "answering provider"
    parameter_name = "answered_by"
    column = "answered_by"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Their names."""
        return [(name, name) for name in offers.offered(offers.PROVIDERS)]


class ModelFilter(EqualFilter):
    """The models that ever answered."""

    title = "model"
    parameter_name = "model"
    column = "model"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Their names."""
        return [(name, name) for name in offers.offered(offers.MODELS)]


UNREVIEWED: Final = "unreviewed"
REVIEWED: Final = "reviewed"
DISAGREEMENT: Final = "disagreement"
DISPUTED: Final = "disputed"


class ReviewFilter(ChoiceFilter):
    """What reviewers said of decisions."""

    title = "review"
    parameter_name = "review"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Whether anybody reviewed them, and who does not agree with whom."""
        return [
            (UNREVIEWED, "Not reviewed"),
            (REVIEWED, "Reviewed"),
            (DISAGREEMENT, "A reviewer disagrees with the machine"),
            (DISPUTED, "Reviewers disagree with each other"),
        ]

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        """The decisions of which that holds."""
        reviews = Review.objects.filter(decision=OuterRef("pk"))
        match self.value():
            case "unreviewed":
                return queryset.filter(~Exists(reviews))
            case "reviewed":
                return queryset.filter(Exists(reviews))
            case "disagreement":
                # They are few and may all be old: found first, not asked of each decision in turn.
                wrong = Review.objects.order_by().filter(agrees=False)
                return queryset.filter(pk__in=wrong.values("decision").distinct())
            case "disputed":
                return queryset.filter(pk__in=_disputed())
        return queryset


def _disputed() -> QuerySet[Review, Any]:
    """Decisions with a question of which reviewers do not say the same: one look at all reviews."""
    said = {name: Count(name, distinct=True) for name in ("agrees", "label", "number")}
    of_questions = (
        Review.objects.order_by()
        .values("decision", "question")
        .annotate(**{f"{name}_count": count for name, count in said.items()})
    )
    differ = Q(agrees_count__gt=1) | Q(label_count__gt=1) | Q(number_count__gt=1)
    return of_questions.filter(differ).values("decision")


class CertaintyFilter(admin.ListFilter):
    """How sure decisions were of their least certain answer, from one probability to another."""

    title = "certainty"
    template = "unfold/filters/filters_field.html"
    names: Final = ("certainty_from", "certainty_to")

    def __init__(self, request: HttpRequest, params: dict[str, Any], model: Any, model_admin: Any) -> None:
        super().__init__(request, params, model, model_admin)
        for name in self.names:
            if name in params:
                self.used_parameters[name] = params.pop(name)[-1]

    def has_output(self) -> bool:
        """Always."""
        return True

    def expected_parameters(self) -> list[str | None]:
        """Both ends."""
        return list(self.names)

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        """The decisions between the ends. Raises IncorrectLookupParameters where one is no number."""
        for name, lookup in zip(self.names, ("certainty__gte", "certainty__lte"), strict=True):
            given = self.used_parameters.get(name)
            if given:
                queryset = queryset.filter(**{lookup: _number(str(given))})
        return queryset

    def choices(self, changelist: Any) -> Iterator[Any]:
        """A box for each end."""
        yield {"form": CertaintyForm({name: self.used_parameters.get(name, "") for name in self.names})}


class CertaintyForm(forms.Form):
    """From which probability to which."""

    certainty_from = forms.FloatField(
        label="Certainty from (0 where nobody answered)",
        required=False,
        widget=UnfoldAdminDecimalFieldWidget(attrs={"min": 0, "max": 1, "step": "any"}),
    )
    certainty_to = forms.FloatField(
        label="Certainty to",
        required=False,
        widget=UnfoldAdminDecimalFieldWidget(attrs={"min": 0, "max": 1, "step": "any"}),
    )


class DecidedDayFilter(DayFilter):
    """The days of decisions."""

    moment = "at"


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError as error:
        raise IncorrectLookupParameters from error
    if not math.isfinite(number):
        raise IncorrectLookupParameters
    return number
