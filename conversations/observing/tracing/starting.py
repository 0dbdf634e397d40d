"""Begins to trace, as the OTEL_* variables say."""

from importlib.metadata import PackageNotFoundError, version
from typing import Final

from opentelemetry import trace
from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor

from conversations.observing.tracing.spans import Tracing
from conversations.observing.tracing.tree import TreeExporter
from providers.announcing import subscribe

SERVICE: Final = "ezgraph"
"""The name of the service where OTEL_SERVICE_NAME gives none."""

DISTRIBUTION: Final = "ezgraph-django"


def start(exporter: str, *, joins_callers: bool, tells_providers: bool) -> None:
    """Trace to `otlp` or `console`, as `Tracing` does. A provider of tracers that was set before stays."""
    if isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider):
        resource = Resource({SERVICE_NAME: SERVICE}).merge(OTELResourceDetector().detect())
        provider = TracerProvider(resource=Resource.create().merge(resource))
        provider.add_span_processor(_processor(exporter))
        trace.set_tracer_provider(provider)
    tracer = trace.get_tracer(DISTRIBUTION, _version())
    subscribe(Tracing(tracer, joins_callers=joins_callers, tells_providers=tells_providers))


def _processor(exporter: str) -> SpanProcessor:
    if exporter == "console":
        return SimpleSpanProcessor(TreeExporter())
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # slow to import

    return BatchSpanProcessor(OTLPSpanExporter())


def _version() -> str:
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return ""
