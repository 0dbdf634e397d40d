"""Filters of the list of decisions. What they offer costs no look at the rows, however many there are."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from conversations.authoring.decisions import FailureKind
from conversations.engine import graphs
from conversations.models import Decision
from conversations.provider_use import decision_nodes
from providers.models import Provider

SEPARATOR = "/"
"""Between a graph, whose name has none, and a node."""


class GraphFilter(admin.SimpleListFilter):
    """The graphs that are served."""

    title = "graph"
    parameter_name = "graph"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Their names."""
        return [(name, name) for name in graphs.served()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Decision]) -> QuerySet[Decision]:
        """The decisions of one graph."""
        return queryset.filter(graph=self.value()) if self.value() else queryset


class NodeFilter(admin.SimpleListFilter):
    """The decision nodes of the graphs that are served."""

    title = "node"
    parameter_name = "node"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Graph and node together: two graphs may have nodes of the same name."""
        return [
            (f"{name}{SEPARATOR}{node.node_id()}", f"{name}: {node.node_id()}")
            for name, graph in graphs.served().items()
            for node in decision_nodes(graph)
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Decision]) -> QuerySet[Decision]:
        """The decisions of one node."""
        graph, _, node = (self.value() or "").partition(SEPARATOR)
        return queryset.filter(graph=graph, node=node) if node else queryset


class FailureFilter(admin.SimpleListFilter):
    """How decisions can fail."""

    title = "failure"
    parameter_name = "failure"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The kinds of failure."""
        return [(kind.value, kind.value) for kind in FailureKind]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Decision]) -> QuerySet[Decision]:
        """The decisions that failed in one way."""
        return queryset.filter(failure=self.value()) if self.value() else queryset


class ProviderFilter(admin.SimpleListFilter):
    """The providers that there are."""

    title = "answering provider"
    parameter_name = "answered_by"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Their names."""
        return [(name, name) for name in Provider.objects.values_list("name", flat=True)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Decision]) -> QuerySet[Decision]:
        """The decisions that one provider answered."""
        return queryset.filter(answered_by=self.value()) if self.value() else queryset
