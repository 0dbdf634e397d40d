"""What docs/embedded.md says is read is read, and what it says is not read is not."""

import re
from typing import Any

import pytest

from ezgraph_site.places import CHECKOUT
from tests.providers.embedded.answers import UNREAD, answered

PAGE = CHECKOUT / "docs" / "embedded.md"
SCHEMAS: dict[str, tuple[str, dict[str, Any]]] = {
    "a day": ("day", {"type": "string", "format": "date", "description": "Day of the visit"}),
    "a time": ("at", {"type": "string", "format": "time", "description": "Time of the visit"}),
    "guests": ("guests", {"type": "integer", "description": "how many guests will come"}),
    "miles": ("distance", {"type": "integer", "description": "Miles driven in a year"}),
    "dollars": ("budget", {"type": "number", "description": "Your budget in dollars"}),
    "yes or no": ("parking", {"type": "boolean", "description": "Do you need parking?"}),
    "a choice": ("cabin", {"enum": ["economy", "business", "first"], "description": "Cabin of the flight"}),
    "an e-mail address": ("email", {"type": "string", "format": "email", "description": "Your e-mail"}),
    "a phone number": ("phone", {"type": "string", "description": "Your phone number"}),
    "a state": (
        "state",
        {"type": "string", "pattern": "^[A-Z]{2}$", "description": "U.S. state, two letters"},
    ),
}


def documented() -> list[tuple[str, str, str]]:
    """Field, message and value, or `UNREAD`, of every example in the table of values."""
    found = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        field, *columns = [cell.strip() for cell in line.strip("|").split("|")]
        if field in SCHEMAS:
            _, read, unread = columns
            found += [(field, said, value) for said, value in re.findall(r"`([^`]+)` → `([^`]+)`", read)]
            found += [(field, said, UNREAD) for said in re.findall(r"`([^`]+)`", unread)]
    return found


EXAMPLES = documented()


@pytest.mark.parametrize(
    ("field", "said", "value"), EXAMPLES, ids=[f"{row[0]}: {row[1]}" for row in EXAMPLES]
)
def test_it_reads_what_its_page_says(field: str, said: str, value: str) -> None:
    name, schema = SCHEMAS[field]
    read = answered(schema, said, name)
    assert (str(read).lower() if isinstance(read, bool) else str(read)) == value


def test_every_kind_of_the_page_is_tried() -> None:
    assert {field for field, _, _ in EXAMPLES} == set(SCHEMAS)
