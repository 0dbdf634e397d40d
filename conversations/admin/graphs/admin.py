"""Graphs in the back office: their list, the page of each, and what staff set for it."""

from typing import Any, Final

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.forms import Media
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from conversations.access.identity_secrets import places_in_use
from conversations.admin.graphs.in_use import in_use
from conversations.admin.graphs.page import context_of, made_of
from conversations.admin.graphs.settings_form import GraphSettingsForm, form_for
from conversations.admin.graphs.visitor_fields import LIMITS, PAGE, secret_names
from conversations.admin.parts.charts import CHARTS_MEDIA
from conversations.admin.parts.graph_picture import PICTURE_MEDIA, thumbnail
from conversations.engine import graphs
from conversations.models import GraphSettings
from conversations.provider_use import problems_of, uses_of
from conversations.thresholds import declared_thresholds, stored_numbers
from providers.admin.lists import ListAdmin

MEDIA: Final = PICTURE_MEDIA + CHARTS_MEDIA + Media(css={"all": ["conversations/admin/graphs.css"]})

CHAT: Final = ("graph", "chat_provider", "chat_model")
SHOWN_OF_PAGE: Final = ("public", "origins", "longest_message")
"""To whom may only read."""

DECISIONS: Final = ("decision_provider", "decision_model")

IN_USE: Final = tuple(f"{field}_in_use" for field in (*CHAT[1:], *DECISIONS))


@admin.register(GraphSettings)
class GraphSettingsAdmin(ListAdmin):
    """One row a graph, there from the first look on and as long as the site lasts."""

    list_display = ("outline", "graph_link", "nodes", "public", *IN_USE, "settings_link")
    list_display_links = None
    actions = None
    change_form_template = "conversations/admin/graphs/settings.html"

    @property
    def media(self) -> Media:
        """The styles of pictures and figures besides."""
        return super().media + MEDIA

    def get_urls(self) -> list[URLPattern]:
        """Add the page that shows a graph."""
        page = path(
            "<int:key>/graph/",
            self.admin_site.admin_view(self.graph_view),
            name="conversations_graphsettings_graph",
        )
        return [page, *super().get_urls()]

    def graph_view(self, request: HttpRequest, key: int) -> HttpResponse:
        """What a graph is made of, and what sessions do in it."""
        row = get_object_or_404(GraphSettings, pk=key)
        if not self.has_view_permission(request, row):
            raise PermissionDenied
        graph = graphs.served().get(row.graph)
        context = {
            **self.admin_site.each_context(request),
            "title": row.graph,
            "opts": self.opts,
            "original": row,
            "media": self.media,
            "graph_tabs": _tabs(row, is_page=True),
            **(context_of(request, graph, row) if graph else {}),
        }
        return TemplateResponse(request, "conversations/admin/graphs/page.html", context)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Lead to the graph's page."""
        context["graph_tabs"] = _tabs(context["original"], is_page=False)
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description="")
    def outline(self, row: GraphSettings) -> SafeString:
        """The graph's picture, small."""
        graph = graphs.served().get(row.graph)
        return thumbnail(graph) if graph else SafeString("")

    @admin.display(description="graph", ordering="graph")
    def graph_link(self, row: GraphSettings) -> SafeString:
        """Its name, which leads to its page."""
        page = reverse("admin:conversations_graphsettings_graph", args=[row.pk])
        return format_html('<a href="{}" class="font-semibold text-important">{}</a>', page, row.graph)

    @admin.display(description="nodes")
    def nodes(self, row: GraphSettings) -> str:
        """How many of which kind."""
        graph = graphs.served().get(row.graph)
        return made_of(graph) if graph else "not served any more"

    @admin.display(description="chat provider", ordering="chat_provider")
    def chat_provider_in_use(self, row: GraphSettings) -> SafeString:
        """Whom conversations ask."""
        return in_use(row, "chat_provider")

    @admin.display(description="chat model", ordering="chat_model")
    def chat_model_in_use(self, row: GraphSettings) -> SafeString:
        """The model of conversations."""
        return in_use(row, "chat_model")

    @admin.display(description="decision provider", ordering="decision_provider")
    def decision_provider_in_use(self, row: GraphSettings) -> SafeString:
        """Whom decisions ask."""
        return in_use(row, "decision_provider")

    @admin.display(description="decision model", ordering="decision_model")
    def decision_model_in_use(self, row: GraphSettings) -> SafeString:
        """The model of decisions."""
        return in_use(row, "decision_model")

    @admin.display(description="")
    def settings_link(self, row: GraphSettings) -> SafeString:
        """A link to what is set for it."""
        page = reverse("admin:conversations_graphsettings_change", args=[row.pk])
        return format_html(
            '<a href="{}" class="text-link">Settings<span class="unseen"> of {}</span></a>', page, row.graph
        )

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> type[GraphSettingsForm]:
        """Return the form that fits the graph."""
        return form_for(obj)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Conversations, visitors, decisions, and the thresholds of the nodes where there are any."""
        if not self.has_change_permission(request, obj):
            return [
                (None, {"fields": CHAT}),
                ("Visitors", {"fields": (*SHOWN_OF_PAGE, *LIMITS, "identity")}),
                ("Decisions", {"fields": (*DECISIONS, "numbers")}),
            ]
        thresholds = tuple(form_for(obj).threshold_keys)
        return [
            (None, {"fields": (*CHAT, "version")}),
            ("Visitors", {"fields": PAGE}),
            ("Limits of visitors", {"fields": LIMITS}),
            ("Users that host sites sign", {"fields": secret_names(obj)}),
            ("Decisions", {"fields": DECISIONS}),
            *([("Thresholds of decision nodes", {"fields": thresholds})] if thresholds else []),
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Show which graph it is; and to whom may only read, everything."""
        if self.has_change_permission(request, obj):
            return ("graph",)
        return (*CHAT, *SHOWN_OF_PAGE, *LIMITS, "identity", *DECISIONS, "numbers")

    @admin.display(description="allowed origins")
    def origins(self, row: GraphSettings) -> str:
        """The sites that may embed the chat, a line each."""
        return "\n".join(row.allowed_origins) or "only this site's own pages"

    @admin.display(description="identity secrets")
    def identity(self, row: GraphSettings) -> str:
        """Which of them are set."""
        return ", ".join(sorted(places_in_use(row))) or "none"

    @admin.display(description="thresholds")
    def numbers(self, row: GraphSettings) -> SafeString | str:
        """Each threshold with what it means, and the number that staff set."""
        graph = graphs.served().get(row.graph)
        numbers = stored_numbers(row.thresholds)
        lines = [
            (f"{threshold.node}: {threshold.name}", threshold.meaning, numbers.get(threshold.key, ""))
            for threshold in (declared_thresholds(graph) if graph else ())
        ]
        if not lines:
            return "No node declares one."
        rows = format_html_join("", "<tr><th>{}</th><td>{}</td><td>{}</td></tr>", lines)
        return format_html('<table class="graph-thresholds">{}</table>', rows)

    def save_model(self, request: HttpRequest, obj: GraphSettings, form: Any, change: bool) -> None:
        """Save, and tell of nodes whose provider cannot be asked with these settings."""
        super().save_model(request, obj, form, change)
        graph = graphs.served().get(obj.graph)
        asked: dict[tuple[str, str], list[str]] = {}
        for use in uses_of(graph, obj) if graph else ():
            asked.setdefault((use.provider, use.capability), []).append(use.node)
        for (provider, capability), nodes in asked.items():
            for problem in problems_of(provider, capability):
                warning = f"{', '.join(nodes)}: the provider “{provider}” cannot be used yet: {problem}"
                self.message_user(request, warning, messages.WARNING)

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> list[dict[str, Any]]:
        """Keep in the log what each setting was and is, so that a routing can be explained later."""
        assert isinstance(form, GraphSettingsForm)
        changes = form.changes()
        return [{"changed": {"fields": changes}}] if changes else []

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        """Log who changed what; a page that was saved as it was is no news."""
        return super().log_change(request, obj, message) if message else None

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Make the rows of graphs that are served and have none, with the defaults that held anyway."""
        rows = [GraphSettings(graph=name) for name in graphs.served()]
        GraphSettings.objects.bulk_create(rows, ignore_conflicts=True)
        return super().changelist_view(request, extra_context)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never: the rows make themselves."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: without its row a graph would be public again."""
        return False


def _tabs(row: GraphSettings, *, is_page: bool) -> dict[str, Any]:
    return {"pk": row.pk, "name": row.graph, "is_page": is_page}
