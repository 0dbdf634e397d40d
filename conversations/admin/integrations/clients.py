"""The list of integrations, and each one's page with its keys."""

from typing import Any, ClassVar, Final

from django.contrib import admin
from django.db.models import OuterRef, QuerySet, Subquery, Value
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from conversations import clock
from conversations.access.granting import ISSUE
from conversations.admin.integrations.forms import ClientForm
from conversations.admin.integrations.shown_keys import ShowsKeys
from conversations.admin.integrations.words import moment_in_words
from conversations.admin.parts.bounded import BoundedCount, bounded_in_words
from conversations.admin.parts.classes import BUTTON, LINK
from conversations.admin.parts.labels import label
from conversations.admin.reading import ReadOnlyInline
from conversations.models import ApiClient, ApiKey, KeyState, Session, Webhook, keys_in
from providers.admin.lists import ListAdmin

READ_SESSIONS: Final = "conversations.view_session"


class KeysInline(ShowsKeys, ReadOnlyInline):
    """The client's keys, the newest first."""

    model = ApiKey
    verbose_name_plural = "API keys"
    ordering = ("-pk",)
    hide_title = True
    fields = ("called", "beginning", "allows", "state", "expires", "last_used")
    readonly_fields = fields
    words: ClassVar[dict[str, str]] = {}

    @admin.display(description="key")
    def called(self, key: ApiKey) -> SafeString:
        """What it is for, with a link to its page."""
        page = reverse("admin:conversations_apikey_change", args=[key.pk])
        return format_html('<a href="{}" class="{}">{}</a>', page, LINK, key.name or "Unnamed")


@admin.register(ApiClient)
class ApiClientAdmin(ListAdmin):
    """Integrations are added and renamed; they stay, since their sessions do."""

    form = ClientForm
    list_display = ("name", "working_keys", "last_used", "session_count", "webhook_count", "created_at")
    search_fields = ("name",)
    search_help_text = "Name"
    ordering = ("name",)
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[ApiClient]:
        """With what each of them has."""
        keys = ApiKey.objects.filter(client=OuterRef("pk"))
        used = keys.filter(last_used_at__isnull=False).order_by("-last_used_at").values("last_used_at")
        rows: QuerySet[ApiClient] = super().get_queryset(request)
        return rows.annotate(
            alive=BoundedCount(keys.filter(keys_in(KeyState.ALIVE, clock.now()))),
            used_at=Subquery(used[:1]),
            sessions_up_to=BoundedCount(Session.objects.filter(client=OuterRef("pk"))),
            webhooks_up_to=BoundedCount(Webhook.objects.filter(client=OuterRef("pk"))),
            may_be_read=Value(request.user.has_perm(READ_SESSIONS)),
        )

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """What a new one has not yet comes later."""
        return [(None, {"fields": ("name", *self.get_readonly_fields(request, obj))})]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """What it has, and the button for whoever may use it."""
        if obj is None:
            return ()
        new_key = ("new_key",) if request.user.has_perm(ISSUE) else ()
        return ("session_count", "webhook_count", "created_at", *new_key)

    def get_inlines(self, request: HttpRequest, obj: Any) -> list[type[Any]]:
        """A new one has no keys yet."""
        return [] if obj is None else [KeysInline]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: what an integration did stays on record under its name."""
        return False

    @admin.display(description="working keys", ordering="alive")
    def working_keys(self, client: Any) -> SafeString:
        """How many of its keys work now."""
        return label(bounded_in_words(client.alive), "success" if client.alive else "")

    @admin.display(description="last used", ordering="used_at")
    def last_used(self, client: Any) -> str:
        """When it called last, within an hour."""
        return moment_in_words(client.used_at) if client.used_at else "Not yet"

    @admin.display(description="sessions")
    def session_count(self, client: Any) -> SafeString:
        """How many sessions it owns, with a link to them for whoever may see them."""
        many = bounded_in_words(client.sessions_up_to)
        if not (client.may_be_read and client.sessions_up_to):
            return format_html("{}", many)
        page = reverse("admin:conversations_session_changelist")
        return format_html('<a href="{}?client={}" class="{}">{}</a>', page, client.pk, LINK, many)

    @admin.display(description="webhooks")
    def webhook_count(self, client: Any) -> str:
        """How many webhooks it has."""
        return bounded_in_words(client.webhooks_up_to)

    @admin.display(description="keys")
    def new_key(self, client: ApiClient) -> SafeString:
        """Leads to the form for another key of this client."""
        page = reverse("admin:conversations_apikey_add")
        return format_html('<a href="{}?client={}" class="{}">Issue a key</a>', page, client.pk, BUTTON)
