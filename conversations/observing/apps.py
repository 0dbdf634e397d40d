"""The app of what operators see: it subscribes to what happens."""

from importlib.util import find_spec

from django.apps import AppConfig
from django.conf import settings

NO_TRACES = "none"


class ObservingConfig(AppConfig):
    """Counts, and tells the log; traces where the settings say so."""

    name = "conversations.observing"
    label = "observing"
    verbose_name = "Observing"

    def ready(self) -> None:
        """Subscribe, and register the system checks."""
        from conversations.observing import checks  # noqa: F401
        from conversations.observing.counting import Counting
        from conversations.observing.logs import Telling
        from providers.announcing import subscribe

        subscribe(Counting())
        subscribe(Telling())
        if settings.EZGRAPH_TRACES != NO_TRACES and can_trace():
            from conversations.observing.tracing.starting import start

            start(
                settings.EZGRAPH_TRACES,
                joins_callers=settings.EZGRAPH_TRACE_CALLERS,
                tells_providers=settings.EZGRAPH_TRACE_PROVIDERS,
            )


def can_trace() -> bool:
    """Whether the extra `tracing` is installed."""
    try:
        return find_spec("opentelemetry.sdk") is not None
    except ModuleNotFoundError:
        return False
