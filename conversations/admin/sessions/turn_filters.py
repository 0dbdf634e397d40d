"""Filters of the list of turns."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from conversations.admin.filters import ChoiceFilter, DayFilter
from conversations.engine.errors import Cause
from conversations.models import Turn, TurnStatus


class TurnDayFilter(DayFilter):
    """The days on which messages came."""

    moment = "accepted_at"


class TurnStatusFilter(ChoiceFilter):
    """How turns stand."""

    title = "status"
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Every status."""
        return [(status.value, status.label) for status in TurnStatus]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Turn]) -> QuerySet[Turn]:
        """The turns of one status."""
        return queryset.filter(status=self.value()) if self.value() else queryset


class CauseFilter(ChoiceFilter):
    """Why turns failed."""

    title = "cause"
    parameter_name = "cause"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Every cause."""
        return [(cause.value, cause.value) for cause in Cause]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Turn]) -> QuerySet[Turn]:
        """The turns that failed for one cause; that they failed is what the index holds."""
        if not self.value():
            return queryset
        return queryset.filter(status=TurnStatus.FAILED, cause=self.value())
