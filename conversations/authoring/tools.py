"""The `@tool` decorator: a tool is declared where it is handled."""

import inspect
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any, TypeVar

from pydantic import BaseModel

from providers.ports import ToolSpec

Handler = TypeVar("Handler", bound=Callable[..., Any])

_MARK = "__ezgraph_tool__"


@dataclass(frozen=True)
class ToolHandler:
    """One tool of one node class: its name, its description and the method that handles it."""

    name: str
    description: str
    attribute: str
    function: Callable[..., Any]

    @cached_property
    def input_model(self) -> type[BaseModel] | None:
        """The pydantic model of the arguments, read from the handler's first annotation."""
        parameters = list(inspect.signature(self.function).parameters.values())
        if len(parameters) != 4:
            return None
        annotation = _evaluated(self.function, parameters[1])
        is_model = isinstance(annotation, type) and issubclass(annotation, BaseModel)
        return annotation if is_model else None

    @cached_property
    def spec(self) -> ToolSpec:
        """The tool as models see it. Raises TypeError where there is no input model."""
        if self.input_model is None:
            raise TypeError(f"{self.attribute} has no pydantic input model.")
        schema = self.input_model.model_json_schema()
        return ToolSpec(name=self.name, description=self.description, parameters=schema)


def _evaluated(function: Callable[..., Any], parameter: inspect.Parameter) -> Any:
    """A parameter's annotation, read alone: the others may name what only type checkers import."""
    only = SimpleNamespace(__annotations__={parameter.name: parameter.annotation})
    try:
        hints = typing.get_type_hints(only, globalns=getattr(inspect.unwrap(function), "__globals__", {}))
    except (NameError, AttributeError, SyntaxError, TypeError):
        return None
    return hints[parameter.name]


def tool(name: str, *, description: str) -> Callable[[Handler], Handler]:
    """Offer a method of a conversation node to the model as tool `name`.

    The method takes `(self, input, context, state)`; the annotation of `input`, a pydantic model,
    is the tool's schema. It returns a builder.
    """

    def declare(function: Handler) -> Handler:
        setattr(function, _MARK, (name, description))
        return function

    return declare


def handlers_of(node_class: type) -> Iterator[ToolHandler]:
    """Every tool handler of a class, inherited ones first, in the order they are written."""
    attributes: dict[str, None] = {}
    for ancestor in reversed(node_class.__mro__):
        attributes.update(dict.fromkeys(vars(ancestor)))
    for attribute in attributes:
        function = inspect.getattr_static(node_class, attribute)
        mark = getattr(function, _MARK, None)
        if mark is not None:
            yield ToolHandler(mark[0], mark[1], attribute, function)
