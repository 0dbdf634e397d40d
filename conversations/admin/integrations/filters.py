"""Filters of the list of API keys."""

from typing import Any, Final

from django.db.models import QuerySet
from django.http import HttpRequest

from conversations import clock
from conversations.admin.filters import ChoiceFilter
from conversations.admin.integrations.words import ending_soon
from conversations.models import ApiClient, ApiKey, KeyState, keys_in

SOON: Final = "soon"
MOST_CHOICES: Final = 200
MOST_DIGITS: Final = 18
"""Of a row's key: what has more is larger than any."""


class KeyStateFilter(ChoiceFilter):
    """How keys stand."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The states, and those that work but not for long."""
        return [*((state.value, state.label) for state in KeyState), (SOON, "Ends soon")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[ApiKey]) -> QuerySet[ApiKey]:
        """Those of one state."""
        state = self.value()
        if state == SOON:
            return queryset.filter(ending_soon(clock.now()))
        if not state or state not in KeyState.values:
            return queryset
        return queryset.filter(keys_in(KeyState(state), clock.now()))


class ClientFilter(ChoiceFilter):
    """Of which integration."""

    title = "API client"
    parameter_name = "client"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The integrations by name."""
        return [(str(client.pk), client.name) for client in ApiClient.objects.order_by("name")[:MOST_CHOICES]]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """What belongs to one; what is no integration's key has nothing."""
        value = self.value()
        if not value:
            return queryset
        is_key = value.isascii() and value.isdecimal() and len(value) <= MOST_DIGITS
        return queryset.filter(client=int(value)) if is_key else queryset.none()
