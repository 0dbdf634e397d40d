"""Filters of the list of provider calls."""

from typing import Any, Final

from django.db.models import QuerySet
from django.http import HttpRequest

from conversations.admin.filters import ChoiceFilter, DayFilter
from conversations.models import ModelCall
from providers.errors import ErrorCode
from providers.models import Provider

ANY_FAILURE: Final = "any"


class CallDayFilter(DayFilter):
    """The days of calls."""


class CalledProviderFilter(ChoiceFilter):
    """The providers that there are."""

    title = "provider"
    parameter_name = "provider"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Their names."""
        return [(name, name) for name in Provider.objects.names()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[ModelCall]) -> QuerySet[ModelCall]:
        """The calls of one provider."""
        return queryset.filter(provider=self.value()) if self.value() else queryset


class FailedCallFilter(ChoiceFilter):
    """The ways in which calls can fail."""

    title = "failure"
    parameter_name = "code"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Any of them, or one by its code."""
        return [(ANY_FAILURE, "Any failure"), *((code.value, code.value) for code in ErrorCode)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[ModelCall]) -> QuerySet[ModelCall]:
        """The calls that failed in this way."""
        match self.value():
            case None | "":
                return queryset
            case "any":
                return queryset.exclude(code="")
            case code:
                return queryset.filter(code=code)
