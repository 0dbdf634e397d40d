"""Delivering events to webhooks, many at once, those of one session to one webhook in order."""

import asyncio
import logging
from collections import Counter
from typing import Final
from uuid import UUID

import httpx
from django.db import DatabaseError, InterfaceError

from conversations import clock, identifiers
from conversations.announcements import DeliveryTried
from conversations.background import delivery_rows as rows
from conversations.background.delivery_rows import SEND_SECONDS, Claim
from conversations.webhooks import signing
from conversations.webhooks.attempts import Attempt, Fault
from conversations.webhooks.payloads import body_of
from conversations.webhooks.secrets import secrets_of
from providers.addresses import AddressRefused, named_hosts
from providers.announcing import announce
from providers.database import in_database
from providers.net import ALLOWED_HOSTS, http_client, time_limits
from providers.secrets.sealing import SecretsUnreadable

logger = logging.getLogger(__name__)

AT_ONCE: Final = 32
"""Deliveries that one process sends at the same time."""

AT_ONCE_TO_ONE: Final = 8
"""Of them to one webhook, so that a slow one leaves room for others."""

LOOK_SECONDS: Final = 1.0
"""While something is being sent: how often to look for what has come to be due since."""


async def deliver_due(stopping: asyncio.Event) -> bool:
    """Send what is due, until nothing is; False where there was nothing.

    Once `stopping` is set nothing new is begun, and what is being sent is waited for. Raises the database's
    errors; what was claimed is taken up again when its lease is over.
    """
    crew = _Crew()
    try:
        while not stopping.is_set():
            await crew.take_on()
            if not crew.tasks:
                break
            await asyncio.wait(crew.tasks, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.gather(*crew.tasks)
    finally:
        for task in crew.tasks:
            task.cancel()
    return crew.has_worked


class _Crew:
    """The deliveries that are being sent."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()
        self.has_worked = False
        self._owner = identifiers.lease_owner()
        self._to: Counter[UUID] = Counter()

    async def take_on(self) -> None:
        """Claim what is due and begin to send it, as much as there is room for."""
        room = AT_ONCE - len(self.tasks)
        if room:
            for claim in await in_database(rows.claim_due, self._owner, room, AT_ONCE_TO_ONE, self._to):
                self._begin(claim)

    def _begin(self, claim: Claim) -> None:
        self.has_worked = True
        webhook = claim.delivery.webhook_id
        self._to[webhook] += 1
        task = asyncio.ensure_future(deliver(claim))
        self.tasks.add(task)

        def over(task: asyncio.Task[None]) -> None:
            self.tasks.discard(task)
            self._to[webhook] -= 1

        task.add_done_callback(over)


async def deliver(claim: Claim) -> None:
    """Send one event and write what came of it."""
    attempt = await send(claim)
    announce(DeliveryTried((attempt.fault or "delivered").lower(), attempt.ms / 1000))
    record = rows.record_failed if attempt.fault else rows.record_taken
    try:
        await in_database(record, claim, attempt)
    except (DatabaseError, InterfaceError):
        # It is sent again when the lease is over: once more rather than never.
        logger.warning("What came of a webhook's delivery could not be stored.", exc_info=True)


async def send(claim: Claim) -> Attempt:
    """Send one event. Whatever the receiver does becomes an attempt; nothing of its reply is kept."""
    at, began = clock.now(), clock.elapsed()
    status, fault, retry_after = None, None, 0.0
    try:
        async with asyncio.timeout(SEND_SECONDS):
            response = await _post(claim)
    except SecretsUnreadable:
        fault = Fault.KEY_MISSING
    except AddressRefused:
        fault = Fault.ADDRESS_REFUSED
    except (TimeoutError, httpx.TimeoutException):
        fault = Fault.TIMEOUT
    except (httpx.HTTPError, httpx.InvalidURL, OSError):
        fault = Fault.CONNECTION_FAILED
    else:
        status = response.status_code
        fault = None if response.is_success else Fault.STATUS
        retry_after = _seconds(response.headers.get("retry-after", ""))
    milliseconds = round((clock.elapsed() - began) * 1000)
    return Attempt(at, milliseconds, status, fault, retry_after)


async def _post(claim: Claim) -> httpx.Response:
    """The receiver's answer without its body: what it says beside the status is of no interest."""
    delivery = claim.delivery
    body = body_of(delivery)
    headers = signing.headers(str(delivery.event_id), clock.now(), body, secrets_of(delivery.webhook))
    async with http_client().stream(
        "POST",
        delivery.webhook.url,
        content=body,
        headers={"Content-Type": "application/json", **headers},
        timeout=time_limits(SEND_SECONDS),
        extensions={ALLOWED_HOSTS: named_hosts()},
    ) as response:
        return response


def _seconds(retry_after: str) -> float:
    """Seconds of a Retry-After; 0 for none, and for a date, which few receivers send."""
    return (
        float(retry_after)
        if retry_after.isascii() and retry_after.isdigit() and len(retry_after) < 9
        else 0.0
    )
