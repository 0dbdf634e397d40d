"""The metrics, each defined once: name, labels and meaning. docs/metrics.md is made from this.

Labels are names of a site's own graphs, nodes and providers, codes, and routes: never an id, never a text.
They are of the process; what the database holds is read from it when somebody asks, see `reading`.
"""

from typing import Final

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, disable_created_metrics
from prometheus_client.metrics import MetricWrapperBase

# A line more for each series, which nobody asks for.
disable_created_metrics()  # type: ignore[no-untyped-call]  # it has no types

MODEL_SECONDS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 30.0, 60.0)
"""Buckets of what waits for models."""

SHORT_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Buckets of what does not."""

ALL: Final[list[MetricWrapperBase]] = []
"""Every metric, in the order of the page."""


def _counter(name: str, help: str, *labels: str) -> Counter:
    metric = Counter(name, help, labels, registry=REGISTRY)
    ALL.append(metric)
    return metric


def _gauge(name: str, help: str, *labels: str) -> Gauge:
    metric = Gauge(name, help, labels, registry=REGISTRY)
    ALL.append(metric)
    return metric


def _histogram(name: str, help: str, *labels: str, buckets: tuple[float, ...]) -> Histogram:
    metric = Histogram(name, help, labels, registry=REGISTRY, buckets=buckets)
    ALL.append(metric)
    return metric


TURNS: Final = _counter(
    "ezgraph_turns_total",
    "Turns that ended here; status running: another process took the turn.",
    "graph",
    "status",
)
TURN_FAILURES: Final = _counter(
    "ezgraph_turn_failures_total", "Turns that failed, by cause.", "graph", "cause"
)
TURN_SECONDS: Final = _histogram(
    "ezgraph_turn_seconds", "How long turns took, models and all.", "graph", buckets=MODEL_SECONDS
)
TURN_WAIT_SECONDS: Final = _histogram(
    "ezgraph_turn_wait_seconds",
    "How long accepted messages waited for earlier turns of their session.",
    "graph",
    buckets=MODEL_SECONDS,
)
TURNS_RUNNING: Final = _gauge("ezgraph_turns_running", "Turns that run in this process now.", "graph")
STEPS: Final = _counter(
    "ezgraph_steps_total",
    "Runs of nodes; outcome is what the node returned, or the cause of its failure.",
    "graph",
    "node",
    "outcome",
)
STEP_SECONDS: Final = _histogram(
    "ezgraph_step_seconds", "How long runs of nodes took.", "graph", "node", buckets=MODEL_SECONDS
)
TOOL_CALLS: Final = _counter(
    "ezgraph_tool_calls_total",
    "Runs of tools' handlers; outcome is stay, transition, or the cause of a failure.",
    "graph",
    "node",
    "tool",
    "outcome",
)
DECISIONS: Final = _counter(
    "ezgraph_decisions_total",
    "Decisions on record; outcome fallback: no model decided, the graph's own rule did.",
    "graph",
    "node",
    "outcome",
)
MODEL_CALLS: Final = _counter(
    "ezgraph_model_calls_total",
    "Calls that went out to a provider; outcome is ok or the code of the error.",
    "provider",
    "model",
    "operation",
    "outcome",
)
MODEL_CALL_SECONDS: Final = _histogram(
    "ezgraph_model_call_seconds",
    "How long such calls took, to their last word.",
    "provider",
    "operation",
    buckets=MODEL_SECONDS,
)
MODEL_TOKENS: Final = _counter(
    "ezgraph_model_tokens_total",
    "Tokens that providers counted; direction is input, cached_input (a part of input) or output.",
    "provider",
    "model",
    "direction",
)
MODEL_COST: Final = _counter(
    "ezgraph_model_cost_dollars_total",
    "US dollars that calls cost, of providers with a price.",
    "provider",
    "model",
)
MODEL_CALLS_REFUSED: Final = _counter(
    "ezgraph_model_calls_refused_total",
    "Calls that never went out: circuit_open, or budget.",
    "provider",
    "code",
)
MODEL_CALL_WAIT_SECONDS: Final = _histogram(
    "ezgraph_model_call_wait_seconds",
    "How long calls waited at a provider's rate_limit or concurrency gate.",
    "provider",
    "gate",
    buckets=SHORT_SECONDS,
)
CIRCUIT_STATE: Final = _gauge(
    "ezgraph_circuit_state",
    "1 for the state that a provider's circuit is in: closed, open or half_open. Read when asked.",
    "provider",
    "state",
)
LIMITS_REACHED: Final = _counter(
    "ezgraph_limits_reached_total",
    "What was refused because somebody asked too much: visitor, messages, sessions, connections, calls,"
    " login, or day for a graph's own limit of the day.",
    "limit",
)
OPEN_SOCKETS: Final = _gauge("ezgraph_open_sockets", "Open WebSockets; kind is customer or staff.", "kind")
HTTP_REQUESTS: Final = _counter(
    "ezgraph_http_requests_total",
    "HTTP requests that were answered, by the template of their route.",
    "method",
    "route",
    "status",
)
HTTP_REQUEST_SECONDS: Final = _histogram(
    "ezgraph_http_request_seconds",
    "How long answers took to begin; those that wait for a turn take as long as it.",
    "method",
    "route",
    buckets=MODEL_SECONDS,
)
DATABASE_WAIT_SECONDS: Final = _histogram(
    "ezgraph_database_wait_seconds",
    "How long work waited for a database thread; threads are of the engine (database) or of authors' code.",
    "threads",
    buckets=SHORT_SECONDS,
)
DATABASE_SECONDS: Final = _histogram(
    "ezgraph_database_seconds", "How long work in a database thread took.", "threads", buckets=SHORT_SECONDS
)
WEBHOOK_ATTEMPTS: Final = _counter(
    "ezgraph_webhook_attempts_total",
    "Events sent to webhooks by this process; outcome is delivered or the fault.",
    "outcome",
)
WEBHOOK_ATTEMPT_SECONDS: Final = _histogram(
    "ezgraph_webhook_attempt_seconds", "How long receivers took to answer.", buckets=MODEL_SECONDS
)

DATABASE_UP: Final = _gauge("ezgraph_database_up", "Whether the database answered, 1 or 0. Read when asked.")
REDIS_AWAY: Final = _gauge(
    "ezgraph_redis_away",
    "1 where the site has a Redis that does not answer: each process goes on by itself. Read when asked.",
)
WEBHOOK_DELIVERIES: Final = _gauge(
    "ezgraph_webhook_deliveries",
    "Events of the whole site in state due (to be sent now), waiting (not yet) or set_aside (given up). Read"
    " when asked: the same in every process.",
    "state",
)
WEBHOOK_LATENESS: Final = _gauge(
    "ezgraph_webhook_lateness_seconds",
    "For how long the oldest event that is due has been. Read when asked: the same in every process.",
)
TURNS_DUE: Final = _gauge(
    "ezgraph_turns_due",
    "Turns of the whole site in state queued or interrupted; those of graphs that it serves no more are"
    " unserved. Read when asked: the same in every process.",
    "state",
)
