"""Turns: what happened between a customer's message and the reply."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils.safestring import SafeString

from conversations.admin.answers import ShowsAnswers
from conversations.admin.parts.amounts import duration
from conversations.admin.parts.labels import turn_label
from conversations.admin.reading import (
    ReadOnlyAdmin,
    ReadOnlyInline,
    ShowsChannels,
    ShowsToolCalls,
    link_to,
    tokens,
)
from conversations.admin.sessions.turn_boxes import milliseconds_of
from conversations.admin.sessions.turn_filters import CauseFilter, TurnDayFilter, TurnStatusFilter
from conversations.admin.words import DECISION_WORDS
from conversations.models import Decision, Message, ModelCall, Step, Turn


class StepInline(ShowsChannels, ReadOnlyInline):
    """The steps of a turn."""

    model = Step
    fields = ("number", "node", "outcome", "cursor", "formatted_channels", "duration_ms", "token_usage")
    readonly_fields = ("formatted_channels", "token_usage")

    @admin.display(description="tokens")
    def token_usage(self, step: Step) -> str:
        """What the step spent."""
        return tokens(step)


class MessageInline(ShowsToolCalls, ReadOnlyInline):
    """All messages of a turn, tools and internal ones among them."""

    model = Message
    fields = ("seq", "number", "role", "space", "node", "text", "formatted_calls", "internal")
    readonly_fields = ("formatted_calls",)
    ordering = ("seq",)


class DecisionInline(ShowsAnswers, ReadOnlyInline):
    """The decisions of a turn, each with a link to its own page."""

    model = Decision
    words = DECISION_WORDS
    fields = ("at", "node", "answered_by", "model", "outcome", "answer", "probability", "duration_ms")
    readonly_fields = ("answer", "probability")
    ordering = ("at",)


class ModelCallInline(ReadOnlyInline):
    """The provider calls of a turn."""

    model = ModelCall
    fields = (
        "at",
        "node",
        "provider",
        "model",
        "code",
        "message",
        "duration_ms",
        "input_tokens",
        "output_tokens",
    )


@admin.register(Turn)
class TurnAdmin(ReadOnlyAdmin):
    """One turn with its steps, messages, decisions and provider calls."""

    list_display = ("turn", "session_link", "status_label", "cause", "accepted_at", "took")
    list_filter = (TurnDayFilter, TurnStatusFilter, CauseFilter)
    list_filter_submit = True
    search_fields = ("session__external_user__exact",)
    search_help_text = "Session id or its first 8 characters, or external user"
    ordering = ("-accepted_at",)
    sortable_by = ("accepted_at",)
    list_select_related = ("session",)
    inlines = (StepInline, MessageInline, DecisionInline, ModelCallInline)
    fieldsets = (
        (None, {"fields": ("session", "number", "status", "cause", "cause_detail", "token_usage")}),
        ("Times", {"fields": ("accepted_at", "started_at", "ended_at", "runs", "interruptions")}),
        (
            "Engine",
            {"classes": ("collapse",), "fields": ("client_id", "input_consumed", "completes_session")},
        ),
    )
    readonly_fields = ("token_usage",)

    @admin.display(description="turn")
    def turn(self, turn: Turn) -> str:
        """Its number in the session."""
        return str(turn).capitalize()

    @admin.display(description="session")
    def session_link(self, turn: Turn) -> SafeString:
        """A link to the session."""
        return link_to(turn.session)

    @admin.display(description="status")
    def status_label(self, turn: Turn) -> SafeString:
        """How it stands."""
        return turn_label(turn.status)

    @admin.display(description="took")
    def took(self, turn: Turn) -> str:
        """From its start to its end."""
        return duration(milliseconds_of(turn))

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Let a session's page link to its turns."""
        return lookup == "session__id__exact" or super().lookup_allowed(lookup, value, request)

    @admin.display(description="tokens")
    def token_usage(self, turn: Turn) -> str:
        """What the turn spent."""
        return tokens(turn)
