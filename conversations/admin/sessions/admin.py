"""Sessions: a list to find them in, and one page for each."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString

from conversations.admin.parts.amounts import dollars
from conversations.admin.parts.cells import breakable, moment
from conversations.admin.parts.labels import label, session_label
from conversations.admin.parts.lines import ShowsLines
from conversations.admin.reading import ReadOnlyAdmin, is_whole_id, short_id
from conversations.admin.sessions import filters, searching
from conversations.admin.sessions.actions import ACTIONS, act
from conversations.admin.sessions.erasing import erase
from conversations.admin.sessions.exporting import (
    FORMATS,
    MOST_EXPORTED,
    PERMISSION,
    Format,
    export,
    export_all,
)
from conversations.admin.sessions.figures import NOTHING, Figures, figures_of
from conversations.admin.sessions.naming import Titled, customer_of, title_of
from conversations.admin.sessions.page import context_of, window_context
from conversations.models import Session
from conversations.models.rating import GOOD
from providers.admin.paging import BoundedPaginator

PARTLY: Final = (
    "More conversations may match than were looked at: older ones are found by further words or a day."
)

TOO_MANY: Final = f"One file holds at most {MOST_EXPORTED:,} conversations: filters leave fewer."

UNKNOWN: Final = "There is no such session."


class SessionPaginator(BoundedPaginator):
    """Counts fewer than other lists: for some filters each session that counts is looked up."""

    most = 1_000


@admin.register(Session)
class SessionAdmin(ShowsLines, ReadOnlyAdmin):
    """Find a conversation and read it."""

    list_display = (
        "short_id",
        "customer",
        "graph",
        "status_label",
        "stands_at",
        "turns",
        "marks",
        "rated",
        "cost",
        "last_activity",
    )
    list_filter = (
        filters.GraphFilter,
        filters.StatusFilter,
        filters.OwnerFilter,
        filters.NodeFilter,
        filters.ActiveDayFilter,
        filters.FailedFilter,
        filters.HandedOverFilter,
        filters.FallbackFilter,
        filters.RatingFilter,
        filters.TestFilter,
    )
    paginator = SessionPaginator
    list_filter_submit = True
    list_fullwidth = True
    session_lookup = "pk"
    search_fields = searching.CUSTOMER_FIELDS
    search_help_text = "Words that were said, customer, session id"
    ordering = ("-updated_at",)
    sortable_by = ("last_activity",)
    list_select_related = ("client", "rating")
    actions = ("export_json", "export_csv", "export_text")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Session]:
        """The sessions with what their page tells of others."""
        return super().get_queryset(request).select_related("client", "rating", "forked_from__turn")

    def has_export_permission(self, request: HttpRequest) -> bool:
        """Whether somebody may take conversations away as a file."""
        return request.user.has_perm(PERMISSION)

    @admin.action(description="Export as JSON", permissions=["export"])
    def export_json(self, request: HttpRequest, queryset: QuerySet[Session]) -> HttpResponseBase:
        """Everything of the chosen sessions."""
        return self._exported(request, queryset, FORMATS["json"])

    @admin.action(description="Export messages as CSV", permissions=["export"])
    def export_csv(self, request: HttpRequest, queryset: QuerySet[Session]) -> HttpResponseBase:
        """What was said in the chosen sessions, for spreadsheets."""
        return self._exported(request, queryset, FORMATS["csv"])

    @admin.action(description="Export as text", permissions=["export"])
    def export_text(self, request: HttpRequest, queryset: QuerySet[Session]) -> HttpResponseBase:
        """What was said in the chosen sessions, to read."""
        return self._exported(request, queryset, FORMATS["text"])

    def _exported(
        self, request: HttpRequest, queryset: QuerySet[Session], chosen: Format
    ) -> HttpResponseBase:
        sessions = list(queryset[: MOST_EXPORTED + 1])
        if len(sessions) > MOST_EXPORTED:
            self.message_user(request, TOO_MANY, messages.ERROR)
            return HttpResponseRedirect(request.get_full_path())
        return export_all(request, sessions, chosen, "sessions")

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The list, with what happened in the sessions that it shows."""
        shown = super().get_changelist_instance(request)
        rows = list(shown.result_list)
        figures = figures_of(row.pk for row in rows)
        for row in rows:
            row.figures = figures.get(row.pk, NOTHING)
        shown.result_list = rows
        return shown

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Find sessions by their id, by their customer and by what was said in them."""
        if not search_term.strip():
            return queryset, False
        of_id = self.sessions_of_id(queryset, search_term)
        if of_id is not None and is_whole_id(search_term):
            return of_id, False
        found = searching.find(queryset, search_term.strip())
        if found.is_partial:
            self.message_user(request, PARTLY, messages.WARNING)
        by_words = queryset.filter(pk__in=found.sessions)
        return (by_words if of_id is None else of_id | by_words), False

    def get_urls(self) -> list[URLPattern]:
        """The pages of a session beside the one that shows it, and what may be done to it."""
        views: dict[str, Callable[..., HttpResponseBase]] = {
            "turns": self.turns_view,
            "export": partial(export, self),
            "erase": partial(erase, self),
            **{name: partial(act, self, action) for name, action in ACTIONS.items()},
        }
        return [
            *(
                path(
                    f"<uuid:session>/{name}/",
                    self.admin_site.admin_view(view),
                    name=f"conversations_session_{name}",
                )
                for name, view in views.items()
            ),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """A session's page. Nothing is changed here: actions have addresses of their own."""
        if not self.has_view_permission(request) or request.method not in ("GET", "HEAD"):
            raise PermissionDenied
        session = self.get_object(request, unquote(object_id))
        if session is None:
            self.message_user(request, UNKNOWN, messages.WARNING)
            return HttpResponseRedirect(reverse("admin:conversations_session_changelist"))
        context = {
            **self.admin_site.each_context(request),
            **context_of(request, session),
            "opts": self.opts,
            "original": Titled(session),
            "title": title_of(session),
            **(extra_context or {}),
        }
        return TemplateResponse(request, "conversations/admin/sessions/page.html", context)

    def turns_view(self, request: HttpRequest, session: UUID) -> HttpResponse:
        """Some turns of a session, as a part of its page: those before a number, or from one on."""
        row = self.get_object(request, str(session))
        if row is None or not self.has_view_permission(request):
            raise PermissionDenied
        return TemplateResponse(
            request, "conversations/admin/sessions/window.html", window_context(request, row)
        )

    @admin.display(description="session")
    def short_id(self, session: Session) -> str:
        """The beginning of its id."""
        return short_id(session)

    @admin.display(description="customer")
    def customer(self, session: Session) -> str:
        """Who it is, as far as anybody said."""
        return customer_of(session)

    @admin.display(description="status")
    def status_label(self, session: Session) -> SafeString:
        """How it stands."""
        return session_label(session.status)

    @admin.display(description="stands at")
    def stands_at(self, session: Session) -> SafeString:
        """The node that has the next message."""
        return breakable(session.cursor)

    @admin.display(description="turns")
    def turns(self, session: Session) -> int:
        """How many messages came."""
        return session.last_turn

    @admin.display(description="marks")
    def marks(self, session: Any) -> SafeString:
        """What happened in it that staff look for."""
        return SafeString(" ".join(_marks(session, session.figures)))

    @admin.display(description="rating")
    def rated(self, session: Session) -> SafeString | str:
        """What the customer thinks of it."""
        rating = getattr(session, "rating", None)
        if rating is None:
            return "–"
        words, tone = ("Good", "success") if rating.value == GOOD else ("Bad", "danger")
        return label(words, tone, title=rating.comment)  # type: ignore[arg-type]

    @admin.display(description="cost")
    def cost(self, session: Any) -> str:
        """What providers charged for it, as far as prices are known."""
        return dollars(session.figures.cost)

    @admin.display(description="last activity", ordering="updated_at")
    def last_activity(self, session: Session) -> SafeString:
        """When something was written last."""
        return moment(session.updated_at)


def _marks(session: Session, figures: Figures) -> list[SafeString]:
    marks = []
    if figures.failed:
        marks.append(label("Failed", "danger", title="A turn failed"))
    if figures.handed_over:
        marks.append(label("Staff", "warning", title="Staff spoke in the machine's place"))
    if figures.fell_back:
        marks.append(label("Fallback", "primary", title="A decision took the graph's way out"))
    if session.is_test:
        marks.append(label("Test", title="Staff or an author try something; not in the figures"))
    if session.erased_at:
        marks.append(label("Erased", title="Personal data was erased"))
    return marks
