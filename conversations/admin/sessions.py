"""Sessions: a list to search, and each one's conversation as its customer sees it."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from conversations.admin.reading import (
    ReadOnlyAdmin,
    ReadOnlyInline,
    ShowsState,
    pretty_json,
    short_id,
    tokens,
)
from conversations.models import Channel, MessageRole, Session

SHOWN_MESSAGES = 200
"""The newest visible messages on a session's page."""


class ChannelInline(ShowsState, ReadOnlyInline):
    """What each node keeps."""

    model = Channel
    fields = ("node", "formatted_state", "updated_at")
    readonly_fields = ("formatted_state",)


@admin.register(Session)
class SessionAdmin(ReadOnlyAdmin):
    """Find a conversation and read it."""

    list_display = ("short_id", "graph", "status", "cursor", "last_turn", "external_user", "updated_at")
    list_filter = ("graph", "status", "is_test")
    session_lookup = "pk"
    search_fields = ("external_user", "external_id", "external_name", "external_email")
    search_help_text = "Session id or its first 8 characters, external user, id, name or email"
    ordering = ("-updated_at",)
    list_select_related = ("client",)
    inlines = (ChannelInline,)
    readonly_fields = ("conversation", "turns", "token_usage", "formatted_config")
    fieldsets = (
        (None, {"fields": ("conversation", "turns")}),
        (
            "State",
            {"fields": ("id", "graph", "status", "cursor", "token_usage", "created_at", "updated_at")},
        ),
        (
            "Customer",
            {
                "fields": (
                    "client",
                    "external_id",
                    "external_user",
                    "external_user_verified",
                    "external_name",
                    "external_email",
                    "formatted_config",
                )
            },
        ),
        (
            "Engine",
            {
                "classes": ("collapse",),
                "fields": (
                    "revision",
                    "schema_version",
                    "lease_owner",
                    "lease_expires_at",
                    "last_seq",
                    "last_number",
                    "history_from",
                    "token_epoch",
                    "is_test",
                ),
            },
        ),
    )

    @admin.display(description="session", ordering="id")
    def short_id(self, session: Session) -> str:
        """The beginning of its id."""
        return short_id(session)

    @admin.display(description="conversation")
    def conversation(self, session: Session) -> SafeString | str:
        """The visible messages, oldest first."""
        rows = list(session.messages.filter(number__isnull=False).order_by("-number")[:SHOWN_MESSAGES])
        if not rows:
            return "Nothing was said yet."
        lines = format_html_join(
            "",
            '<tr><td style="white-space:nowrap">{}</td><th style="white-space:nowrap">{}</th>'
            '<td style="white-space:pre-wrap" dir="auto">{}</td></tr>',
            ((_time(row.created_at), _speaker(row), row.text) for row in reversed(rows)),
        )
        return format_html("<table>{}</table>", lines)

    @admin.display(description="turns")
    def turns(self, session: Session) -> SafeString:
        """A link to the turns with their steps."""
        address = reverse("admin:conversations_turn_changelist")
        query = urlencode({"session__id__exact": session.pk})
        return format_html('<a href="{}?{}">All turns ({})</a>', address, query, session.last_turn)

    @admin.display(description="tokens")
    def token_usage(self, session: Session) -> str:
        """What the session spent."""
        return tokens(session)

    @admin.display(description="config")
    def formatted_config(self, session: Session) -> SafeString:
        """The caller's configuration, indented."""
        return pretty_json(session.config)


def _speaker(message: Any) -> str:
    if message.role == MessageRole.HUMAN:
        return "Customer"
    return message.author or "Assistant"


def _time(moment: Any) -> str:
    return date_format(localtime(moment), "SHORT_DATETIME_FORMAT")
