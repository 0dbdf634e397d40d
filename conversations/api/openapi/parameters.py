"""Headers and parameters that several operations take."""

from typing import Final

from drf_spectacular.utils import OpenApiParameter

from conversations.api.fields import LONGEST_NAME

IDEMPOTENCY_KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "maxLength": LONGEST_NAME},
    OpenApiParameter.HEADER,
    description="The same key with the same content gives the same answer again; nothing happens twice.",
)
