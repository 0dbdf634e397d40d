"""System checks of what operators see."""

from typing import Any, Final

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from conversations.observing.apps import NO_TRACES, can_trace

NO_TRACING: Final = "ezgraph.observing.E001"


@register()
def check_tracing(**_: Any) -> list[CheckMessage]:
    """Traces that are asked for can be made."""
    if settings.EZGRAPH_TRACES == NO_TRACES or can_trace():
        return []
    return [
        Error(
            "OTEL_TRACES_EXPORTER asks for traces, and OpenTelemetry is not installed.",
            hint="Install the extra: pip install 'ezgraph-django[tracing]'. Or unset the variable.",
            id=NO_TRACING,
        )
    ]
