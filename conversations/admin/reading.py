"""Records that staff read and nobody changes."""

import json
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    ModelAdmin = admin.ModelAdmin
    TabularInline = admin.TabularInline


class Unchangeable:
    """No adding, changing or deleting, whatever rights somebody has."""

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


class ReadOnlyAdmin(Unchangeable, ModelAdmin):
    """A list and a page to read. Lists spare the second count, of all rows without a filter."""

    show_full_result_count = False
    list_per_page = 50
    actions = None
    session_lookup = "session"
    """Path to the session, whose id can be searched for."""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Take a session's id for what it is; anything else is looked for in the search fields."""
        try:
            session = UUID(search_term.strip())
        except ValueError:
            return super().get_search_results(request, queryset, search_term)
        return queryset.filter(**{self.session_lookup: session}), False


class ReadOnlyInline(Unchangeable, TabularInline):
    """Records below the one that they belong to."""

    extra = 0
    can_delete = False
    show_change_link = True


class ShowsChannels:
    """For records of steps."""

    @admin.display(description="channels after it")
    def formatted_channels(self, step: Any) -> SafeString:
        """The channels that the step touched, indented."""
        return pretty_json(step.channels)


class ShowsToolCalls:
    """For records of messages."""

    @admin.display(description="tool calls")
    def formatted_calls(self, message: Any) -> SafeString | str:
        """The tool calls with their arguments, indented."""
        return pretty_json(message.tool_calls) if message.tool_calls else ""


class ShowsState:
    """For records of channels."""

    @admin.display(description="state")
    def formatted_state(self, channel: Any) -> SafeString:
        """The state, indented."""
        return pretty_json(channel.state)


def pretty_json(value: Any) -> SafeString:
    """JSON for people: indented, escaped, line by line."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return format_html('<pre style="margin:0;white-space:pre-wrap">{}</pre>', text)


def tokens(record: Model) -> str:
    """Tokens of a record's usage: in and out, over all models."""
    usage = getattr(record, "usage", [])
    taken = sum(entry["input_tokens"] for entry in usage)
    given = sum(entry["output_tokens"] for entry in usage)
    return f"{taken} in, {given} out"
