"""Steps, messages, channels and provider calls on their own."""

from django.contrib import admin
from django.utils.safestring import SafeString

from conversations.admin.call_filters import CallDayFilter, CalledProviderFilter, FailedCallFilter
from conversations.admin.reading import (
    ReadOnlyAdmin,
    ShowsChannels,
    ShowsState,
    ShowsToolCalls,
    link_to,
    pretty_json,
)
from conversations.models import Channel, Message, ModelCall, Step


@admin.register(Step)
class StepAdmin(ShowsChannels, ReadOnlyAdmin):
    """One node's run."""

    list_display = ("step", "session_link", "turn", "node", "outcome", "cursor", "started_at", "duration_ms")
    session_lookup = "turn__session"
    search_fields = ("turn__session__external_user__exact",)
    search_help_text = "Session id or its first 8 characters, or external user"
    ordering = ("-pk",)
    sortable_by = ()
    list_select_related = ("turn__session",)
    fields = (
        "turn",
        "number",
        "node",
        "outcome",
        "cursor",
        "formatted_channels",
        "formatted_usage",
        "started_at",
        "duration_ms",
    )
    readonly_fields = ("formatted_channels", "formatted_usage")

    @admin.display(description="step", ordering="number")
    def step(self, step: Step) -> str:
        """Its number in the turn."""
        return f"Step {step.number}"

    @admin.display(description="session", ordering="turn__session")
    def session_link(self, step: Step) -> SafeString:
        """A link to the session."""
        return link_to(step.turn.session)

    @admin.display(description="usage")
    def formatted_usage(self, step: Step) -> SafeString:
        """Tokens by provider and model, indented."""
        return pretty_json(step.usage)


@admin.register(Message)
class MessageAdmin(ShowsToolCalls, ReadOnlyAdmin):
    """One message in its space."""

    list_display = ("seq", "session_link", "number", "role", "space", "node", "beginning", "created_at")
    search_fields = ("session__external_user__exact",)
    search_help_text = "Session id or its first 8 characters, or external user"
    ordering = ("-pk",)
    sortable_by = ()
    list_select_related = ("session",)
    fields = (
        "session",
        "turn",
        "step",
        "seq",
        "number",
        "role",
        "author",
        "space",
        "node",
        "text",
        "formatted_calls",
        "tool_call_id",
        "internal",
        "created_at",
    )
    readonly_fields = ("formatted_calls",)

    @admin.display(description="session", ordering="session")
    def session_link(self, message: Message) -> SafeString:
        """A link to the session."""
        return link_to(message.session)

    @admin.display(description="text")
    def beginning(self, message: Message) -> str:
        """The first characters of the text."""
        return message.text if len(message.text) <= 80 else f"{message.text[:80]}…"


@admin.register(Channel)
class ChannelAdmin(ShowsState, ReadOnlyAdmin):
    """One node's state in one session."""

    list_display = ("node", "session_link", "updated_at")
    search_fields = ("session__external_user__exact",)
    search_help_text = "Session id or its first 8 characters, or external user"
    ordering = ("-pk",)
    sortable_by = ()
    list_select_related = ("session",)
    fields = ("session", "node", "formatted_state", "updated_at")
    readonly_fields = ("formatted_state",)

    @admin.display(description="session", ordering="session")
    def session_link(self, channel: Channel) -> SafeString:
        """A link to the session."""
        return link_to(channel.session)


@admin.register(ModelCall)
class ModelCallAdmin(ReadOnlyAdmin):
    """One call of a provider."""

    list_display = ("at", "provider", "model", "node", "code", "duration_ms", "input_tokens", "output_tokens")
    list_filter = (CallDayFilter, CalledProviderFilter, FailedCallFilter)
    list_filter_submit = True
    session_lookup = "turn__session"
    search_fields = ("request_id__exact",)
    search_help_text = "Session id or its first 8 characters, or the vendor's request id"
    ordering = ("-at",)
    sortable_by = ("at",)
