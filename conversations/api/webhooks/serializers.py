"""What the API takes and gives of webhooks and of what they were sent."""

from typing import Any, Final

from rest_framework import serializers

from conversations.api.base.fields import (
    ADDRESS,
    LONGEST_NAME,
    Count,
    Moment,
    StoredMoment,
    StrictSerializer,
    Text,
    Truth,
)
from conversations.models import DeliveryStatus, Webhook, WebhookEvent
from conversations.webhooks.payloads import payload_of

LONGEST_ADDRESS: Final = 2000


class NewWebhookSerializer(StrictSerializer):
    """An address that wants to be told of `events`; with `all_sessions` of those of everybody."""

    url = Text(longest=LONGEST_ADDRESS, form=ADDRESS)
    events = serializers.ListField(
        child=serializers.ChoiceField(choices=WebhookEvent.values), min_length=1, max_length=20
    )
    description = Text(longest=LONGEST_NAME, required=False)
    all_sessions = Truth(default=False)


class WebhookSerializer(serializers.Serializer[Any]):
    """A webhook without its secret. Until `former_secret_until` the secret before signs, too."""

    id = serializers.UUIDField()
    url = serializers.CharField()
    events = serializers.ListField(child=serializers.ChoiceField(choices=WebhookEvent.values))
    description = serializers.CharField()
    all_sessions = serializers.SerializerMethodField()
    enabled = serializers.BooleanField()
    created_at = Moment()
    former_secret_until = Moment(source="former_until", allow_null=True)

    def get_all_sessions(self, webhook: Webhook) -> bool:
        """Whether it hears of the sessions of everybody."""
        return webhook.client_id is None


class SecretWebhookSerializer(WebhookSerializer):
    """A webhook with a new secret, which is shown this once."""

    secret = serializers.SerializerMethodField()

    def get_secret(self, webhook: Webhook) -> str:
        """The secret, from the serializer's context."""
        return str(self.context["secret"])


class WebhooksSerializer(serializers.Serializer[Any]):
    """A page of webhooks, the newest first. `next` is the `cursor` of the next page, null for the last."""

    webhooks = WebhookSerializer(many=True)
    next = serializers.CharField(allow_null=True)


class DeliveriesQuerySerializer(StrictSerializer):
    """Which deliveries to list; `cursor` is the `next` of the page before."""

    cursor = Count(min_value=1, max_value=2**63 - 1, required=False)
    limit = Count(min_value=1, max_value=100, default=50)
    status = serializers.ChoiceField(choices=DeliveryStatus.values, required=False)


class AttemptSerializer(serializers.Serializer[Any]):
    """An attempt to deliver an event; `code` is empty where it was taken, `status` null without a reply."""

    at = StoredMoment()
    ms = serializers.IntegerField()
    status = serializers.IntegerField(allow_null=True)
    code = serializers.CharField(allow_blank=True)


class DeliverySerializer(serializers.Serializer[Any]):
    """An event and how its delivery stands. `message` is what is sent."""

    id = serializers.IntegerField()
    event = serializers.UUIDField(source="event_id")
    type = serializers.ChoiceField(choices=WebhookEvent.values)
    status = serializers.ChoiceField(choices=DeliveryStatus.values)
    happened_at = Moment()
    next_attempt_at = serializers.SerializerMethodField()
    replayed_at = Moment(allow_null=True)
    ended_at = Moment(allow_null=True)
    attempts = AttemptSerializer(many=True)
    message = serializers.SerializerMethodField()

    def get_next_attempt_at(self, delivery: Any) -> str | None:
        """When it may be sent next."""
        if delivery.status != DeliveryStatus.WAITING:
            return None
        return Moment().to_representation(delivery.next_at)

    def get_message(self, delivery: Any) -> dict[str, Any]:
        """What is sent."""
        return payload_of(delivery)


class DeliveriesSerializer(serializers.Serializer[Any]):
    """A page of deliveries, the newest first. `next` is the `cursor` of the next page, null for the last."""

    deliveries = DeliverySerializer(many=True)
    next = serializers.CharField(allow_null=True)
