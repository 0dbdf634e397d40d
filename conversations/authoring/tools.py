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

    The method takes `(self, input, context, state)` and returns a builder; it may be async. The annotation of
    `input`, a pydantic model, is the tool's schema: its fields are the arguments, and their descriptions tell
    the model what to ask for. `description` tells it when to call the tool.

    Arguments that do not fit never reach the method: the model is told what is wrong, and asked again. An
    exception fails the turn, and nothing of the step is kept. Tools are inherited; a subclass takes one away
    by setting its attribute to None.

    ```python
    @tool("capture_name", description="Save the customer's name. Call it once it is known.")
    def capture_name(self, input: NameInput, context: TurnContext, state: GraphState) -> Builder:
        context.save_state(name=input.name)
        return go(WishNode)
    ```
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
