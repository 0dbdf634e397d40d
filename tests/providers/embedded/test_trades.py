"""Conversations about trades: what comes out of each after a few everyday messages."""

from typing import Any

import pytest

from providers.ports import ToolSpec
from tests.providers.embedded import forms_trades as forms
from tests.providers.embedded.filling import filled_by
from tests.providers.embedded.talk import Talk

TALKS: list[tuple[str, ToolSpec, tuple[str, ...], dict[str, Any]]] = [
    (
        "tattoo",
        forms.TATTOO,
        ("Hi, I'd like a tattoo on my left arm", "Rosa Klein", "about 12 cm", "black only, no color"),
        {"full_name": "Rosa Klein", "placement": "arm", "size_cm": 12, "colored": False},
    ),
    (
        "chimney",
        forms.CHIMNEY,
        ("We have two flues that need sweeping", "it has never been swept", "next Tuesday would be great"),
        {"flues": 2, "last_sweep": None, "visit_on": "2026-01-20"},
    ),
    (
        "boat",
        forms.BOAT,
        ("I need a berth for my sailing boat, 9.5 meters long", "from May", "yes, with power please"),
        {"length_m": 9.5, "kind": "sailing", "from_month": "2026-05", "electricity": True},
    ),
    (
        "choir",
        forms.CHOIR,
        (
            "I sing tenor and have been in choirs for 8 years",
            "not really, I learn by ear",
            "tom@choir.example",
        ),
        {"voice": "tenor", "reads_music": False, "years_sung": 8, "email": "tom@choir.example"},
    ),
    (
        "recycling",
        forms.RECYCLING,
        ("an old sofa... furniture, and some electronics", "14 Mill Lane, Dover", "on the 28th"),
        {
            "address": "14 Mill Lane, Dover",
            "things": ["furniture", "electronics"],
            "pickup_on": "2026-01-28",
        },
    ),
    (
        "hall",
        forms.HALL,
        ("We celebrate our golden wedding on June 6th", "our golden wedding", "80", "at half past five pm"),
        {
            "event": "our golden wedding",
            "guests": 80,
            "held_on": "2026-06-06",
            "starts_at": "17:30",
        },
    ),
    (
        "bees",
        forms.BEES,
        ("Just three hives, in Vermont", "yes, I'm a beginner"),
        {"hives": 3, "first_time": True, "state": "VT"},
    ),
    (
        "piano",
        forms.PIANO,
        ("It's an old Bechstein, an upright", "no idea when", "call me on 555 201 8876"),
        {"make": "Bechstein", "kind": "upright", "last_tuned_year": None, "phone": "555 201 8876"},
    ),
    (
        "witness",
        forms.WITNESS,
        (
            "yesterday at quarter past nine in the morning",
            "nobody was hurt",
            "A van hit the parked car and drove off",
        ),
        {
            "seen_on": "2026-01-14",
            "seen_at": "09:15",
            "injured": 0,
            "what_happened": "A van hit the parked car and drove off",
        },
    ),
    (
        "ferry",
        forms.FERRY,
        ("Two adults with a car to Norwick", "this Saturday"),
        {"route": "north", "adults": 2, "vehicle": "car", "sails_on": "2026-01-17"},
    ),
]


@pytest.mark.parametrize(
    ("form", "said", "wanted"), [one[1:] for one in TALKS], ids=[one[0] for one in TALKS]
)
def test_the_form_is_filled(form: ToolSpec, said: tuple[str, ...], wanted: dict[str, Any]) -> None:
    assert filled_by(list(said), form) == wanted


def test_a_number_out_of_bounds_is_told_before_anything_is_called() -> None:
    talk = Talk(forms.HALL)
    talk.opens()
    talk.says("We celebrate a birthday")
    assert talk.says("500 guests") == "It can be at most 120. Could you tell me how many guests will come?"
    assert talk.says("5 guests").startswith("It has to be at least 10.")
    talk.says("100 then, on June 6th at 5 pm")
    assert talk.calls[-1].arguments["guests"] == 100  # type: ignore[index]


def test_a_change_out_of_bounds_leaves_what_was_saved() -> None:
    talk = Talk(forms.BEES)
    talk.opens()
    talk.says("three hives in Vermont, my first time")
    assert "at most 200" in talk.says("actually make it 2500 hives")
    assert len(talk.calls) == 1
