"""Messages that are for another stage, tools without fields, and what a stage does with what it is sent."""

import json
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field

from providers.ports import ChatMessage, ChatRole
from tests.providers.embedded.talk import Talk, tool


class Nothing(BaseModel):
    """A tool without arguments."""


class Limits(BaseModel):
    lowest: float | None = Field(default=None, description="the lowest rent in dollars; null is no lowest")
    highest: float | None = Field(default=None, description="the highest rent in dollars; null is no highest")


class Pick(BaseModel):
    flat: str = Field(description="the flat that you would like, by its number or name")


class Furnishing(BaseModel):
    furnishing: list[Literal["oven", "sofa", "lift"]] = Field(min_length=1, description="what it must have")


LIMITS = tool("save_rent", Limits, "Save the limits of the rent.")
ELSEWHERE = tool(
    "pass_on", Nothing, "Pass on what is about another topic, a summary of what was collected, or the search."
)
FURNISHING = tool("save_furnishing", Furnishing, "Save what the flat must have.")
NO_FURNISHING = tool("no_furnishing", Nothing, "The customer has no preference about the furnishing.")
PICK = tool("rent_flat", Pick, "Rent one of the flats.")
REVISE = tool(
    "revise",
    Nothing,
    "Change the wish: the rent or price, the rooms, the day of moving in. Also to search again.",
)

FLATS = """3 flats fit:
1. Maple Court, 4 Elm Street: $950.00 a month
2. Harbour Loft, 9 Quay Road: $1,150.00 a month
3. The Old Mill, 2 Mill Lane: $880.00 a month

Which one would you like? You can also change your wish."""


NAMES = tuple(enumerate(("Amber", "Birch", "Cedar", "Dover", "Elder", "Fern", "Garnet", "Hazel"), start=1))


def limits(saved: Any = None) -> Talk:
    data = f"\n<data>\n{json.dumps(saved)}\n</data>" if saved else ""
    talk = Talk(LIMITS, ELSEWHERE, prompt=f"Collect the rent.{data}")
    talk.messages.append(ChatMessage(role=ChatRole.HUMAN, text="hello"))
    talk.asks("What may the rent be, at least and at most?")
    return talk


def flats() -> Talk:
    talk = Talk(PICK, REVISE)
    talk.messages.append(ChatMessage(role=ChatRole.HUMAN, text=FLATS, internal=True))
    talk.asks(FLATS)
    return talk


def called(talk: Talk) -> list[tuple[str, Any]]:
    return [(call.name, call.arguments) for call in talk.turn]


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("at least 800 and at most 1500", {"lowest": 800, "highest": 1500}),
        ("at least 1500 and at most 800", {"lowest": 1500, "highest": 800}),
        ("no more than 900", {"highest": 900}),
        ("we don't want to pay more than 900", {"highest": 900}),
        ("we can't spend more than 900", {"highest": 900}),
        ("more than 900", {"lowest": 900}),
        ("egal", {"lowest": None, "highest": None}),
        ("peu importe", {"lowest": None, "highest": None}),
    ],
)
def test_limits_are_read_with_what_stands_before_them(text: str, arguments: dict[str, Any]) -> None:
    talk = limits()
    talk.says(text)
    assert called(talk) == [("save_rent", arguments)]


@pytest.mark.parametrize("text", ["three rooms please", "what have you noted so far?", "a lift and a sofa"])
def test_what_no_field_takes_is_passed_on(text: str) -> None:
    talk = limits()
    talk.says(text)
    assert called(talk) == [("pass_on", {})]


def test_a_question_that_nobody_can_answer_leaves_the_one_before_it_open() -> None:
    talk = limits()
    assert talk.says("what do flats cost?").endswith("What may the rent be, at least and at most?")
    assert talk.turn == []


def test_a_message_that_was_sent_on_changes_what_is_saved() -> None:
    talk = limits({"lowest": None, "highest": 750})
    talk.messages.append(ChatMessage(role=ChatRole.HUMAN, text="let me raise that to 760 at most"))
    talk.opens("let me raise that to 760 at most")
    assert called(talk) == [("save_rent", {"highest": 760})]


@pytest.mark.parametrize("text", ["no", "none", "nothing", "no thanks"])
def test_a_bare_no_to_a_list_is_no_preference(text: str) -> None:
    talk = Talk(FURNISHING, NO_FURNISHING)
    talk.opens()
    talk.says(text)
    assert called(talk) == [("no_furnishing", {})]


def test_a_question_about_the_subject_is_no_indifference() -> None:
    talk = Talk(FURNISHING, NO_FURNISHING)
    talk.opens()
    talk.says("what furnishing do you have?")
    assert talk.turn == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I'll take flat 2", "Harbour Loft"),
        ("number three", "The Old Mill"),
        ("the cheapest one please", "The Old Mill"),
        ("the most expensive one", "Harbour Loft"),
        ("we take the old mill", "The Old Mill"),
        ("Harbour Loft please", "Harbour Loft"),
    ],
)
def test_a_line_of_a_list_is_taken_by_its_number_its_price_or_its_name(text: str, name: str) -> None:
    talk = flats()
    talk.says(text)
    assert called(talk) == [("rent_flat", {"flat": name})]


def test_a_long_list_is_read_to_its_first_line() -> None:
    lines = [f"{n}. {name} House, {n} Elm Street: ${n}00.00 a month; {'garden, ' * 30}" for n, name in NAMES]
    text = "\n".join(["8 flats fit:", *lines, "", "Which one would you like?"])
    talk = Talk(PICK, REVISE)
    talk.messages.append(ChatMessage(role=ChatRole.HUMAN, text=text, internal=True))
    talk.asks(text)
    talk.says("the third one please")
    assert called(talk) == [("rent_flat", {"flat": "Cedar House"})]


@pytest.mark.parametrize(
    "text",
    ["900 at most", "something cheaper please", "search again", "lieber etwas billiger", "two rooms please"],
)
def test_a_tool_without_fields_is_meant_by_the_topics_that_it_names(text: str) -> None:
    talk = flats()
    talk.says(text)
    assert called(talk) == [("revise", {})]


@pytest.mark.parametrize("text", ["which one is cheaper to heat?", "thanks", "flat 7", "is it quiet?"])
def test_neither_a_question_nor_a_thank_you_means_a_tool(text: str) -> None:
    talk = flats()
    talk.says(text)
    assert talk.turn == []


def test_a_text_that_comes_once_more_is_composed_once_more() -> None:
    class Draft(BaseModel):
        draft: str = Field(description="the text", json_schema_extra={"x-compose": True})

    talk = Talk(tool("publish", Draft, "Present the flats found."), PICK, REVISE)
    for _ in range(2):
        talk.opens(FLATS)
        assert called(talk) == [("publish", {"draft": FLATS})]
        talk.asks(FLATS)
