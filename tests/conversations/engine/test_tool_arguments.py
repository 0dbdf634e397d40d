"""What a model sends as arguments is read by the pydantic model; what does not fit is feedback."""

import json
from datetime import date
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field, field_validator

from conversations.authoring import Graph, GraphState, TurnContext, stay, tool
from conversations.testing import GraphHarness, ScriptedChat, call, calls, says
from tests.conversations.engine.stages import TalkNode

pytestmark = pytest.mark.django_db(transaction=True)


class Address(BaseModel):
    zip_code: str = Field(pattern=r"^\d{5}$")


class PersonInput(BaseModel):
    name: str = "Nobody"
    years_licensed: int = 0
    born: date | None = None
    ratio: float = 1.0
    addresses: list[Address] = []
    anything: Any = None

    @field_validator("name")
    @classmethod
    def _has_letters(cls, name: str) -> str:
        if not any(map(str.isalpha, name)):
            raise ValueError("a name has letters")
        return name


class StrictInput(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str


class PersonNode(TalkNode):
    class State(BaseModel):
        got: dict[str, Any] | None = None

    @tool("capture", description="Save the person.")
    async def capture(self, input: PersonInput, context: TurnContext, state: GraphState) -> Any:
        context.save_state(got=input.model_dump(mode="json"))
        return stay("Saved.")

    @tool("strict", description="Save the name.")
    async def strict(self, input: StrictInput, context: TurnContext, state: GraphState) -> Any:
        return stay("Saved.")


class PersonGraph(Graph):
    name = "person"
    nodes = [PersonNode]
    start = PersonNode


async def handled(tool_name: str, arguments: dict[str, Any] | str) -> tuple[dict[str, Any] | None, str]:
    """What reached the handler, and the feedback to the model."""
    model = ScriptedChat([calls(call(tool_name, arguments)), says("Done.")])
    async with GraphHarness(PersonGraph, model) as chat:
        result = await chat.send("Hi")
        assert result.success
        return (await chat.channel(PersonNode)).got, model.request.messages[-1].text


async def accepted(arguments: dict[str, Any] | str) -> dict[str, Any]:
    got, feedback = await handled("capture", arguments)
    assert feedback == "Saved."
    assert got is not None
    return got


async def refusal(tool_name: str, arguments: dict[str, Any] | str) -> str:
    got, feedback = await handled(tool_name, arguments)
    assert got is None
    answer: dict[str, Any] = json.loads(feedback)
    assert answer["accepted"] is False
    return str(answer["error"])


async def test_defaults_coercion_and_stripping_of_unknown_keys_apply():
    got = await accepted({"years_licensed": "7", "born": "1990-12-10", "colour": "red"})
    assert (got["name"], got["years_licensed"], got["born"]) == ("Nobody", 7, "1990-12-10")
    assert "colour" not in got


@pytest.mark.parametrize("arguments", ['{"name": "Ada"}', ' {"name":"Ada"} ', {"name": "Ada"}])
async def test_arguments_may_be_an_object_or_its_text(arguments: dict[str, Any] | str):
    assert (await accepted(arguments))["name"] == "Ada"


@pytest.mark.parametrize("arguments", ["", "{}", {}])
async def test_no_arguments_are_an_empty_object(arguments: dict[str, Any] | str):
    assert (await accepted(arguments))["name"] == "Nobody"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"years_licensed": 1.5}, "years_licensed: Input should be a valid integer"),
        ({"addresses": [{"zip_code": "12345"}, {"zip_code": "x"}]}, "addresses.1.zip_code: "),
        ({"name": "7"}, "a name has letters"),
        ({"born": "soon"}, "born: "),
    ],
)
async def test_a_refusal_names_the_field_and_the_fault(arguments: dict[str, Any], words: str):
    assert words in await refusal("capture", arguments)


async def test_every_fault_is_named_at_once():
    error = await refusal("capture", {"years_licensed": "x", "born": "soon"})
    assert "years_licensed: " in error
    assert "born: " in error


async def test_a_model_that_forbids_unknown_keys_is_obeyed():
    assert "colour: " in await refusal("strict", {"name": "Ada", "colour": "red"})


@pytest.mark.parametrize(
    "arguments",
    ['{"name": "Ada"', "Ada", "[1, 2]", "null", "7", "[" * 100_000, '{"ratio": NaN}', '{"ratio": 1e999}'],
    ids=["cut off", "words", "a list", "null", "a number", "too deep", "NaN", "infinite"],
)
async def test_text_that_is_no_json_object_is_feedback(arguments: str):
    assert "JSON" in await refusal("capture", arguments)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
async def test_numbers_that_are_not_finite_are_feedback_and_can_be_stored(number: float):
    assert "JSON" in await refusal("capture", {"anything": {"deep": [number]}})
