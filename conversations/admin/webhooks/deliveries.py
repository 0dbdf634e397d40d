"""What was sent to webhooks, and what waits; sending it again is put on record."""

from typing import Any, ClassVar, Final
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.dateparse import parse_datetime
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.views.decorators.http import require_POST

from conversations.admin.filters import ChoiceFilter
from conversations.admin.parts.classes import BUTTON, LINK
from conversations.admin.reading import ReadOnlyAdmin, link_to, pretty_json, short_id
from conversations.admin.webhooks.words import (
    attempt_in_words,
    attempts_in_words,
    delivery_label,
)
from conversations.models import DeliveryStatus, Webhook, WebhookDelivery
from conversations.webhooks.managing import send_again
from conversations.webhooks.payloads import payload_of

PERMISSION: Final = "conversations.replay_webhook"
SENT_AGAIN: Final = "Sent the event again."


class StateFilter(ChoiceFilter):
    """How deliveries stand."""

    title = "state"
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The states."""
        return [
            (DeliveryStatus.WAITING, "Waiting"),
            (DeliveryStatus.DELIVERED, "Delivered"),
            (DeliveryStatus.SET_ASIDE, "Set aside"),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Those of one state."""
        return queryset.filter(status=self.value()) if self.value() in DeliveryStatus.values else queryset


class WebhookFilter(ChoiceFilter):
    """To which webhook."""

    title = "webhook"
    parameter_name = "webhook"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The webhooks by name."""
        return [(str(webhook.pk), str(webhook)) for webhook in Webhook.objects.order_by("-created_at")[:200]]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Those to one webhook; one that is none has had none."""
        if not self.value():
            return queryset
        try:
            return queryset.filter(webhook=UUID(str(self.value())))
        except ValueError:
            return queryset.none()


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnlyAdmin):
    """The log: one event to one webhook, with every attempt."""

    words: ClassVar[dict[str, str]] = {
        "event_id": "The header webhook-id: the same each time that this event is sent.",
    }
    list_display = ("happened_at", "event", "webhook_name", "session_link", "state", "tried", "last_answer")
    list_filter = (StateFilter, WebhookFilter)
    list_filter_submit = True
    list_select_related = ("webhook", "session")
    search_fields = ("=event_id",)
    search_help_text = "Event id, session id or its first 8 characters"
    ordering = ("-pk",)
    sortable_by = ()
    actions = ("send_selected_again",)
    fields = (
        "event",
        "event_id",
        "webhook_link",
        "session_link",
        "happened_at",
        "state",
        "all_attempts",
        "message",
        "again",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[WebhookDelivery]:
        """Without what is left of webhooks that were removed."""
        rows: QuerySet[WebhookDelivery] = super().get_queryset(request)
        return rows.filter(webhook__in=Webhook.objects.all())

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Take a whole id for an event's, too."""
        found, may_have_duplicates = super().get_search_results(request, queryset, search_term)
        try:
            event = queryset.filter(event_id=UUID(search_term.strip()))
        except ValueError:
            return found, may_have_duplicates
        return (event, False) if event.exists() else (found, may_have_duplicates)

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        """Without links to sessions for whoever may not open them."""
        return _as_allowed(request, self.list_display)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Without that link and without the button for whoever may not use them."""
        fields = self.fields if self.has_replay_permission(request) else self.fields[:-1]
        return _as_allowed(request, fields)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """All of them."""
        return self.get_fields(request, obj)

    def get_urls(self) -> list[URLPattern]:
        """Add the sending again."""
        replay = self.admin_site.admin_view(require_POST(self.replay_view))
        own = path("<int:key>/replay/", replay, name="conversations_webhookdelivery_replay")
        return [own, *super().get_urls()]

    def has_replay_permission(self, request: HttpRequest) -> bool:
        """With a permission of its own."""
        return request.user.has_perm(PERMISSION)

    @admin.display(description="event")
    def event(self, delivery: WebhookDelivery) -> str:
        """What happened, as receivers read it."""
        return delivery.type

    @admin.display(description="webhook")
    def webhook_name(self, delivery: WebhookDelivery) -> str:
        """The webhook by name."""
        return str(delivery.webhook)

    @admin.display(description="webhook")
    def webhook_link(self, delivery: WebhookDelivery) -> SafeString:
        """A link to the webhook."""
        page = reverse("admin:conversations_webhook_change", args=[delivery.webhook_id])
        return format_html('<a href="{}" class="{}">{}</a>', page, LINK, delivery.webhook)

    @admin.display(description="session")
    def session_link(self, delivery: WebhookDelivery) -> SafeString:
        """A link to the session."""
        return link_to(delivery.session)

    @admin.display(description="session")
    def session_name(self, delivery: WebhookDelivery) -> str:
        """The beginning of the session's id, which says nothing of what is in it."""
        return short_id(delivery.session)

    @admin.display(description="state")
    def state(self, delivery: WebhookDelivery) -> SafeString:
        """How it stands."""
        return delivery_label(delivery)

    @admin.display(description="attempts")
    def tried(self, delivery: WebhookDelivery) -> int:
        """How often it was sent."""
        return len(delivery.attempts)

    @admin.display(description="last answer")
    def last_answer(self, delivery: WebhookDelivery) -> str:
        """What came of the newest attempt."""
        return attempt_in_words(delivery.attempts[-1]) if delivery.attempts else "Not sent yet"

    @admin.display(description="attempts")
    def all_attempts(self, delivery: WebhookDelivery) -> SafeString:
        """Every attempt."""
        return attempts_in_words([(parse_datetime(one["at"]), one) for one in delivery.attempts])

    @admin.display(description="what is sent")
    def message(self, delivery: WebhookDelivery) -> SafeString:
        """The body, indented."""
        return pretty_json(payload_of(delivery))

    @admin.display(description="replay")
    def again(self, delivery: WebhookDelivery) -> SafeString:
        """A button, where it does not wait anyway."""
        if delivery.status == DeliveryStatus.WAITING:
            return format_html("It waits, and is sent by itself {}.", _when(delivery))
        return format_html(
            '<button type="submit" formaction="{}" class="{}">Send again</button>',
            reverse("admin:conversations_webhookdelivery_replay", args=[delivery.pk]),
            BUTTON,
        )

    @admin.action(description="Send again", permissions=["replay"])
    def send_selected_again(self, request: HttpRequest, rows: QuerySet[WebhookDelivery]) -> None:
        """Send what was delivered or set aside again."""
        sent = sum(self._send_again(request, row) for row in rows)
        self.message_user(request, f"{sent} of the chosen events are sent again.", messages.SUCCESS)

    def replay_view(self, request: HttpRequest, key: int) -> HttpResponse:
        """Send one again and go back to its page."""
        if not self.has_replay_permission(request):
            raise PermissionDenied
        delivery = self.get_object(request, str(key))
        if delivery is None:
            raise Http404
        if self._send_again(request, delivery):
            self.message_user(request, "The event is sent again.", messages.SUCCESS)
        else:
            self.message_user(request, "The event waits, and is sent by itself.", messages.INFO)
        return HttpResponseRedirect(reverse("admin:conversations_webhookdelivery_change", args=[key]))

    def _send_again(self, request: HttpRequest, delivery: WebhookDelivery) -> bool:
        sent = send_again(delivery)
        if sent:
            self.log_change(request, delivery, SENT_AGAIN)
        return sent


def _as_allowed(request: HttpRequest, names: tuple[str, ...]) -> tuple[str, ...]:
    """Columns or fields, with the session's link only for whoever may open the session."""
    if request.user.has_perm("conversations.view_session"):
        return names
    return tuple("session_name" if name == "session_link" else name for name in names)


def _when(delivery: WebhookDelivery) -> str:
    return f"from {localtime(delivery.next_at):%d %b %Y %H:%M:%S} on"
