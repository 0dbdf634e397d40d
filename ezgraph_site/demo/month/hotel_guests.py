"""What people say who look for a hotel."""

from datetime import date, timedelta
from random import Random
from typing import Final

from ezgraph_site.demo.month import people

SMALL_TALK: Final = ("Hi there", "What can you do?", "What's the weather like on Mars?", "hello")
BUDGETS: Final = (
    "at most 700",
    "up to 900 a night",
    "any price is fine",
    "between 200 and 800",
    "at most 550",
)
ROOMS: Final = ("a suite, please", "two beds please", "a double room", "one bed is enough", "suite")
AMENITIES: Final = (
    "wifi and parking",
    "indoor pool",
    "breakfast and wifi",
    "a gym",
    "parking please",
    "nothing special",
)
DISTANCES: Final = (
    "distance does not matter",
    "3 miles from the center at most",
    "within 5 miles of the airport",
    "not important",
)
ASIDES: Final = (
    "show my criteria",
    "what do you have so far?",
    "hmm, actually make it a suite",
    "then at most 750",
    "do you allow dogs?",
)
BOOKINGS: Final = ("book the first one", "I'll take the second one", "OK, the cheapest one", "number two")
DOUBTS: Final = (
    "tell me more about the second one",
    "which one is the nearest to the airport?",
    "not the first one",
)


def lines(random: Random, today: date) -> tuple[str, ...]:
    """What one of them says, as far as they go."""
    begins = today + timedelta(days=random.randrange(10, 240))
    ends = begins + timedelta(days=random.randrange(2, 9))
    said = [random.choice(SMALL_TALK)] if random.random() < 0.4 else []
    said.append(f"from {_day(begins)} to {_day(ends)}")
    said += [random.choice(answers) for answers in (BUDGETS, ROOMS, AMENITIES, DISTANCES)]
    if random.random() < 0.45:
        said.insert(random.randrange(2, len(said)), random.choice(ASIDES))
    said.append("search")
    if random.random() < 0.4:
        said.append(random.choice(DOUBTS))
    said.append(random.choice(BOOKINGS))
    return people.patience(random, tuple(said), staying=0.95)


def _day(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"
