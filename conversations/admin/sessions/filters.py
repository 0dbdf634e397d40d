"""Filters of the list of sessions."""

from collections.abc import Callable
from typing import Any, ClassVar, Final

from django.db.models import Exists, QuerySet
from django.http import HttpRequest

from conversations.admin.filters import ChoiceFilter, DayFilter
from conversations.admin.integrations.filters import ClientFilter
from conversations.admin.sessions.figures import failed_turns, fallbacks, ratings, takeovers
from conversations.authoring.nodes import END
from conversations.engine import graphs
from conversations.models import Session, SessionStatus
from conversations.models.rating import BAD, GOOD

Rows = QuerySet[Session]

NO_CLIENT: Final = "none"

SEPARATOR: Final = "/"
"""Between a graph, whose name has none, and a node."""


class GraphFilter(ChoiceFilter):
    """The graphs that are served."""

    title = "graph"
    parameter_name = "graph"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Their names."""
        return [(name, graph.title or name) for name, graph in graphs.served().items()]

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        """The sessions of one graph."""
        return queryset.filter(graph=self.value()) if self.value() else queryset


class StatusFilter(ChoiceFilter):
    """How sessions stand."""

    title = "status"
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Every status."""
        return [(status.value, status.label) for status in SessionStatus]

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        """The sessions of one status."""
        return queryset.filter(status=self.value()) if self.value() else queryset


class OwnerFilter(ClientFilter):
    """The integrations that own sessions; those of visitors have none."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Their names."""
        return [(NO_CLIENT, "None"), *super().lookups(request, model_admin)]

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        """The sessions of one client, or those of none."""
        if self.value() == NO_CLIENT:
            return queryset.filter(client=None)
        return super().queryset(request, queryset)


class NodeFilter(ChoiceFilter):
    """The nodes of the graphs that are served, and the end of each."""

    title = "stands at"
    parameter_name = "node"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Graph and node together: two graphs may have nodes of the same name."""
        return [
            (f"{name}{SEPARATOR}{node}", f"{name}: {node}")
            for name, graph in graphs.served().items()
            for node in (*(one.node_id() for one in graph.nodes), END)
        ]

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        """The sessions that stand at one node."""
        graph, separator, node = (self.value() or "").partition(SEPARATOR)
        return queryset.filter(graph=graph, cursor=node) if separator else queryset


class ActiveDayFilter(DayFilter):
    """The days on which something happened last in a session."""

    title = "last activity"
    moment = "updated_at"


class HappenedFilter(ChoiceFilter):
    """Whether something happened in sessions: whether there are `rows` of it."""

    rows: ClassVar[Callable[[], QuerySet[Any]]]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """It did, or it did not."""
        return [("yes", "Yes"), ("no", "No")]

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        """The sessions in which it happened, or those in which it did not."""
        match self.value():
            case "yes":
                return queryset.filter(Exists(type(self).rows()))
            case "no":
                return queryset.filter(~Exists(type(self).rows()))
        return queryset


class FailedFilter(HappenedFilter):
    """Whether a turn failed."""

    title = "failed turns"
    parameter_name = "failed"
    rows = staticmethod(failed_turns)


class HandedOverFilter(HappenedFilter):
    """Whether staff spoke in the machine's place."""

    title = "handed over"
    parameter_name = "handed_over"
    rows = staticmethod(takeovers)


class FallbackFilter(HappenedFilter):
    """Whether nobody answered a decision and the graph had a way out."""

    title = "has fallback"
    parameter_name = "fallback"
    rows = staticmethod(fallbacks)


class RatingFilter(ChoiceFilter):
    """What customers think of sessions."""

    title = "rating"
    parameter_name = "rating"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Thumbs, and whether there are any."""
        return [("good", "Good"), ("bad", "Bad"), ("comment", "With a comment"), ("none", "Not rated")]

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        """The sessions that were rated so."""
        match self.value():
            case "good":
                return queryset.filter(Exists(ratings().filter(value=GOOD)))
            case "bad":
                return queryset.filter(Exists(ratings().filter(value=BAD)))
            case "comment":
                return queryset.filter(Exists(ratings().exclude(comment="")))
            case "none":
                return queryset.filter(~Exists(ratings()))
        return queryset


class TestFilter(ChoiceFilter):
    """Customers' sessions, and those in which staff or an author try something."""

    title = "test sessions"
    parameter_name = "test"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Both kinds."""
        return [("no", "Without them"), ("yes", "Only these")]

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        """The sessions of one kind."""
        match self.value():
            case "no":
                return queryset.filter(is_test=False)
            case "yes":
                return queryset.filter(is_test=True)
        return queryset
