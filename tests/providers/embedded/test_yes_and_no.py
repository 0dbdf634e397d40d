"""Yes and no in everyday words, and statements that mean one of them."""

from typing import Any

import pytest

from tests.providers.embedded.answers import answered

ANSWERS: list[tuple[str, str, bool]] = [
    ("Whether you have pets", "no pets", False),
    ("Whether you have pets", "two cats", True),
    ("Whether you have pets", "only a goldfish", True),
    ("Whether you have pets", "I used to have one", False),
    ("Whether you have pets", "not any longer", False),
    ("Whether you have pets", "I'm afraid not", False),
    ("Whether you have pets", "uh huh", True),
    ("Whether you have pets", "I think so", True),
    ("Whether you smoke", "I quit last year", False),
    ("Whether you smoke", "occasionally", True),
    ("Whether to deliver it; otherwise the customer picks it up", "I'll pick it up", False),
    ("Whether to deliver it; otherwise the customer picks it up", "bring it to me please", True),
    ("Whether to deliver it; otherwise the customer picks it up", "no delivery, I come by", False),
    ("Whether the building has a lift", "without a lift", False),
    ("Whether the building has a lift", "there's none", False),
    ("Whether this is your first visit", "never been there", True),
    ("Whether this is your first visit", "I've been there before", False),
    ("Whether anything in the parcel is fragile", "nothing breakable", False),
    ("Whether anything in the parcel is fragile", "glass inside, so yes", True),
]
NAMES = {
    "pets": "has_pets",
    "deliver": "delivery",
    "lift": "has_lift",
    "first": "first_visit",
    "fragile": "fragile",
    "smoke": "smoker",
}


@pytest.mark.parametrize(("description", "message", "wanted"), ANSWERS)
def test_an_answer_is_a_yes_or_a_no(description: str, message: str, wanted: bool) -> None:
    schema: dict[str, Any] = {"type": "boolean", "description": description}
    name = next(name for word, name in NAMES.items() if word in description)
    assert answered(schema, message, name) is wanted
