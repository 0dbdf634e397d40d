"""System checks of what operators see."""

from typing import Any, Final

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from conversations.defaults import METRICS_TOKEN_CHARACTERS
from conversations.observing.apps import NO_TRACES, can_trace

NO_TRACING: Final = "ezgraph.observing.E001"
GUESSABLE: Final = "ezgraph.observing.W001"


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


@register(deploy=True)
def check_metrics_token(**_: Any) -> list[CheckMessage]:
    """The token of the metrics is hard to guess, where there is one."""
    if not 0 < len(settings.EZGRAPH_METRICS_TOKEN) < METRICS_TOKEN_CHARACTERS:
        return []
    return [
        Warning(
            f"EZGRAPH_METRICS_TOKEN has fewer than {METRICS_TOKEN_CHARACTERS} characters: it may be guessed.",
            hint="Make one: python -c 'import secrets; print(secrets.token_urlsafe())'.",
            id=GUESSABLE,
        )
    ]
