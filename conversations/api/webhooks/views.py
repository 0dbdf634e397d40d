"""Webhooks of an integration, what they were sent, and sending it again."""

from collections.abc import Mapping
from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from conversations import access
from conversations.access import AccessDenied, ApiCaller, Caller, scopes
from conversations.api.base.keys import key_of
from conversations.api.base.paging import Page, page_of
from conversations.api.base.views import AsyncAPIView
from conversations.api.openapi import Answer, documented
from conversations.api.openapi import webhook_examples as shown
from conversations.api.serializers import PageQuerySerializer
from conversations.api.webhooks.serializers import (
    DeliveriesQuerySerializer,
    DeliveriesSerializer,
    DeliverySerializer,
    NewWebhookSerializer,
    SecretWebhookSerializer,
    WebhookSerializer,
    WebhooksSerializer,
)
from conversations.codes import Code
from conversations.models import Webhook, WebhookDelivery
from conversations.webhooks import managing
from conversations.webhooks.managing import TooManyWebhooks, WebhookGone, WebhookRefused
from providers.database import in_database


class WebhooksView(AsyncAPIView):
    """`/webhooks`."""

    @documented(
        "listWebhooks",
        "List webhooks",
        {200: Answer(WebhooksSerializer, "A page of webhooks.", shown.WEBHOOKS)},
        tag="webhooks",
        parameters=[PageQuerySerializer],
        codes=[Code.FORBIDDEN],
        for_staff=False,
    )
    async def get(self, request: Request) -> Response:
        """The webhooks of the key's integration; with the scope `admin` all."""
        access.check_scope(self.caller, scopes.WEBHOOKS)
        asked = self.query(PageQuerySerializer)
        page = await in_database(_page_of_webhooks, self.caller, asked)
        return Response(WebhooksSerializer({"webhooks": page.rows, "next": page.next}).data)

    @documented(
        "addWebhook",
        "Add a webhook",
        {201: Answer(SecretWebhookSerializer, "The webhook with its secret.", shown.WITH_SECRET)},
        tag="webhooks",
        takes=NewWebhookSerializer,
        example=shown.NEW_WEBHOOK,
        codes=[Code.FORBIDDEN],
        for_staff=False,
    )
    async def post(self, request: Request) -> Response:
        """Add a webhook: 201 with its secret, which nobody sees again.

        It is told of the sessions of the key's integration. With the scope `admin` it may be told of those of
        everybody, `all_sessions`.
        """
        access.check_scope(self.caller, scopes.WEBHOOKS)
        asked = self.body(NewWebhookSerializer)
        caller = access.check_key(self.caller)
        webhook, secret = await in_database(_register, caller, asked)
        answer = SecretWebhookSerializer(webhook, context={"secret": secret})
        return Response(answer.data, status=201)


class WebhookView(AsyncAPIView):
    """`/webhooks/{id}`."""

    @documented(
        "readWebhook",
        "Read a webhook",
        {200: Answer(WebhookSerializer, "The webhook.", shown.WEBHOOK)},
        tag="webhooks",
        parameters=[shown.WEBHOOK_ID],
        codes=[Code.FORBIDDEN, Code.NOT_FOUND],
        for_staff=False,
    )
    async def get(self, request: Request, webhook_id: str) -> Response:
        """The webhook, without its secret."""
        access.check_scope(self.caller, scopes.WEBHOOKS)
        return Response(WebhookSerializer(await in_database(_webhook, self.caller, webhook_id)).data)

    @documented(
        "removeWebhook",
        "Remove a webhook",
        {204: Answer(None, "It is removed.")},
        tag="webhooks",
        parameters=[shown.WEBHOOK_ID],
        codes=[Code.FORBIDDEN, Code.NOT_FOUND],
        for_staff=False,
    )
    async def delete(self, request: Request, webhook_id: str) -> Response:
        """Remove it: 204. What still waits for it is not sent."""
        access.check_scope(self.caller, scopes.WEBHOOKS)
        webhook = await in_database(_webhook, self.caller, webhook_id)
        await in_database(managing.remove, webhook)
        return Response(status=204)


class RotateView(AsyncAPIView):
    """`/webhooks/{id}/rotate`."""

    @documented(
        "rotateWebhookSecret",
        "Exchange a webhook's secret",
        {200: Answer(SecretWebhookSerializer, "The webhook with its new secret.", shown.ROTATED)},
        tag="webhooks",
        parameters=[shown.WEBHOOK_ID],
        codes=[Code.FORBIDDEN, Code.NOT_FOUND],
        for_staff=False,
    )
    async def post(self, request: Request, webhook_id: str) -> Response:
        """Exchange the secret; the answer holds the new one, and for a day both sign."""
        access.check_scope(self.caller, scopes.WEBHOOKS)
        webhook = await in_database(_webhook, self.caller, webhook_id)
        try:
            secret = await in_database(managing.rotate, webhook)
        except WebhookGone:
            raise _unknown() from None
        return Response(SecretWebhookSerializer(webhook, context={"secret": secret}).data)


class DeliveriesView(AsyncAPIView):
    """`/webhooks/{id}/deliveries`."""

    @documented(
        "listDeliveries",
        "List what was sent",
        {200: Answer(DeliveriesSerializer, "A page of deliveries.", shown.DELIVERIES)},
        tag="webhooks",
        parameters=[shown.WEBHOOK_ID, DeliveriesQuerySerializer],
        codes=[Code.FORBIDDEN, Code.NOT_FOUND],
        for_staff=False,
    )
    async def get(self, request: Request, webhook_id: str) -> Response:
        """What was sent or is to be sent, with every attempt; the newest first."""
        access.check_scope(self.caller, scopes.WEBHOOKS)
        asked = self.query(DeliveriesQuerySerializer)
        webhook = await in_database(_webhook, self.caller, webhook_id)
        rows, following = await in_database(_page_of_deliveries, webhook, asked)
        return Response(DeliveriesSerializer({"deliveries": rows, "next": following}).data)


class ReplayView(AsyncAPIView):
    """`/webhooks/{id}/deliveries/{delivery}/replay`."""

    @documented(
        "replayDelivery",
        "Send an event again",
        {202: Answer(DeliverySerializer, "The delivery, which waits to be sent.", shown.WAITING)},
        tag="webhooks",
        parameters=[shown.WEBHOOK_ID, shown.DELIVERY_ID],
        codes=[Code.FORBIDDEN, Code.NOT_FOUND],
        for_staff=False,
    )
    async def post(self, request: Request, webhook_id: str, delivery: int) -> Response:
        """Send an event again, with the same id: 202. One that still waits stays as it is."""
        access.check_scope(self.caller, scopes.WEBHOOKS)
        webhook = await in_database(_webhook, self.caller, webhook_id)
        row = await in_database(_replay, webhook, delivery)
        return Response(DeliverySerializer(row).data, status=202)


def _register(caller: ApiCaller, asked: Mapping[str, Any]) -> tuple[Webhook, str]:
    if asked["all_sessions"] and not access.has_scope(caller, scopes.ADMIN):
        raise ValidationError({"all_sessions": [f"This takes the scope {scopes.ADMIN}."]})
    try:
        return managing.register(
            asked["url"],
            asked["events"],
            client=None if asked["all_sessions"] else caller.client,
            description=asked.get("description", ""),
        )
    except TooManyWebhooks as refused:
        raise ValidationError({"non_field_errors": [str(refused)]}) from None
    except WebhookRefused as refused:
        raise ValidationError({"url": [str(refused)]}) from None


def _page_of_webhooks(caller: Caller, asked: Mapping[str, Any]) -> Page[Webhook]:
    rows = Webhook.objects.filter(access.own(caller))
    return page_of(rows, "created_at", cursor=asked.get("cursor"), limit=asked["limit"])


def _webhook(caller: Caller, text: str) -> Webhook:
    """A webhook of the caller's by its id. Raises AccessDenied."""
    key = key_of(text)
    row = None if key is None else Webhook.objects.filter(access.own(caller), pk=key).first()
    if row is None:
        raise _unknown()
    return row


def _unknown() -> AccessDenied:
    return AccessDenied(Code.NOT_FOUND, "There is no such webhook.")


def _page_of_deliveries(
    webhook: Webhook, asked: Mapping[str, Any]
) -> tuple[list[WebhookDelivery], str | None]:
    rows = WebhookDelivery.objects.filter(webhook=webhook).select_related("session")
    if "status" in asked:
        rows = rows.filter(status=asked["status"])
    if "cursor" in asked:
        rows = rows.filter(pk__lt=asked["cursor"])
    limit = asked["limit"]
    found = list(rows.order_by("-pk")[: limit + 1])
    return found[:limit], str(found[limit - 1].pk) if len(found) > limit else None


def _replay(webhook: Webhook, key: int) -> WebhookDelivery:
    rows = WebhookDelivery.objects.filter(webhook=webhook, pk=min(key, 2**63 - 1)).select_related("session")
    row = rows.first()
    if row is None:
        raise AccessDenied(Code.NOT_FOUND, "There is no such delivery.")
    managing.send_again(row)
    return rows.get()
