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
