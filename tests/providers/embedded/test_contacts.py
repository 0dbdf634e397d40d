"""Phones, codes, names and states in the forms that people write them in."""

from typing import Any

import pytest

from tests.providers.embedded.answers import UNREAD, answered

PHONE = {"type": "string", "description": "Your phone number", "pattern": r"^\+?[\d ()-]{7,20}$"}
CARD = {"type": "string", "description": "Number of the library card", "pattern": r"^\d{4}-\d{4}$"}
CONTRACT = {
    "type": "string",
    "description": "Contract, two letters, six digits",
    "pattern": r"^[A-Z]{2}\d{6}$",
}
NAME = {"type": "string", "description": "Your full name"}
STATE = {"type": "string", "description": "U.S. state of your home, two letters", "pattern": "^[A-Z]{2}$"}

ANSWERS: list[tuple[str, dict[str, Any], str, str]] = [
    ("phone", PHONE, "212-555-0187", "212-555-0187"),
    ("phone", PHONE, "+1 212 555 0187", "+1 212 555 0187"),
    ("phone", PHONE, "my number is 2125550187", "2125550187"),
    ("phone", PHONE, "0043 664 1234567", "0043 664 1234567"),
    ("phone", PHONE, "212.555.0187", "212-555-0187"),
    ("phone", PHONE, "two one two five five five zero one eight seven", "2125550187"),
    ("phone", PHONE, "tomorrow", UNREAD),
    ("card", CARD, "it's 2024-1105", "2024-1105"),
    ("contract", CONTRACT, "it is AB 123456", "AB123456"),
    ("contract", CONTRACT, "ab123456", "AB123456"),
    ("full_name", NAME, "name's Tom O'Hara", "Tom O'Hara"),
    ("full_name", NAME, "sure: maria lopez", "Maria Lopez"),
    ("full_name", NAME, "Hart, Jonathan", "Jonathan Hart"),
    ("full_name", NAME, "This is Jim speaking, Jim Beck", "Jim Beck"),
    ("full_name", NAME, "what for?", UNREAD),
    ("state", STATE, "in", "IN"),
    ("state", STATE, "N.J.", "NJ"),
    ("state", STATE, "we moved from Maine to Vermont", "VT"),
    ("state", STATE, "calfornia", "CA"),
    ("state", STATE, "not Texas, Oklahoma", "OK"),
]


@pytest.mark.parametrize(("name", "schema", "message", "wanted"), ANSWERS)
def test_it_is_read_as_people_write_it(name: str, schema: dict[str, Any], message: str, wanted: str) -> None:
    assert answered(schema, message, name) == wanted


OF_PERSONS = [
    "the name for the table",
    "name of the guest",
    "the name under which the table is reserved",
    "Under which name?",
    "what name should we put the table under",
    "who is it for",
    "name on the booking",
    "your name",
]
"""What describes the name of a person, also where a thing is named beside it."""

OF_THINGS = [
    "the name of the table",
    "a name for the pet",
    "name of the hotel",
    "name for the project",
    "the name under which the company trades",
]


@pytest.mark.parametrize("description", OF_PERSONS)
def test_a_name_is_taken_as_persons_give_theirs(description: str) -> None:
    schema = {"type": "string", "description": description}
    given = {message: answered(schema, message, "name") for message in ("I am Grace", "under Grace Hopper")}
    assert given == {"I am Grace": "Grace", "under Grace Hopper": "Grace Hopper"}
    assert answered(schema, "my name is grace hopper", "name") == "Grace Hopper"


@pytest.mark.parametrize("description", [*OF_PERSONS, *OF_THINGS])
def test_a_name_keeps_all_its_words(description: str) -> None:
    schema = {"type": "string", "description": description}
    assert answered(schema, "name Grace Hopper", "name") == "Grace Hopper"


@pytest.mark.parametrize("description", OF_THINGS)
def test_a_thing_keeps_its_name_as_it_was_written(description: str) -> None:
    assert answered({"type": "string", "description": description}, "blue moon", "name") == "blue moon"
