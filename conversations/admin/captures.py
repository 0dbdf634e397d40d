"""Captures: what was sent for a decision, customers' words among it. Each opening is put on record."""

from typing import Any, Final

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from conversations.admin.reading import ReadOnlyAdmin, pretty_json
from conversations.models import DecisionCapture

PERMISSION: Final = "conversations.view_captured_content"
OPENED: Final = "Opened what was captured."


def may_see_captures(request: HttpRequest) -> bool:
    """Whether somebody may see what was sent for decisions."""
    return request.user.has_perm(PERMISSION)


@admin.register(DecisionCapture)
class DecisionCaptureAdmin(ReadOnlyAdmin):
    """The list tells what there is and shows none of it."""

    list_display = ("at", "graph", "node")
    list_filter = ("at",)
    session_lookup = "decision__turn__session"
    search_fields = ("decision__request_id__exact",)
    search_help_text = "Session id or its first 8 characters, or the vendor's request id"
    ordering = ("-at",)
    list_select_related = ("decision",)
    fields = ("decision_link", "at", "formatted_questions", "formatted_state")
    readonly_fields = ("decision_link", "formatted_questions", "formatted_state")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only with a permission of its own; to read decisions is not enough."""
        return may_see_captures(request)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """As to read them."""
        return may_see_captures(request)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Put on record who opens it, before it is shown."""
        self.log_change(request, context["original"], OPENED)
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description="graph")
    def graph(self, capture: DecisionCapture) -> str:
        """The graph of the decision."""
        return capture.decision.graph

    @admin.display(description="node")
    def node(self, capture: DecisionCapture) -> str:
        """The node of the decision."""
        return capture.decision.node

    @admin.display(description="decision")
    def decision_link(self, capture: DecisionCapture) -> SafeString:
        """A link back to the decision."""
        page = reverse("admin:conversations_decision_change", args=[capture.decision_id])
        return format_html('<a href="{}">{}</a>', page, capture.decision)

    @admin.display(description="questions")
    def formatted_questions(self, capture: DecisionCapture) -> SafeString:
        """The questions as they were sent, indented."""
        return pretty_json(capture.questions)

    @admin.display(description="facts and messages")
    def formatted_state(self, capture: DecisionCapture) -> SafeString:
        """The facts and the customer's words as they were sent, indented."""
        return pretty_json(capture.state)
