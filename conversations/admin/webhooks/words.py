"""How deliveries are told of to staff."""

from typing import Any, Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from conversations.admin.parts.labels import Tone, label
from conversations.models import DeliveryStatus, WebhookDelivery
from conversations.webhooks.attempts import Fault

FAULTS: Final[dict[str, str]] = {
    Fault.TIMEOUT: "No answer in time",
    Fault.CONNECTION_FAILED: "No connection",
    Fault.ADDRESS_REFUSED: "The address leads into a private network",
    Fault.KEY_MISSING: "No key of the site opens the webhook's secret",
}
"""Why an attempt failed, where the receiver said nothing."""

_TONES: Final[dict[str, Tone]] = {
    DeliveryStatus.WAITING: "info",
    DeliveryStatus.DELIVERED: "success",
    DeliveryStatus.SET_ASIDE: "danger",
}

_NAMES: Final[dict[str, str]] = {
    DeliveryStatus.WAITING: "Waiting",
    DeliveryStatus.DELIVERED: "Delivered",
    DeliveryStatus.SET_ASIDE: "Set aside",
}


def delivery_label(delivery: WebhookDelivery) -> SafeString:
    """How a delivery stands; one that failed before and waits is told apart."""
    if delivery.status == DeliveryStatus.WAITING and delivery.tries:
        return label("Trying again", "warning")
    return label(_NAMES[delivery.status], _TONES[delivery.status])


def attempt_in_words(attempt: dict[str, Any]) -> str:
    """What came of an attempt."""
    if attempt["status"] is None:
        return FAULTS.get(attempt["code"], str(attempt["code"]))
    return f"{'Not taken' if attempt['code'] else 'Taken'}: HTTP {attempt['status']}"


def attempts_in_words(attempts: list[tuple[Any, dict[str, Any]]]) -> SafeString:
    """Attempts with their moments, one a line."""
    if not attempts:
        return format_html("{}", "None yet.")
    rows = (
        (f"{localtime(at):%d %b %Y %H:%M:%S}", attempt_in_words(attempt), f"{attempt['ms']:,}")
        for at, attempt in attempts
    )
    return format_html("<div>{}</div>", format_html_join("", "<p>{} · {} · {} ms</p>", rows))
