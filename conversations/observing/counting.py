"""Feeds the metrics with what is announced."""

from collections.abc import Callable
from functools import singledispatch
from typing import Final

from conversations.announcements import (
    Connection,
    Decision,
    DeliveryTried,
    LimitReached,
    RequestAnswered,
    Step,
    ToolRun,
    Turn,
)
from conversations.observing import metrics
from conversations.observing.names import Names
from providers.announcements import CallRefused, CallWaited, DatabaseHop, ModelCall
from providers.announcing import Observer, Work

MOST_MODELS: Final = 200
"""Models of one provider that get a line of their own: a server may call itself what it likes."""

MOST_NODES: Final = 1000
"""The same of the nodes of one graph: a session may stand at one that it has no longer."""

OK: Final = "ok"

OWN_MODEL: Final = "default"
"""The provider's own model, where no reply has told its name."""


class Counting(Observer):
    """The observer that counts."""

    def __init__(self) -> None:
        self._models = Names(MOST_MODELS)
        self._nodes = Names(MOST_NODES)
        self._over: dict[type[Work], Callable[..., None]] = {
            Turn: self._turn,
            Step: self._step,
            ToolRun: self._tool,
            Decision: self._decision,
            ModelCall: self._call,
            Connection: self._closed,
        }

    def begun(self, work: Work) -> None:
        """Count what runs."""
        match work:
            case Turn():
                metrics.TURNS_RUNNING.labels(work.graph).inc()
                metrics.TURN_WAIT_SECONDS.labels(work.graph).observe(work.waited)
            case Connection(kind="customer" | "staff"):
                metrics.OPEN_SOCKETS.labels(work.kind).inc()

    def over(self, work: Work) -> None:
        """Count what has run."""
        count = self._over.get(type(work))
        if count is not None:
            count(work)

    def happened(self, event: object) -> None:
        """Count what happened."""
        _count(event)

    def _turn(self, turn: Turn) -> None:
        metrics.TURNS_RUNNING.labels(turn.graph).dec()
        metrics.TURNS.labels(turn.graph, turn.status or turn.fault).inc()
        metrics.TURN_SECONDS.labels(turn.graph).observe(turn.seconds)
        if turn.status == "failed":
            metrics.TURN_FAILURES.labels(turn.graph, turn.fault).inc()

    def _step(self, step: Step) -> None:
        node = self._nodes.known(step.graph, step.node)
        metrics.STEPS.labels(step.graph, node, step.fault or step.outcome).inc()
        metrics.STEP_SECONDS.labels(step.graph, node).observe(step.seconds)

    def _tool(self, run: ToolRun) -> None:
        metrics.TOOL_CALLS.labels(run.graph, run.node, run.tool, run.fault or run.outcome).inc()

    def _decision(self, decision: Decision) -> None:
        if decision.outcome:
            metrics.DECISIONS.labels(decision.graph, decision.node, decision.outcome).inc()

    def _call(self, call: ModelCall) -> None:
        model = self._models.known(call.provider, call.model or call.asked_model or OWN_MODEL)
        metrics.MODEL_CALLS.labels(call.provider, model, call.operation, call.fault or OK).inc()
        metrics.MODEL_CALL_SECONDS.labels(call.provider, call.operation).observe(call.seconds)
        for direction, tokens in (
            ("input", call.usage.input_tokens),
            ("output", call.usage.output_tokens),
            ("cached_input", call.usage.cached_input_tokens),
        ):
            if tokens > 0:
                metrics.MODEL_TOKENS.labels(call.provider, model, direction).inc(tokens)
        if call.cost is not None and call.cost > 0:
            metrics.MODEL_COST.labels(call.provider, model).inc(float(call.cost))

    def _closed(self, connection: Connection) -> None:
        if connection.kind != "http":
            metrics.OPEN_SOCKETS.labels(connection.kind).dec()


@singledispatch
def _count(event: object) -> None:
    """Count one thing that happened; of a kind that nobody counts, nothing."""


@_count.register
def _(event: DatabaseHop) -> None:
    metrics.DATABASE_WAIT_SECONDS.labels(event.threads).observe(event.waited)
    metrics.DATABASE_SECONDS.labels(event.threads).observe(event.seconds)


@_count.register
def _(event: CallRefused) -> None:
    metrics.MODEL_CALLS_REFUSED.labels(event.provider, event.code).inc()


@_count.register
def _(event: CallWaited) -> None:
    metrics.MODEL_CALL_WAIT_SECONDS.labels(event.provider, event.gate).observe(event.seconds)


@_count.register
def _(event: LimitReached) -> None:
    metrics.LIMITS_REACHED.labels(event.limit).inc()


@_count.register
def _(event: DeliveryTried) -> None:
    metrics.WEBHOOK_ATTEMPTS.labels(event.outcome).inc()
    metrics.WEBHOOK_ATTEMPT_SECONDS.observe(event.seconds)


@_count.register
def _(event: RequestAnswered) -> None:
    metrics.HTTP_REQUESTS.labels(event.method, event.route, event.status).inc()
    metrics.HTTP_REQUEST_SECONDS.labels(event.method, event.route).observe(event.seconds)
