"""The headers of W3C Trace Context: what tells of a trace between systems."""

from typing import Final

TRACE_HEADERS: Final = ("traceparent", "tracestate")
