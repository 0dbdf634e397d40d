"""Replies of graphs whose `response_mode` is json: one JSON object that completes the session."""

import json
from collections.abc import Mapping
from typing import Any

from conversations.authoring.graph import Graph
from conversations.engine import graphs
from conversations.engine.errors import Cause, GraphUnknown, TurnFault
from conversations.engine.records import StepWrite


def check_reply(graph: Graph, write: StepWrite) -> None:
    """Raise TurnFault where a step completes the session of a json graph with anything but an object."""
    if not (write.completes_session and replies_in_json(graph)):
        return
    reply = write.messages[-1]
    if object_in(reply.text) is None:
        raise TurnFault(Cause.REPLY_NOT_JSON, f"{reply.node}: its completing reply is no JSON object.")


def data_of(graph_name: str, reply: str) -> dict[str, Any] | None:
    """The object that completed a session of a json graph; None for any other graph."""
    try:
        graph = graphs.get(graph_name)
    except GraphUnknown:
        return None
    return object_in(reply) if replies_in_json(graph) else None


def replies_in_json(graph: Graph) -> bool:
    """Whether a session of the graph ends with a JSON object, which later turns are given again."""
    return graph.response_mode == "json"


def asks_anew(graph: Graph, stored: Mapping[str, Any], asked: Mapping[str, Any]) -> bool:
    """Whether the configs differ: a saved object answers only what it was made from."""
    return replies_in_json(graph) and asked != stored


def object_in(text: str) -> dict[str, Any] | None:
    """The JSON object that a text is; None where it is anything else."""
    try:
        value = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _refuse(constant: str) -> None:
    raise ValueError(f"JSON has no {constant}.")
