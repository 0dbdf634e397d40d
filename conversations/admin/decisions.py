"""Decisions: what was asked of whom, what came back and what became of it."""

from typing import Any, Final

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from conversations.admin.answers import ShowsAnswers, answer_table, table
from conversations.admin.captures import may_see_captures
from conversations.admin.decision_filters import FailureFilter, GraphFilter, NodeFilter, ProviderFilter
from conversations.admin.quality.pages import QualityPages
from conversations.admin.reading import ReadOnlyAdmin, link_to
from conversations.admin.words import DECISION_WORDS
from conversations.models import Decision, DecisionCapture

CALL: Final = (
    "provider",
    "answered_by",
    "asked_model",
    "model",
    "source",
    "attempts",
    "duration_ms",
    "request_id",
    "request_bytes",
    "input_tokens",
    "output_tokens",
)


@admin.register(Decision)
class DecisionAdmin(QualityPages, ShowsAnswers, ReadOnlyAdmin):
    """Every run of a decision node that asked, the newest first."""

    words = DECISION_WORDS
    list_display = (
        "at",
        "graph",
        "node",
        "session_link",
        "asked",
        "model",
        "outcome",
        "answer",
        "probability",
        "attempts",
        "duration_ms",
    )
    list_filter = ("outcome", GraphFilter, NodeFilter, FailureFilter, ProviderFilter, "at")
    session_lookup = "turn__session"
    search_fields = ("=request_id",)
    search_help_text = "Session id or its first 8 characters, or the vendor's request id"
    ordering = ("-at",)
    list_select_related = ("turn__session",)
    readonly_fields = ("session_link", "turn_link", "formatted_answers", "formatted_failures", "captured")

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """What was decided, then how it was asked; and the way to what was sent, for who may see it."""
        decided = (
            "at",
            "graph",
            "node",
            "session_link",
            "turn_link",
            "step",
            "outcome",
            "failure",
            "formatted_answers",
            "formatted_failures",
        )
        captured = ("captured",) if may_see_captures(request) else ()
        return [(None, {"fields": (*decided, *captured)}), ("The call", {"fields": CALL})]

    @admin.display(description="session", ordering="turn__session")
    def session_link(self, decision: Decision) -> SafeString:
        """A link to the session."""
        return link_to(decision.turn.session)

    @admin.display(description="turn")
    def turn_link(self, decision: Decision) -> SafeString:
        """A link to the turn."""
        page = reverse("admin:conversations_turn_change", args=[decision.turn_id])
        return format_html('<a href="{}">{}</a>', page, decision.turn)

    @admin.display(description="provider", ordering="provider")
    def asked(self, decision: Decision) -> str:
        """Who was to be asked, and who answered where that is another one."""
        if decision.answered_by in ("", decision.provider):
            return decision.provider
        return f"{decision.provider} → {decision.answered_by}"

    @admin.display(description="answers")
    def formatted_answers(self, decision: Decision) -> SafeString | str:
        """Every question with its answer."""
        return answer_table(decision.answers.all()) if decision.answers.all() else "none"

    @admin.display(description="asked in vain")
    def formatted_failures(self, decision: Decision) -> SafeString | str:
        """Who failed and how."""
        heads = ("provider", "model", "code", "status", "message")
        rows = (
            tuple("" if failure.get(head) is None else failure[head] for head in heads)
            for failure in decision.failures
        )
        return table(heads, rows) if decision.failures else "nobody"

    @admin.display(description="what was sent")
    def captured(self, decision: Decision) -> SafeString | str:
        """A link to the capture, whose opening is put on record."""
        capture = DecisionCapture.objects.filter(decision=decision).only("pk").first()
        if capture is None:
            return "It was not captured, or the capture was removed after its time."
        page = reverse("admin:conversations_decisioncapture_change", args=[capture.pk])
        return format_html('<a href="{}">Open the capture</a>, which is put on record', page)
