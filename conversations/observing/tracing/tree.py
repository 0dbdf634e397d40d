"""A trace as text: a line a span or event, what belongs to a span below it. For terminals and for tests."""

from collections.abc import Iterator, Sequence
from typing import Final

from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult
from opentelemetry.trace import StatusCode

MOST_TRACES: Final = 100
"""Traces that may be under way; the oldest are forgotten, so that none grows for ever."""

SHOWN: Final = (
    ("ezgraph.provider", ""),
    ("gen_ai.conversation.id", "session "),
    ("ezgraph.turn", "turn "),
    ("ezgraph.status", ""),
    ("ezgraph.outcome", ""),
    ("ezgraph.failure", ""),
    ("error.type", ""),
    ("gen_ai.usage.input_tokens", "in "),
    ("gen_ai.usage.output_tokens", "out "),
)
"""The attributes that a line shows, each behind its word."""


def tree_of(spans: Sequence[ReadableSpan], *, times: bool = True) -> str:
    """The spans of one or more traces as text; those whose parent is not among them are at the left.

    Without `times` the same work gives the same text, but for the ids in it.
    """
    known = {span.context.span_id for span in spans if span.context is not None}
    roots = [span for span in spans if span.parent is None or span.parent.span_id not in known]
    return "\n".join(
        line for root in sorted(roots, key=_began) for line in _lines(root, spans, "", "", times)
    )


class TreeExporter(SpanExporter):
    """Prints each trace as a tree when all of it that happens here is over."""

    def __init__(self) -> None:
        self._traces: dict[int, list[ReadableSpan]] = {}

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Take in spans that ended."""
        for span in spans:
            assert span.context is not None
            trace = self._traces.setdefault(span.context.trace_id, [])
            trace.append(span)
            if span.parent is None or span.parent.is_remote:
                print(tree_of(self._traces.pop(span.context.trace_id)), flush=True)
        while len(self._traces) > MOST_TRACES:
            self._traces.pop(next(iter(self._traces)))
        return SpanExportResult.SUCCESS


def _lines(
    span: ReadableSpan, spans: Sequence[ReadableSpan], first: str, further: str, times: bool
) -> Iterator[str]:
    yield f"{first}{_line(span, times)}"
    assert span.context is not None
    own = span.context.span_id
    parts: list[ReadableSpan | Event] = [*span.events]
    parts += [part for part in spans if part.parent is not None and part.parent.span_id == own]
    parts.sort(key=_began)
    for place, part in enumerate(parts):
        is_last = place == len(parts) - 1
        corner, below = ("└─ ", "   ") if is_last else ("├─ ", "│  ")
        if isinstance(part, Event):
            yield f"{further}{corner}· {part.name}: {', '.join(map(str, (part.attributes or {}).values()))}"
        else:
            yield from _lines(part, spans, further + corner, further + below, times)


def _line(span: ReadableSpan, times: bool) -> str:
    attributes = span.attributes or {}
    told = [f"{word}{attributes[name]!s}" for name, word in SHOWN if name in attributes]
    took = f"{((span.end_time or 0) - (span.start_time or 0)) / 1e6:.1f} ms" if times else ""
    failed = "FAILED" if span.status.status_code is StatusCode.ERROR else ""
    return "  ".join(filter(None, (span.name, took, ", ".join(told), failed)))


def _began(part: ReadableSpan | Event) -> int:
    return part.timestamp if isinstance(part, Event) else part.start_time or 0
