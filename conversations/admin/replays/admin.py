"""The list of replays, the form that starts one, and its page."""

from typing import Any, ClassVar, Final
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST, require_safe

from conversations.admin.parts.labels import Tone, label
from conversations.admin.reading import ReadOnlyAdmin
from conversations.admin.replays import queries
from conversations.admin.replays.comparing import compare
from conversations.admin.replays.forms import ReplayForm
from conversations.admin.replays.wording import item_in_words, sums_in_words
from conversations.background.replay_rows import OPEN, start, stop
from conversations.models import Replay, ReplayStatus

PERMISSIONS: Final = ("conversations.run_replay", "conversations.view_captured_content")
"""Whoever replays sends what customers wrote to another vendor: both are needed, to look on as well."""

TONES: Final[dict[str, Tone]] = {
    ReplayStatus.WAITING: "info",
    ReplayStatus.RUNNING: "info",
    ReplayStatus.DONE: "success",
    ReplayStatus.STOPPED: "",
    ReplayStatus.FAILED: "danger",
}


@admin.register(Replay)
class ReplayAdmin(ReadOnlyAdmin):
    """Started by a form, followed and compared on a page of its own."""

    form = ReplayForm
    words: ClassVar[dict[str, str]] = {}
    list_display = (
        "created_at",
        "graph",
        "node",
        "provider",
        "model_name",
        "state",
        "progress",
        "started_by_whom",
    )
    list_filter = ("status",)
    search_fields = ("=graph", "=node", "=provider")
    search_help_text = "Graph, node or provider"
    ordering = ("-created_at",)
    add_fieldsets = ((None, {"fields": ("source", "provider", "model", "most", "reviewed")}),)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """With both permissions."""
        return all(map(request.user.has_perm, PERMISSIONS))

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """With both permissions."""
        return self.has_view_permission(request)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """As to look at them."""
        return self.has_view_permission(request)

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """Search as lists do that belong to no session."""
        return admin.ModelAdmin.get_search_results(self, request, queryset, search_term)

    def get_urls(self) -> list[URLPattern]:
        """Add what follows a replay and what ends it."""
        wrap = self.admin_site.admin_view
        own = [
            path("<uuid:key>/stop/", wrap(require_POST(self.stop_view)), name="conversations_replay_stop"),
            path(
                "<uuid:key>/progress/",
                wrap(require_safe(self.progress_view)),
                name="conversations_replay_progress",
            ),
        ]
        return [*own, *super().get_urls()]

    @admin.display(description="model", ordering="model")
    def model_name(self, replay: Replay) -> str:
        """The model that is asked for."""
        return replay.model or "the provider's own"

    @admin.display(description="status", ordering="status")
    def state(self, replay: Replay) -> SafeString:
        """The status as a label."""
        return label(ReplayStatus(replay.status).label, TONES[replay.status])

    @admin.display(description="asked")
    def progress(self, replay: Replay) -> str:
        """How many of its decisions were asked."""
        return f"{replay.done:,} of {replay.total:,}"

    @admin.display(description="started by", ordering="started_by_name")
    def started_by_whom(self, replay: Replay) -> str:
        """Who wanted it, even where the account is gone."""
        return replay.started_by_name

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Choose the node that an address names."""
        return {name: request.GET[name] for name in ("source", "provider", "model") if name in request.GET}

    def save_model(self, request: HttpRequest, obj: Replay, form: Any, change: bool) -> None:
        """Put it in the queue, with the decisions that are to be asked."""
        obj.pk = start(form.order, request.user).pk
        obj.refresh_from_db()

    def response_add(
        self, request: HttpRequest, obj: Replay, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Lead to its page."""
        return self._to_page(obj.pk)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The comparison so far, and how far it is."""
        replay = self._replay(request, object_id)
        items = queries.page_of(replay, request.GET.get("p"))
        comparison = compare(queries.asked(replay))
        spent, before = queries.spent_after(replay), queries.spent_before(replay)
        context = {
            **self.admin_site.each_context(request),
            "title": f"Replay of {replay.node}",
            "opts": self.opts,
            "replay": replay,
            "state": self.state(replay),
            "is_open": replay.status in OPEN,
            "comparison": comparison,
            "spent": spent,
            "spent_before": before,
            "sums": sums_in_words(comparison, spent, before),
            "page": items,
            "items": [(item, asked, *item_in_words(item, asked)) for item, asked in queries.compared(items)],
        }
        return TemplateResponse(request, "conversations/admin/replays/replay.html", context)

    def progress_view(self, request: HttpRequest, key: UUID) -> HttpResponse:
        """How far it is, for the page that follows it."""
        replay = self._replay(request, str(key))
        return JsonResponse(
            {"open": replay.status in OPEN, "done": replay.done, "total": replay.total},
            headers={"Cache-Control": "no-store"},
        )

    def stop_view(self, request: HttpRequest, key: UUID) -> HttpResponse:
        """End it before it is through; what was asked stays."""
        replay = self._replay(request, str(key))
        if stop(replay.pk):
            self.log_change(request, replay, "Stopped the replay.")
            self.message_user(request, "The replay is stopped; what was asked stays here.", messages.SUCCESS)
        else:
            self.message_user(request, "The replay had ended already.", messages.INFO)
        return self._to_page(replay.pk)

    def _replay(self, request: HttpRequest, key: str) -> Replay:
        if not self.has_view_permission(request):
            raise PermissionDenied
        replay: Replay | None = self.get_object(request, key)
        if replay is None:
            raise Http404
        return replay

    def _to_page(self, key: UUID) -> HttpResponse:
        return HttpResponseRedirect(reverse("admin:conversations_replay_change", args=[key]))
