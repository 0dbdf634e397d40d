"""Headers and parameters that several operations take."""

from typing import Final

from drf_spectacular.utils import OpenApiParameter

from conversations.api.base.fields import LONGEST_NAME

IDEMPOTENCY_KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "maxLength": LONGEST_NAME},
    OpenApiParameter.HEADER,
    description="The same key with the same content gives the same answer again; nothing happens twice.",
)

LAST_EVENT_ID: Final = OpenApiParameter(
    "Last-Event-ID",
    str,
    OpenApiParameter.HEADER,
    description="With `Accept: text/event-stream`: the last id that was seen. What follows it is sent.",
)
