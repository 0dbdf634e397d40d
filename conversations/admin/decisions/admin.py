"""Decisions: a list to find them in, and one page for each."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from conversations.admin.answers import ShowsAnswers
from conversations.admin.decisions import filters
from conversations.admin.decisions.labels import outcome_label, review_label
from conversations.admin.decisions.page import may_read_reviews
from conversations.admin.decisions.queue import QueuePages
from conversations.admin.parts.amounts import duration
from conversations.admin.parts.cells import breakable, moment
from conversations.admin.parts.lines import lines
from conversations.admin.quality.pages import QualityPages
from conversations.admin.reading import ReadOnlyAdmin, link_to, short_id
from conversations.models import Decision, Review, Session


@admin.register(Decision)
class DecisionAdmin(QualityPages, QueuePages, ShowsAnswers, ReadOnlyAdmin):
    """Every run of a decision node that asked, the newest first."""

    list_display = (
        "when",
        "asking_node",
        "outcome_label",
        "answer",
        "probability",
        "review",
        "asked",
        "took",
        "session_link",
    )
    list_display_links = ("when",)
    list_filter = (
        filters.OutcomeFilter,
        filters.FailureFilter,
        filters.GraphFilter,
        filters.NodeFilter,
        filters.QuestionFilter,
        filters.ProviderFilter,
        filters.ModelFilter,
        filters.CertaintyFilter,
        filters.ReviewFilter,
        filters.DecidedDayFilter,
    )
    list_filter_submit = True
    list_fullwidth = True
    session_lookup = "turn__session"
    search_fields = ("request_id__exact",)
    search_help_text = "Session id or its first 8 characters, or the vendor's request id"
    ordering = ("-at",)
    sortable_by = ("when", "probability")

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """A decision with its session and step at hand; None where there is none of this key."""
        rows = self.get_queryset(request).select_related("turn__session", "step")
        try:
            return rows.filter(pk=object_id).first()
        except ValidationError:
            return None

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The list: which decisions it shows is found by their keys, all the rest is read of these alone."""
        shown = super().get_changelist_instance(request)
        found = shown.result_list.prefetch_related(None).select_related(None)
        keys = list(found.values_list("pk", flat=True))
        reviews = Prefetch("reviews", Review.objects.order_by("-updated_at", "-pk"))
        rows = self.get_queryset(request).filter(pk__in=keys).select_related("turn")
        shown.result_list = sorted(rows.prefetch_related(reviews), key=lambda row: keys.index(row.pk))
        return shown

    def get_list_display(self, request: HttpRequest) -> Any:
        """The columns that somebody may see; sessions are links for who may open them."""
        columns = list(super().get_list_display(request))
        if not may_read_reviews(request):
            columns.remove("review")
        if not request.user.has_perm("conversations.view_session"):
            columns[columns.index("session_link")] = "session_name"
        return columns

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """A decision's page. Nothing is changed here: reviews have an address of their own."""
        if not self.has_view_permission(request) or request.method not in ("GET", "HEAD"):
            raise PermissionDenied
        decision = self.get_object(request, unquote(object_id))
        if decision is None:
            raise Http404
        return self.decision_page(request, decision, more=extra_context)

    @admin.display(description="when", ordering="at")
    def when(self, decision: Decision) -> SafeString:
        """The day and the time."""
        return moment(decision.at)

    @admin.display(description="graph, node")
    def asking_node(self, decision: Decision) -> SafeString:
        """The graph, and below it the node."""
        return format_html('<div class="lines">{}<br>{}</div>', decision.graph, breakable(decision.node))

    @admin.display(description="session")
    def session_link(self, decision: Decision) -> SafeString:
        """A link to the session."""
        return link_to(_session_of(decision))

    @admin.display(description="session")
    def session_name(self, decision: Decision) -> str:
        """The beginning of the session's id."""
        return short_id(_session_of(decision))

    @admin.display(description="provider")
    def asked(self, decision: Decision) -> SafeString:
        """Who was to be asked, who answered where that is another one, and below it the model of either."""
        is_other = decision.answered_by not in ("", decision.provider)
        names = f"{decision.provider} → {decision.answered_by}" if is_other else decision.provider
        return lines(filter(None, [names, decision.model or decision.asked_model]))

    @admin.display(description="outcome")
    def outcome_label(self, decision: Decision) -> SafeString:
        """What became of it."""
        return outcome_label(decision.outcome)

    @admin.display(description="duration")
    def took(self, decision: Decision) -> SafeString:
        """How long it took, all attempts together, and below it how many there were where it was not one."""
        attempts = [] if decision.attempts == 1 else [f"{decision.attempts} attempts"]
        return lines([duration(decision.duration_ms), *attempts])

    @admin.display(description="review")
    def review(self, decision: Decision) -> SafeString | str:
        """What reviewers say of it."""
        return review_label(decision.reviews.all())


def _session_of(decision: Decision) -> Session:
    """The session, of which a list needs the key alone."""
    return Session(pk=decision.turn.session_id)
