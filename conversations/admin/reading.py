"""Records that staff read and nobody changes."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final
from uuid import UUID

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from conversations.admin.parts.pretty import pretty_json as pretty_json
from conversations.admin.words import WORDS
from conversations.models import Session
from providers.admin.lists import ListAdmin

if TYPE_CHECKING:
    TabularInline = admin.TabularInline[Any, Any]
else:
    from unfold.admin import TabularInline


ID_CHARACTERS: Final = 8
"""Of a session's id, as lists show it: enough to tell sessions apart."""

_ID_BEGINNING: Final = re.compile(rf"[0-9a-f]{{{ID_CHARACTERS},32}}")


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


class ReadOnlyAdmin(Unchangeable, ListAdmin):
    """A list and a page to read."""

    actions: Sequence[str] | None = None
    session_lookup = "session"
    """Path to the session, whose id can be searched for."""
    words: ClassVar[Mapping[str, str]] = WORDS
    """What the fields mean, by name."""

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> type[Any]:
        """Explain the words beside the values."""
        return super().get_form(request, obj, change, **{"help_texts": self.words, **kwargs})

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Take a session's id, or its beginning as lists show it, for what it is.

        Anything else, and a beginning too, is looked for in the search fields.
        """
        of_session = self.sessions_of_id(queryset, search_term)
        if of_session is not None and is_whole_id(search_term):
            return of_session, False
        found, may_have_duplicates = super().get_search_results(request, queryset, search_term)
        if of_session is None:
            return found, may_have_duplicates
        # Each part has an index of its own; with OR between tables none would be of use.
        either = of_session.order_by().values("pk").union(found.order_by().values("pk"))
        return queryset.filter(pk__in=either), False

    def sessions_of_id(self, queryset: QuerySet[Any], search_term: str) -> QuerySet[Any] | None:
        """The rows of sessions whose id begins so; None where that is no beginning of an id."""
        digits = _digits(search_term)
        if not _ID_BEGINNING.fullmatch(digits):
            return None
        first, last = UUID(digits.ljust(32, "0")), UUID(digits.ljust(32, "f"))
        return queryset.filter(**{f"{self.session_lookup}__gte": first, f"{self.session_lookup}__lte": last})


def is_whole_id(search_term: str) -> bool:
    """Whether somebody looks for a session's whole id."""
    return re.fullmatch(r"[0-9a-f]{32}", _digits(search_term)) is not None


def _digits(search_term: str) -> str:
    return search_term.strip().lower().replace("-", "")


class ReadOnlyInline(Unchangeable, TabularInline):
    """Records below the one that they belong to."""

    extra = 0
    can_delete = False
    show_change_link = True
    words: ClassVar[Mapping[str, str]] = WORDS
    """What the columns mean, by name."""

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> type[Any]:
        """Explain the words above the columns."""
        return super().get_formset(request, obj, **{"help_texts": self.words, **kwargs})


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


def short_id(session: Session) -> str:
    """The beginning of a session's id, which the search takes."""
    return session.pk.hex[:ID_CHARACTERS]


def link_to(session: Session) -> SafeString:
    """A link to a session's page that shows the beginning of its id and tells the whole."""
    page = reverse("admin:conversations_session_change", args=[session.pk])
    return format_html('<a href="{}" title="{}">{}</a>', page, session.pk, short_id(session))


def tokens(record: Model) -> str:
    """Tokens of a record's usage: in and out, over all models."""
    usage = getattr(record, "usage", [])
    taken = sum(entry["input_tokens"] for entry in usage)
    given = sum(entry["output_tokens"] for entry in usage)
    return f"{taken} in, {given} out"
