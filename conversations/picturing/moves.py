"""Where a node's code leads, as far as that can be read without running it.

Reading follows the functions that a method calls, as long as they are of the author's own package. What
only a run could tell, such as a target in a variable, is not seen.
"""

import ast
import inspect
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, Final, TypeAlias

from conversations.authoring import Node, direct_to, fan_out, finish, go
from conversations.authoring.source import calls_in, parts_of, value_of


class Move(StrEnum):
    """How a node hands over: the builder, and of a fan_out which of its parameters."""

    GO = "go"
    DIRECT_TO = "direct_to"
    FAN_OUT = "fan_out"
    THEN = "then"
    FINISH = "finish"


StatedMove: TypeAlias = tuple[Move, str]
"""A move and the id of its target, which is "" for a finish."""

_FRAMEWORK: Final = "conversations.authoring"


def stated_moves(node_class: type[Node]) -> list[StatedMove]:
    """Every move that the code of a node states, each once, in the order in which it is read."""
    found: dict[StatedMove, None] = {}
    seen: set[Any] = set()
    for _, method in inspect.getmembers(node_class, inspect.isfunction):
        if not _is_framework(method):
            found.update(dict.fromkeys(_moves_in(method, seen)))
    return list(found)


def _moves_in(function: Any, seen: set[Any]) -> Iterator[StatedMove]:
    if function in seen:
        return
    seen.add(function)
    for call in calls_in(function):
        called = value_of(call.func, function)
        if called is finish:
            yield Move.FINISH, ""
        elif called is go:
            yield from _aimed(Move.GO, _argument(call, 0, "target"), function)
        elif called is direct_to:
            yield from _aimed(Move.DIRECT_TO, _argument(call, 0, "target"), function)
        elif called is fan_out:
            yield from _aimed(Move.FAN_OUT, _argument(call, 0, "targets"), function)
            yield from _aimed(Move.THEN, _argument(call, None, "then"), function)
        elif inspect.isfunction(called) and _is_of_same_author(called, function):
            yield from _moves_in(called, seen)


def _argument(call: ast.Call, place: int | None, name: str) -> ast.expr | None:
    if place is not None and len(call.args) > place:
        return call.args[place]
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def _aimed(move: Move, expression: ast.expr | None, function: Any) -> Iterator[StatedMove]:
    for part in () if expression is None else parts_of(expression):
        for target in _values(part, function):
            if isinstance(target, str):
                yield move, target
            elif isinstance(target, type) and issubclass(target, Node):
                yield move, target.node_id()


def _values(expression: ast.expr, function: Any) -> Iterator[Any]:
    """What an expression may be: of a member of a constant table, every member."""
    if isinstance(expression, ast.Subscript):
        table = value_of(expression.value, function)
        yield from table.values() if isinstance(table, Mapping) else ()
        yield from table if isinstance(table, list | tuple) else ()
    else:
        yield value_of(expression, function)


def _is_framework(function: Any) -> bool:
    return bool(function.__module__.startswith(_FRAMEWORK))


def _is_of_same_author(called: Any, caller: Any) -> bool:
    ours, theirs = (function.__module__.partition(".")[0] for function in (caller, called))
    return ours == theirs and not _is_framework(called)
