"""Makes spans of announced work: turns, steps, decisions, tools and calls to providers.

Names and attributes follow the GenAI conventions where these have one, and begin with `ezgraph.` where
not. Nothing that anybody wrote is in a span.
"""

from collections.abc import Mapping
from typing import Any, Final
from weakref import WeakKeyDictionary

from opentelemetry import context, propagate, trace
from opentelemetry.trace import Link, Span, SpanContext, SpanKind, StatusCode, Tracer
from opentelemetry.util.types import AttributeValue

from conversations.announcements import Connection, Decision, Step, ToolRun, Turn
from conversations.observing.names import shown
from providers.announcements import CallRefused, CallWaited, ModelCall
from providers.announcing import Observer, Work

WORTH_TELLING_SECONDS: Final = 0.01
"""A shorter wait at a gate is not an event."""

SAME_PROCESS: Final = frozenset({"embedded"})
"""Types of providers whose model runs in this process."""

CALLER: Final = context.create_key("ezgraph-caller")
"""Where the context keeps the caller's span that a trace of our own is linked to."""

Attributes = dict[str, AttributeValue]


class Tracing(Observer):
    """The observer that makes spans.

    `joins_callers` makes turns a part of the trace that a request comes from: its sender then chooses
    whether they are sampled, and what `tracestate` holds. `tells_providers` hands the trace on to providers.
    """

    def __init__(self, tracer: Tracer, *, joins_callers: bool, tells_providers: bool) -> None:
        self._tracer = tracer
        self._joins_callers = joins_callers
        self._tells_providers = tells_providers
        self._spans: WeakKeyDictionary[Work, Span] = WeakKeyDictionary()

    def begun(self, work: Work) -> None:
        """Begin a span, as a part of the one that is current here."""
        begin = _beginning(work)
        if begin is not None:
            name, attributes = begin
            self._spans[work] = self._tracer.start_span(
                name, kind=_kind(work), attributes=attributes, links=_links()
            )

    def entered(self, work: Work) -> object:
        """Make the span current, also for other instrumentation; of a request, note where it comes from."""
        if isinstance(work, Connection):
            return self._enter_request(work.trace)
        span = self._spans.get(work)
        return None if span is None else context.attach(trace.set_span_in_context(span))

    def left(self, work: Work, entry: Any) -> None:
        """Make the span before it current again."""
        if entry is not None:
            context.detach(entry)

    def over(self, work: Work) -> None:
        """End the span."""
        span = self._spans.pop(work, None)
        if span is None:
            return
        span.set_attributes(_ending(work))
        if isinstance(work, ModelCall) and not work.asked_model and work.model:
            span.update_name(f"{work.operation} {shown(work.model)}")
        if work.fault and not _is_mended(work):
            span.set_attribute("error.type", work.fault)
            span.set_status(StatusCode.ERROR)
        span.end()

    def happened(self, event: object) -> None:
        """Note on the current span what a gate did."""
        match event:
            case CallRefused():
                note: Attributes = {"ezgraph.provider": event.provider, "error.type": event.code}
                trace.get_current_span().add_event("call refused", note)
            case CallWaited() if event.seconds >= WORTH_TELLING_SECONDS:
                note = {
                    "ezgraph.provider": event.provider,
                    "ezgraph.gate": event.gate,
                    "ezgraph.seconds": event.seconds,
                }
                trace.get_current_span().add_event("call waited", note)

    def headers(self) -> Mapping[str, str]:
        """`traceparent` of the current span, where providers are to be told."""
        carrier: dict[str, str] = {}
        if self._tells_providers:
            propagate.inject(carrier)
        return carrier

    def _enter_request(self, headers: Mapping[str, str]) -> object:
        """Go on with the caller's trace, or remember it, unless other instrumentation went on with one."""
        if not headers or trace.get_current_span().get_span_context().is_valid:
            return None
        theirs = propagate.extract(headers)
        if self._joins_callers:
            return context.attach(theirs)
        caller = trace.get_current_span(theirs).get_span_context()
        return context.attach(context.set_value(CALLER, caller)) if caller.is_valid else None


def _links() -> list[Link]:
    """To the caller, of the first span of a trace. Only ids: what else a stranger says is not handed on."""
    caller = context.get_value(CALLER)
    if not isinstance(caller, SpanContext) or trace.get_current_span().get_span_context().is_valid:
        return []
    return [Link(SpanContext(caller.trace_id, caller.span_id, is_remote=True))]


def _kind(work: Work) -> SpanKind:
    goes_out = isinstance(work, ModelCall) and work.type not in SAME_PROCESS
    return SpanKind.CLIENT if goes_out else SpanKind.INTERNAL


def _is_mended(work: Work) -> bool:
    """Whether the work came to its end in spite of its fault."""
    return isinstance(work, Decision) and work.outcome == "fallback"


def _beginning(work: Work) -> tuple[str, Attributes] | None:
    """The name of a span and what is known at its beginning; None for work that gets none."""
    match work:
        case Turn():
            return f"invoke_workflow {work.graph}", {
                "gen_ai.operation.name": "invoke_workflow",
                "gen_ai.agent.name": work.graph,
                "gen_ai.conversation.id": work.session,
                "ezgraph.turn": work.number,
            }
        case Step(kind="conversation"):
            return f"invoke_agent {work.node}", {
                "gen_ai.operation.name": "invoke_agent",
                "gen_ai.agent.name": work.node,
                "ezgraph.step": work.number,
            }
        case Step():
            return f"step {work.node}", {"ezgraph.node": work.node, "ezgraph.step": work.number}
        case Decision():
            return f"decide {work.node}", {"ezgraph.node": work.node}
        case ToolRun():
            return f"execute_tool {work.tool}", {
                "gen_ai.operation.name": "execute_tool",
                "gen_ai.tool.name": work.tool,
                "gen_ai.tool.type": "function",
                "gen_ai.tool.call.id": work.call_id,
            }
        case ModelCall():
            return " ".join(filter(None, (work.operation, shown(work.asked_model)))), _of_call(work)
    return None


def _of_call(call: ModelCall) -> Attributes:
    attributes: Attributes = {
        "gen_ai.operation.name": call.operation,
        "gen_ai.provider.name": call.type or call.provider,
        "ezgraph.provider": call.provider,
    }
    if call.asked_model:
        attributes["gen_ai.request.model"] = shown(call.asked_model)
    if call.streamed:
        attributes["gen_ai.request.stream"] = True
    return attributes


def _ending(work: Work) -> Attributes:
    """What is known of work when it is over."""
    match work:
        case Turn():
            return {"ezgraph.status": work.status}
        case Step() | ToolRun():
            return {"ezgraph.outcome": work.outcome} if work.outcome else {}
        case Decision():
            outcome = work.outcome or "not_asked"
            return {"ezgraph.outcome": outcome, **({"ezgraph.failure": work.fault} if work.fault else {})}
        case ModelCall():
            return _spent(work)
    return {}


def _spent(call: ModelCall) -> Attributes:
    attributes: Attributes = {
        name: tokens
        for name, tokens in (
            ("gen_ai.usage.input_tokens", call.usage.input_tokens),
            ("gen_ai.usage.output_tokens", call.usage.output_tokens),
            ("gen_ai.usage.cache_read.input_tokens", call.usage.cached_input_tokens),
        )
        if tokens
    }
    if call.model:
        attributes["gen_ai.response.model"] = shown(call.model)
    if call.cost is not None:
        attributes["ezgraph.cost_dollars"] = float(call.cost)
    return attributes
