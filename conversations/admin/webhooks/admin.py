"""The list of webhooks, their form, and the page that shows a new secret once."""

from typing import Any, Final
from uuid import UUID

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST

from conversations import clock
from conversations.admin.parts.classes import BUTTON, LINK
from conversations.admin.parts.labels import label
from conversations.admin.parts.shown_once import shown_once
from conversations.admin.webhooks.forms import EVERYBODY, WebhookForm
from conversations.models import DeliveryStatus, Webhook, WebhookDelivery
from conversations.webhooks.managing import WebhookGone, remove, rotate
from conversations.webhooks.secrets import give_secret
from providers.admin.lists import ListAdmin

EXCHANGED: Final = "Exchanged the secret."


@admin.register(Webhook)
class WebhookAdmin(ListAdmin):
    """Staff add webhooks as integrations do over the API; a secret is shown once."""

    form = WebhookForm
    list_display = ("name", "sessions_of", "wanted", "state", "created_at")
    list_select_related = ("client",)
    search_fields = ("url", "description")
    search_help_text = "Address or description"
    ordering = ("-created_at",)
    fields = ("url", "description", "client", "events", "enabled")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Webhook]:
        """Say of each whether something waits after a failure, or was set aside."""
        of_it = WebhookDelivery.objects.filter(webhook=OuterRef("pk"))
        rows: QuerySet[Webhook] = super().get_queryset(request)
        return rows.annotate(
            is_failing=Exists(of_it.filter(status=DeliveryStatus.WAITING, tries__gt=0)),
            has_set_aside=Exists(of_it.filter(status=DeliveryStatus.SET_ASIDE)),
        )

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """What a new one has not yet comes later."""
        return [(None, {"fields": (*self.fields, *self.get_readonly_fields(request, obj))})]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """What is not set by hand."""
        if obj is None:
            return ()
        secret = ("secret",) if self.has_change_permission(request, obj) else ()
        return ("state", "log", *secret, "created_at")

    def get_urls(self) -> list[URLPattern]:
        """Add the exchange of a secret."""
        exchange = self.admin_site.admin_view(require_POST(self.rotate_view))
        return [
            path("<uuid:key>/rotate/", exchange, name="conversations_webhook_rotate"),
            *super().get_urls(),
        ]

    @admin.display(description="webhook")
    def name(self, webhook: Webhook) -> str:
        """Its description, or where it leads."""
        return str(webhook)

    @admin.display(description="sessions of", ordering="client__name")
    def sessions_of(self, webhook: Webhook) -> str:
        """Whose sessions it hears of."""
        return webhook.client.name if webhook.client else EVERYBODY

    @admin.display(description="events")
    def wanted(self, webhook: Webhook) -> str:
        """What it is told of."""
        return ", ".join(webhook.events)

    @admin.display(description="state")
    def state(self, webhook: Any) -> SafeString:
        """Whether it takes what it is sent."""
        if not webhook.enabled:
            return label("Off")
        if webhook.is_failing:
            return label("Not taking", "danger", title="An event was not taken and is tried again.")
        if webhook.has_set_aside:
            return label("Set aside", "warning", title="Events that were not taken for a day are in the log.")
        return label("On", "success")

    @admin.display(description="sent")
    def log(self, webhook: Webhook) -> SafeString:
        """A link to what was sent."""
        page = reverse("admin:conversations_webhookdelivery_changelist")
        return format_html(
            '<a href="{}?webhook={}" class="{}">What was sent, and what waits</a>', page, webhook.pk, LINK
        )

    @admin.display(description="secret")
    def secret(self, webhook: Webhook) -> SafeString:
        """What holds now, and a button that exchanges it."""
        both = webhook.former_until is not None and clock.now() < webhook.former_until
        until = f"{localtime(webhook.former_until):%d %b %Y %H:%M}" if both and webhook.former_until else ""
        said = f"Both sign until {until}: the new one and the one before." if until else "Set, and not shown."
        return format_html(
            '<p class="mb-2">{}</p>'
            '<button type="submit" formaction="{}" formnovalidate class="{}">Exchange the secret</button>',
            said,
            reverse("admin:conversations_webhook_rotate", args=[webhook.pk]),
            BUTTON,
        )

    @sensitive_variables("secret")
    def save_model(self, request: HttpRequest, obj: Webhook, form: Any, change: bool) -> None:
        """Give a new one its secret, for the page that follows."""
        if not change:
            obj.created_at = clock.now()
            request.new_secret = give_secret(obj)  # type: ignore[attr-defined]  # for this request only
        super().save_model(request, obj, form, change)

    def delete_model(self, request: HttpRequest, obj: Webhook) -> None:
        """Remove one."""
        remove(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Webhook]) -> None:
        """Remove the chosen ones."""
        for webhook in queryset:
            remove(webhook)

    def response_add(
        self, request: HttpRequest, obj: Webhook, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Show the secret."""
        return self._shown_once(request, obj, request.new_secret)  # type: ignore[attr-defined]

    def rotate_view(self, request: HttpRequest, key: UUID) -> HttpResponse:
        """Exchange the secret and show the new one."""
        webhook = self.get_object(request, str(key))
        if not self.has_change_permission(request, webhook):
            raise PermissionDenied
        if webhook is None:
            raise Http404
        try:
            secret = rotate(webhook)
        except WebhookGone:
            raise Http404 from None
        self.log_change(request, webhook, EXCHANGED)
        return self._shown_once(request, webhook, secret)

    @sensitive_variables("secret")
    def _shown_once(self, request: HttpRequest, webhook: Webhook, secret: str) -> HttpResponse:
        return shown_once(
            request,
            self,
            "conversations/admin/webhooks/secret.html",
            secret,
            title="The webhook's secret",
            heading=str(webhook),
            what="the secret",
            page=reverse("admin:conversations_webhook_change", args=[webhook.pk]),
            webhook=webhook,
        )
