"""A tool's schema is read from its handler."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from conversations.authoring import ConversationNode, stay, tool
from conversations.authoring.tools import handlers_of

if TYPE_CHECKING:
    from conversations.authoring import GraphState, TurnContext


class CityInput(BaseModel):
    city: str = Field(description="The city's name.")
    people: int = 1


def traced(function: Any) -> Any:
    @functools.wraps(function)
    async def wrapper(*args: Any) -> Any:
        return await function(*args)

    return wrapper


class CityNode(ConversationNode):
    @tool("find_city", description="Find a city.")
    async def find(self, input: CityInput, context: TurnContext, state: GraphState) -> Any:
        return stay("found")

    @tool("find_twice", description="Find it again.")
    @traced
    async def find_again(self, input: CityInput, context: TurnContext, state: GraphState) -> Any:
        return stay("found")

    @tool("unknown", description="Nobody knows its model.")
    async def unknown(self, input: Missing, context: TurnContext, state: GraphState) -> Any:  # type: ignore[name-defined]  # noqa: F821
        return stay("found")

    @tool("short", description="It lacks a parameter.")
    async def short(self, input: CityInput, context: TurnContext) -> Any:
        return stay("found")


HANDLERS = {handler.name: handler for handler in handlers_of(CityNode)}


def test_the_schema_is_that_of_the_input_model():
    spec = HANDLERS["find_city"].spec
    assert (spec.name, spec.description) == ("find_city", "Find a city.")
    assert spec.parameters["required"] == ["city"]
    assert spec.parameters["properties"]["city"]["description"] == "The city's name."


def test_other_annotations_may_name_what_only_type_checkers_import():
    assert HANDLERS["find_city"].input_model is CityInput


def test_a_decorated_handler_keeps_its_model():
    assert HANDLERS["find_twice"].input_model is CityInput


def test_a_handler_whose_model_cannot_be_found_has_none():
    assert HANDLERS["unknown"].input_model is None
    assert HANDLERS["short"].input_model is None
