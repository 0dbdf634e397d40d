"""What a node may read: the cursor, every channel, the configuration. Frozen while it runs."""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload

from pydantic import BaseModel, ValidationError

from conversations.authoring.errors import StateMisuse
from providers.validation import fault_texts

if TYPE_CHECKING:
    from conversations.authoring.graph import Graph

S_co = TypeVar("S_co", bound=BaseModel, covariant=True)

Channels = Mapping[str, Mapping[str, Any]]
"""Stored channels: node id to the JSON object of its state."""


class EmptyState(BaseModel):
    """The channel of a node that keeps nothing."""


class WithState(Protocol[S_co]):
    """A node class, seen as the holder of its State model; lets type checkers follow `of()`.

    A nested class counts as a method that returns its instance; a property would not fit it.
    """

    def State(self) -> S_co:  # noqa: N802 - the authoring surface's own spelling
        """The pydantic model of the channel; every field of it has a default."""
        ...


@dataclass(frozen=True)
class GraphState:
    """The session as it stood when the node started.

    `request` is the newest customer message of the node's space, "" if there is none. `today` is
    the graph's business date, and `now` the moment on it, in the site's time zone. `external_user` is
    who the customer is to the integration or the host site; only where it is verified does one of them
    vouch for it. Name and email are "" where it told none.
    """

    graph: "Graph"
    channels: Channels
    cursor: str
    config: BaseModel | None
    input_consumed: bool
    request: str
    external_user: str
    external_user_verified: bool
    today: date
    now: datetime
    external_name: str = ""
    external_email: str = ""

    @overload
    def of(self, node: WithState[S_co]) -> S_co: ...
    @overload
    def of(self, node: str) -> Any: ...
    def of(self, node: Any) -> Any:
        """A copy of the channel of a node, as its State model; its defaults where nothing was saved.

        To change it, use `context.save_state`: what is written to the copy is lost.

        Takes a node class or an id. Raises StateMisuse for a node that the graph has not and for
        a stored channel that its State refuses.
        """
        node_id = self.graph.id_of(node)
        return load_channel(self.graph, node_id, self.channels.get(node_id, {}))


def load_channel(graph: "Graph", node_id: str, stored: Mapping[str, Any]) -> BaseModel:
    """Read a stored channel through its node's State. Raises StateMisuse where it does not fit."""
    try:
        return graph.node(node_id).State.model_validate_json(json.dumps(stored))
    except ValueError as error:
        raise StateMisuse(
            f"The stored channel of {node_id} does not fit its State: {_reason(error)}"
        ) from error


def patch_channel(
    graph: "Graph", node_id: str, stored: Mapping[str, Any], patch: Mapping[str, Any]
) -> dict[str, Any]:
    """The whole channel after a patch, validated, as JSON. Raises StateMisuse."""
    model = graph.node(node_id).State
    current = load_channel(graph, node_id, stored)
    try:
        patched = model.model_validate({**dict(current), **patch})
        channel: dict[str, Any] = json.loads(patched.model_dump_json())
    except ValueError as error:
        raise StateMisuse(f"The channel of {node_id} cannot be saved: {_reason(error)}") from error
    fault = _unfit(patched.model_dump())
    if fault:
        raise StateMisuse(f"The channel of {node_id} cannot be saved: {fault}")
    return channel


def _unfit(value: Any) -> str | None:
    """What pydantic would write but not every database keep as it is; None where nothing is."""
    match value:
        case float() if not math.isfinite(value):
            return "JSON has no NaN and no infinity."
        case str() if "\0" in value:
            return "PostgreSQL keeps no NUL character."
        case dict():
            inner: Iterable[Any] = chain(value.keys(), value.values())
        case list() | tuple() | set() | frozenset():
            inner = value
        case _:
            return None
    return next(filter(None, map(_unfit, inner)), None)


def check_patch(graph: "Graph", node_id: str, patch: Mapping[str, Any]) -> None:
    """Raise StateMisuse where a patch names a field that the node's State does not have."""
    fields = graph.node(node_id).State.model_fields
    unknown = sorted(set(patch) - set(fields))
    if unknown:
        raise StateMisuse(
            f"The State of {node_id} has no field {', '.join(unknown)}; it has {', '.join(fields) or 'none'}."
        )


def _reason(error: ValueError) -> str:
    """What is wrong, without the values, which may be a customer's."""
    return "; ".join(fault_texts(error)) if isinstance(error, ValidationError) else str(error)
