"""Reads the targets of go(), direct_to() and fan_out() out of a node's source, as far as they stand there."""

import ast
import inspect
from collections.abc import Iterator
from typing import Any

from conversations.authoring.builders import direct_to, fan_out, go
from conversations.authoring.source import calls_in, parts_of, value_of

_PARAMETERS = ((go, ("target",)), (direct_to, ("target",)), (fan_out, ("targets", "then")))
"""The builders with the names of those parameters that hold targets, the one given by place first."""


def stated_targets(node_class: type, framework: str) -> Iterator[tuple[str, Any]]:
    """Yield (method name, target) for every target that can be read without running the method.

    A target is a class or a text. Methods of modules under `framework` are passed over, and so is
    whatever only a run could tell, such as a variable.
    """
    for name, function in inspect.getmembers(node_class, inspect.isfunction):
        if function.__module__.startswith(framework):
            continue
        for call in calls_in(function):
            builder = value_of(call.func, function)
            for parameters in (names for known, names in _PARAMETERS if known is builder):
                for expression in _targets(call, parameters):
                    target = value_of(expression, function)
                    if isinstance(target, str | type):
                        yield name, target


def _targets(call: ast.Call, parameters: tuple[str, ...]) -> Iterator[ast.expr]:
    """What stands where targets belong."""
    named = [keyword.value for keyword in call.keywords if keyword.arg in parameters]
    for expression in [*call.args[:1], *named]:
        yield from parts_of(expression)
