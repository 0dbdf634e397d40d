"""Leisure and home: treatments, groceries, plans, plumbers."""

from typing import Any

from tests.providers.embedded import forms_leisure as forms

ANSWERS: list[tuple[Any, str, dict[str, Any]]] = [
    (
        forms.SPA,
        "a 60 minute massage on Saturday at 2pm",
        {"treatment": "massage", "minutes": 60, "date": "2026-01-17", "time": "14:00"},
    ),
    (
        forms.SPA,
        "facial, 90 minutes, tomorrow at half past ten",
        {"treatment": "facial", "minutes": 90, "date": "2026-01-16", "time": "10:30"},
    ),
    (
        forms.SPA,
        "I'd like the sauna for half an hour next Tuesday at 6 in the evening",
        {"treatment": "sauna", "minutes": 30, "date": "2026-01-20", "time": "18:00"},
    ),
    (
        forms.SCHOOL,
        "I'm Erin Walsh, my daughter is 7, elementary, and her brother is already enrolled",
        {"parent_name": "Erin Walsh", "child_age": 7, "grade": "elementary", "siblings_enrolled": True},
    ),
    (
        forms.SCHOOL,
        "Parent: Omar Said. Child is 15 years old, high school, no siblings enrolled",
        {"parent_name": "Omar Said", "child_age": 15, "grade": "high", "siblings_enrolled": False},
    ),
    (
        forms.INV,
        "client is Initech, total 980.50, due in 30 days",
        {"client": "Initech", "total": 980.5, "due": "2026-02-14"},
    ),
    (
        forms.PHONE,
        "unlimited, three lines, keep my number, 24 months",
        {"plan": "unlimited", "lines": 3, "keep_number": True, "contract": 24},
    ),
    (
        forms.PHONE,
        "one line with 20GB on a 12 month contract, I don't need to keep my number",
        {"plan": "20GB", "lines": 1, "keep_number": False, "contract": 12},
    ),
    (
        forms.TRAV,
        "two of us are going to Norway from Feb 10 to Feb 17 and we ski, so with winter sports",
        {
            "destination": "Norway",
            "start": "2026-02-10",
            "end": "2026-02-17",
            "travellers": 2,
            "winter_sports": True,
        },
    ),
    (
        forms.TRAV,
        "Mexico, March 1 - March 8, 4 people, no winter sports",
        {
            "destination": "Mexico",
            "start": "2026-03-01",
            "end": "2026-03-08",
            "travellers": 4,
            "winter_sports": False,
        },
    ),
    (
        forms.PLUMB,
        "My drain is blocked, please come today. 30301, 404-555-0199",
        {"problem": "clog", "urgency": "today", "zip_code": "30301", "phone": "404-555-0199"},
    ),
    (
        forms.PLUMB,
        "the water stays cold, this week is fine, zip 98101, call 206-555-0111",
        {"problem": "no_hot_water", "urgency": "this_week", "zip_code": "98101", "phone": "206-555-0111"},
    ),
    (
        forms.GROC,
        "items: milk, eggs and bread, tomorrow, leave it at the door",
        {"items": ["milk", "eggs", "bread"], "delivery_date": "2026-01-16", "leave_at_door": True},
    ),
]

NOTHING_TO_CALL = [
    (forms.SPA, "I need to relax"),
    (forms.SCHOOL, "what are the fees?"),
    (forms.INV, "hello"),
    (forms.PHONE, "my phone is old"),
    (forms.TRAV, "is skiing covered?"),
    (forms.PLUMB, "help"),
    (forms.GROC, "do you deliver?"),
]

CONVERSATIONS: list[tuple[Any, list[str], dict[str, Any]]] = [
    (
        forms.SPA,
        ["massage", "an hour", "Sunday", "11"],
        {"treatment": "massage", "minutes": 60, "date": "2026-01-18", "time": "11:00"},
    ),
    (
        forms.SPA,
        ["facial", "the first one", "tomorrow at noon"],
        {"treatment": "facial", "minutes": 30, "date": "2026-01-16", "time": "12:00"},
    ),
    (
        forms.GROC,
        ["milk and eggs", "Friday", "no"],
        {"items": ["milk", "eggs"], "delivery_date": "2026-01-16", "leave_at_door": False},
    ),
    (
        forms.SCHOOL,
        ["Erin Walsh", "seven", "elementary", "nope"],
        {"parent_name": "Erin Walsh", "child_age": 7, "grade": "elementary", "siblings_enrolled": False},
    ),
    (
        forms.INV,
        ["Globex", "two thousand", "end of the month"],
        {"client": "Globex", "total": 2000, "due": "2026-01-31"},
    ),
    (
        forms.PHONE,
        ["20 GB", "2", "yes", "12"],
        {"plan": "20GB", "lines": 2, "keep_number": True, "contract": 12},
    ),
    (
        forms.PHONE,
        ["unlimited", "4 lines", "no", "the longer... 24"],
        {"plan": "unlimited", "lines": 4, "keep_number": False, "contract": 24},
    ),
    (
        forms.TRAV,
        ["Japan", "April 2 to April 12", "just me, 1", "no"],
        {
            "destination": "Japan",
            "start": "2026-04-02",
            "end": "2026-04-12",
            "travellers": 1,
            "winter_sports": False,
        },
    ),
    (
        forms.PLUMB,
        ["a leak", "flexible", "60601", "312 555 0123"],
        {"problem": "leak", "urgency": "flexible", "zip_code": "60601", "phone": "312 555 0123"},
    ),
]
