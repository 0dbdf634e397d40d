"""What conversations announce; see `providers.announcing`. Ids, names and codes, never what anybody wrote."""

from dataclasses import dataclass

from providers.announcing import Work


@dataclass(eq=False, kw_only=True)
class Turn(Work):
    """A run of a turn in this process. `number` is the turn's in its session.

    `waited` are the seconds that its message waited for others here. At its end `status` tells how it
    stands: `completed`, `failed`, `cancelled`, `interrupted`, or `running` where another process took it;
    `fault` is then the cause of a failure.
    """

    graph: str
    session: str
    number: int
    waited: float
    status: str = ""


@dataclass(eq=False, kw_only=True)
class Step(Work):
    """A run of the node `node`, as the step `number` of its turn. `kind` is that of the node.

    `outcome` is the builder that it ended with, `fault` the cause of its failure.
    """

    graph: str
    node: str
    kind: str
    number: int
    outcome: str = ""


@dataclass(eq=False, kw_only=True)
class Decision(Work):
    """A run of a decision node. `outcome` is that of its record, "" where it had none to make.

    `fault` is how it failed; a fallback may have decided in spite of it.
    """

    graph: str
    node: str
    outcome: str = ""


@dataclass(eq=False, kw_only=True)
class ToolRun(Work):
    """A run of a tool's handler: `outcome` is `stay`, also for reject, or `transition`."""

    graph: str
    node: str
    tool: str
    call_id: str
    outcome: str = ""


@dataclass(eq=False, kw_only=True)
class Connection(Work):
    """A request or an open socket, for as long as it is served. `kind` is `http`, `customer` or `staff`.

    `request_id` names it in the log. `trace` holds the headers that tell of the work that it is part of
    elsewhere, by their names in lower case.
    """

    kind: str
    request_id: str
    trace: dict[str, str]


@dataclass(frozen=True)
class RequestAnswered:
    """An HTTP request was answered: to which `route`, a template, with which status, how soon."""

    method: str
    route: str
    status: int
    seconds: float


@dataclass(frozen=True)
class LimitReached:
    """Somebody asked for more than is allowed; `limit` names what of."""

    limit: str


@dataclass(frozen=True)
class DeliveryTried:
    """An event was sent to a webhook: `outcome` is `delivered` or the fault."""

    outcome: str
    seconds: float
