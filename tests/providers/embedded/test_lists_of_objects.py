"""Several things in one message, each with its own details."""

from typing import Any

import pytest

from tests.providers.embedded.answers import several


def listed(description: str, **properties: dict[str, Any]) -> dict[str, Any]:
    """The schema of a list of objects; a member with a default is not required."""
    required = [name for name, schema in properties.items() if "default" not in schema]
    item = {"type": "object", "properties": properties, "required": required}
    return {"type": "array", "description": description, "items": item}


CHILDREN = listed(
    "The children to insure",
    first_name={"type": "string", "description": "First name"},
    birth_year={"type": "integer", "description": "Year of birth", "minimum": 1990, "maximum": 2026},
)
GUESTS = listed(
    "Everybody who comes",
    name={"type": "string", "description": "Full name"},
    diet={"type": "string", "enum": ["none", "vegetarian", "vegan", "halal"], "default": "none"},
)
EXPENSES = listed(
    "The expenses",
    category={"type": "string", "enum": ["taxi", "meal", "hotel", "other"]},
    amount={"type": "number", "description": "Amount in dollars"},
    day={"type": "string", "description": "Day of the expense", "format": "date"},
)
PIZZAS = listed(
    "The pizzas",
    size={"type": "string", "enum": ["small", "medium", "large"]},
    count={"type": "integer", "description": "How many", "minimum": 1, "default": 1},
    toppings={
        "type": "array",
        "items": {
            "type": "string",
            "enum": ["ham", "mushrooms", "olives", "salami", "extra_cheese", "onions"],
        },
        "default": [],
    },
)
INCIDENTS = listed(
    "Incidents of the last five years, empty for none",
    kind={
        "type": "string",
        "enum": ["accident", "violation", "theft"],
        "x-options": {"violation": "speeding ticket, citation"},
    },
    month={"type": "string", "description": "Month", "pattern": r"^\d{4}-\d{2}$"},
)


@pytest.mark.parametrize(
    ("message", "children"),
    [
        ("Mia, born 2015, and Leo from 2018", {"Mia": 2015, "Leo": 2018}),
        ("Mia 2015, Leo 2018", {"Mia": 2015, "Leo": 2018}),
        ("Zoe, 2012", {"Zoe": 2012}),
        ("first name Ida, born in 2020", {"Ida": 2020}),
        ("Tom (2014) and Ben (2016)", {"Tom": 2014, "Ben": 2016}),
        ("one, Ada, born 2011", {"Ada": 2011}),
        ("mia 2015, leo 2018", {"Mia": 2015, "Leo": 2018}),
        ("none", {}),
    ],
)
def test_a_name_opens_an_object(message: str, children: dict[str, int]) -> None:
    wanted = [{"first_name": name, "birth_year": year} for name, year in children.items()]
    assert several(message, children=CHILDREN) == {"children": wanted}


@pytest.mark.parametrize(
    ("message", "guests"),
    [
        (
            "Eva Berg (vegetarian), Tom Berg and Li Wei (halal)",
            [
                {"name": "Eva Berg", "diet": "vegetarian"},
                {"name": "Tom Berg"},
                {"name": "Li Wei", "diet": "halal"},
            ],
        ),
        (
            "Clara Weiss, vegan, and Jon Hart",
            [{"name": "Clara Weiss", "diet": "vegan"}, {"name": "Jon Hart"}],
        ),
        ("Ann Lee and Bo Ray", [{"name": "Ann Lee"}, {"name": "Bo Ray"}]),
    ],
)
def test_what_stands_beside_a_name_belongs_to_it(message: str, guests: list[dict[str, Any]]) -> None:
    assert several(message, guests=GUESTS) == {"guests": guests}


def test_a_thing_opens_an_object_where_nothing_else_does() -> None:
    jobs = listed(
        "Former jobs",
        employer={"type": "string", "description": "Name of the employer"},
        year={"type": "integer", "description": "Year it ended", "minimum": 1950, "maximum": 2026},
    )
    assert several("Acme until 2019 and Globex until 2023", former_jobs=jobs) == {
        "former_jobs": [{"employer": "Acme", "year": 2019}, {"employer": "Globex", "year": 2023}]
    }


def test_how_many_there_are_is_not_their_age() -> None:
    pets = listed(
        "The pets",
        kind={"type": "string", "enum": ["dog", "cat", "bird"]},
        age={"type": "integer", "description": "Age in years", "minimum": 0},
    )
    assert several("one bird, 3 years old", pets=pets) == {"pets": [{"kind": "bird", "age": 3}]}


def test_every_expense_keeps_its_own_amount_and_day() -> None:
    message = "Taxi for 23.50 yesterday and a meal for 41 dollars on the 12th"
    assert several(message, expenses=EXPENSES) == {
        "expenses": [
            {"category": "taxi", "amount": 23.5, "day": "2026-01-14"},
            {"category": "meal", "amount": 41, "day": "2026-01-12"},
        ]
    }


@pytest.mark.parametrize(
    ("message", "pizzas"),
    [
        (
            "Two large pizzas with ham and mushrooms and one small with just extra cheese",
            [
                {"size": "large", "count": 2, "toppings": ["ham", "mushrooms"]},
                {"size": "small", "count": 1, "toppings": ["extra_cheese"]},
            ],
        ),
        (
            "one medium salami with olives",
            [{"size": "medium", "count": 1, "toppings": ["salami", "olives"]}],
        ),
        (
            "a small with onions, a large with salami and ham",
            [
                {"size": "small", "count": 1, "toppings": ["onions"]},
                {"size": "large", "count": 1, "toppings": ["salami", "ham"]},
            ],
        ),
    ],
)
def test_a_list_inside_an_object_is_filled(message: str, pizzas: list[dict[str, Any]]) -> None:
    assert several(message, pizzas=PIZZAS) == {"pizzas": pizzas}


@pytest.mark.parametrize(
    ("message", "incidents"),
    [
        ("I'm happy right now. One speeding ticket last May", [("violation", "2025-05")]),
        ("a theft last year in May", [("theft", "2025-05")]),
        (
            "an accident in June 2024 and a ticket in March 2025",
            [("accident", "2024-06"), ("violation", "2025-03")],
        ),
        ("clean record", []),
    ],
)
def test_one_mention_is_one_object(message: str, incidents: list[tuple[str, str]]) -> None:
    wanted = [{"kind": kind, "month": month} for kind, month in incidents]
    assert several(message, incidents=INCIDENTS) == {"incidents": wanted}
