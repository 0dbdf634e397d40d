"""Checks of a graph class before it is used. All faults are found in one pass and reported together."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from conversations.authoring.config import merge_chat_options
from conversations.authoring.decision_faults import decision_findings
from conversations.authoring.findings import FRAMEWORK, NAME_LENGTH, Findings, nodes_of
from conversations.authoring.graph import Busy, Graph
from conversations.authoring.method_faults import method_findings
from conversations.authoring.migrations import Migration
from conversations.authoring.name_faults import name_findings
from conversations.authoring.nodes import END, ConversationNode, Node
from conversations.authoring.targets import stated_targets
from conversations.authoring.tool_faults import tool_findings
from providers.validation import fault_texts

_SLUG = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")


@dataclass(frozen=True)
class GraphFault:
    """One fault of a graph. `code` is stable, `message` names the graph and the place."""

    code: str
    message: str


def faults_of(graph_class: type[Graph]) -> list[GraphFault]:
    """Every fault of a graph class; an empty list means that it may serve."""
    findings = list(_check_shape(graph_class)) or [
        finding for check in _CHECKS for finding in check(graph_class)
    ]
    return [GraphFault(code, f"{graph_class.__name__}: {text}") for code, text in findings]


def _check_shape(graph: type[Graph]) -> Findings:
    """What the other checks rely on."""
    if not isinstance(graph.nodes, list | tuple):
        yield "nodes", f"nodes is {graph.nodes!r}; it must be a list of node classes."
    spaces = graph.history_spaces
    if not isinstance(spaces, Mapping) or not all(
        isinstance(value, list | tuple) for value in spaces.values()
    ):
        yield "space", "history_spaces must map the name of a space to a list of node classes."
    if not isinstance(graph.migrations, list | tuple):
        yield "migrations", f"migrations is {graph.migrations!r}; it must be a list."
        return
    for migration in graph.migrations:
        if not isinstance(migration, Migration):
            yield "migrations", f"{migration!r} in migrations is not a Migration."


def _check_name(graph: type[Graph]) -> Findings:
    if not isinstance(graph.name, str) or not _SLUG.fullmatch(graph.name) or len(graph.name) > NAME_LENGTH:
        yield (
            "name",
            f"name {graph.name!r} is not a slug of at most {NAME_LENGTH} characters, such as bike-repair.",
        )


def _check_nodes(graph: type[Graph]) -> Findings:
    if not graph.nodes:
        yield "nodes", "it has no nodes."
        return
    for node in graph.nodes:
        if node not in nodes_of(graph):
            yield "nodes", f"{node!r} in nodes is not a node class."
    for node_id, count in Counter(node.node_id() for node in nodes_of(graph)).items():
        if count > 1:
            yield "node_duplicate", f"the node id {node_id!r} stands {count} times in nodes."
        if not _is_name(node_id):
            yield "nodes", f"the node id {node_id!r} is not a text of 1 to {NAME_LENGTH} characters."
        if node_id == END:
            yield "nodes", f"the node id {END!r} is kept for sessions that are over."
    if graph.start is None:
        yield "start", "start is missing; set it to the node that a session begins in."
    elif graph.start not in graph.nodes:
        yield "start", f"start {_title(graph.start)} is not among its nodes; set it to one of them."


def _check_spaces(graph: type[Graph]) -> Findings:
    mapped: Counter[str] = Counter()
    for space, members in graph.history_spaces.items():
        if not _is_name(space):
            yield "space", f"the space name {space!r} is not a text of 1 to {NAME_LENGTH} characters."
        for node in members:
            mapped[_title(node)] += 1
            if node not in graph.nodes:
                yield "space", f"the space {space!r} names {_title(node)}, which is not among its nodes."
    for node in nodes_of(graph):
        if not _is_name(node.space):
            yield (
                "space",
                f"{node.node_id()}.space {node.space!r} is not a text of 1 to {NAME_LENGTH} characters.",
            )
    for title, count in mapped.items():
        if count > 1:
            yield "space", f"{title} stands in {count} history spaces."


def _check_limits(graph: type[Graph]) -> Findings:
    least = {"max_agent_rounds": 1, "empty_reply_retries": 0, "schema_version": 1}
    for attribute, minimum in least.items():
        value = getattr(graph, attribute)
        if not _is_whole(value) or value < minimum:
            yield "limit", f"{attribute} is {value!r}; it must be a whole number of at least {minimum}."
    window = graph.history_window
    if window is not None and (not _is_whole(window) or window < 1):
        yield "limit", f"history_window is {window!r}; it must be None or a whole number of at least 1."
    timeout = graph.turn_timeout
    if isinstance(timeout, bool) or not isinstance(timeout, int | float) or not 0 < timeout < float("inf"):
        yield "limit", f"turn_timeout is {timeout!r}; it must be a number of seconds above 0."
    seed = graph.empty_history_seed
    if seed is not None and (not isinstance(seed, str) or not seed.strip()):
        yield "limit", f"empty_history_seed is {seed!r}; it must be None or a text."
    if graph.busy not in get_args(Busy):
        yield "limit", f"busy is {graph.busy!r}; it must be one of {', '.join(get_args(Busy))}."
    if graph.response_mode not in ("chat", "json"):
        yield "limit", f"response_mode is {graph.response_mode!r}; it must be chat or json."


def _check_models(graph: type[Graph]) -> Findings:
    if graph.Config is not None and not _is_model(graph.Config):
        yield "config", "Config is not a pydantic model."
    for node in nodes_of(graph):
        if not _is_model(node.State):
            yield "state", f"{node.node_id()}.State is not a pydantic model."
            continue
        try:
            node.State()
        except ValidationError:
            needed = ", ".join(name for name, field in node.State.model_fields.items() if field.is_required())
            yield (
                "state",
                f"{node.node_id()}.State has fields without a default ({needed}); a session starts with "
                "none set, so give each one, such as None.",
            )


def _check_chat_options(graph: type[Graph]) -> Findings:
    levels: list[tuple[str, Callable[[], Any]]] = [("chat", lambda: graph.chat)]
    for node in nodes_of(graph):
        if issubclass(node, ConversationNode):
            levels.append((f"{node.node_id()}.get_chat_config", partial(_options_of, node)))
    for place, options in levels:
        try:
            merge_chat_options([{"provider": "any"}, options()])
        except ValidationError as error:
            yield "chat", f"{place} is faulty: {'; '.join(fault_texts(error))}."
        except Exception as error:
            yield "chat", f"{place} is faulty: {error!r}."


def _options_of(node: type[ConversationNode]) -> Any:
    return node().get_chat_config()


def _check_migrations(graph: type[Graph]) -> Findings:
    starts = [migration.start for migration in graph.migrations]
    if _is_whole(graph.schema_version) and starts != list(range(1, graph.schema_version)):
        yield (
            "migrations",
            f"schema_version {graph.schema_version} needs migrations that start at each version below it, "
            f"from 1 on and in order; there are {starts}.",
        )


def _check_targets(graph: type[Graph]) -> Findings:
    known = {node.node_id() for node in nodes_of(graph)}
    for node in nodes_of(graph):
        for method, target in stated_targets(node, FRAMEWORK):
            target_id = target.node_id() if isinstance(target, type) and issubclass(target, Node) else target
            if target_id not in known:
                yield (
                    "target",
                    f"{node.node_id()}.{method} goes to {_title(target)}, which is not among its nodes; "
                    "add it to them, or go elsewhere.",
                )


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= NAME_LENGTH


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_model(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, BaseModel)


def _title(node: object) -> str:
    return node.__name__ if isinstance(node, type) else repr(node)


_CHECKS: tuple[Callable[[type[Graph]], Findings], ...] = (
    _check_name,
    _check_nodes,
    _check_spaces,
    _check_limits,
    _check_models,
    tool_findings,
    method_findings,
    name_findings,
    _check_chat_options,
    decision_findings,
    _check_migrations,
    _check_targets,
)
