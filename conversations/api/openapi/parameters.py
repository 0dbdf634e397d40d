"""Headers and parameters that several operations take."""

from typing import Final

from drf_spectacular.utils import OpenApiParameter

from conversations.api.base.fields import LONGEST_NAME

IDEMPOTENCY_KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "maxLength": LONGEST_NAME},
    OpenApiParameter.HEADER,
    description=(
        "The same key with the same content gives the same answer again; nothing happens twice. It stands for"
        " the field of the body that does so: who sends both says the same in both."
    ),
)

SESSION_ID: Final = OpenApiParameter(
    "Session-Id",
    {"type": "string", "format": "uuid"},
    OpenApiParameter.HEADER,
    description="The session that was run. With an error, where there is one already.",
    response=["200", "400", "409", "422", "502", "503"],
)
"""The header of answers that name the session of a run."""

LAST_EVENT_ID: Final = OpenApiParameter(
    "Last-Event-ID",
    str,
    OpenApiParameter.HEADER,
    description="With `Accept: text/event-stream`: the last id that was seen. What follows it is sent.",
)
