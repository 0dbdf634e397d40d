"""What people say who ask for the price of a car insurance."""

from datetime import date, timedelta
from random import Random
from typing import Final

from ezgraph_site.demo.month import people
from ezgraph_site.graphs.quote.catalogue import load_catalogue

STATES: Final = ("California", "Texas", "Ohio", "Florida", "New York", "Oregon", "Georgia", "Illinois")
OWNERSHIP: Final = ("It's financed", "It's leased", "I own it outright")
PARKING: Final = ("in a garage", "on the driveway", "on the street")
START: Final = ("Hi!", "Hello, what would my car cost?", "Good morning", "hey")

HISTORY: Final = (
    "I'm currently insured, no lapse, and no accidents or tickets",
    "insured without a lapse, no incidents",
    "Yes I'm insured, no gap. One speeding ticket in {month}",
    "I'm insured, no lapse, and I had an at-fault accident in {month}",
    "not insured at the moment, there was a lapse, and no accidents or tickets",
)
COVERAGE: Final = (
    "standard liability, 500 for both deductibles, starting {start}",
    "state minimum liability, 1000 deductible for both, start on {start}",
    "premium liability, 250 deductible each, with roadside and rental, from {start}",
    "Just standard liability only please, no collision or comprehensive, starting {start}",
)
QUESTIONS: Final = (
    "What if the deductibles were 1000?",
    "too expensive, can we go lower?",
    "what about premium?",
    "what does the selected one include?",
)
CHOICES: Final = (
    "I'll take the selected one",
    "OK, let's go with the cheapest",
    "the complete one please",
    "I take the saver",
)


def lines(random: Random, today: date) -> tuple[str, ...]:
    """What one of them says, as far as they go."""
    said = [_driver(random)]
    if random.random() < 0.35:
        said.insert(0, random.choice(START))
    car = random.choice(load_catalogue())
    said.append(f"It's a {car.year} {car.make} {car.model} {car.trim}")
    miles = random.choice((6, 8, 10, 12, 15)) * 1000
    said.append(
        f"{random.choice(OWNERSHIP)}, I drive about {miles:,} miles a year and park {random.choice(PARKING)}"
    )
    month = today.replace(day=1) - timedelta(days=random.randrange(40, 700))
    said.append(random.choice(HISTORY).format(month=f"{month:%B %Y}"))
    start = today + timedelta(days=random.randrange(3, 30))
    said.append(random.choice(COVERAGE).format(start=f"{start:%B} {start.day}, {start.year}"))
    if "liability only" in said[-1]:
        said.append("OK, then 500 deductible for both")
    said += random.sample(QUESTIONS, random.choice((0, 0, 1, 2)))
    said.append(random.choice(CHOICES))
    return people.patience(random, tuple(said), staying=0.94)


def _driver(random: Random) -> str:
    name, state = people.name(random), random.choice(STATES)
    born = date(random.randrange(1950, 2003), random.randrange(1, 13), random.randrange(1, 28))
    years = random.randrange(1, max(2, 2024 - born.year - 18))
    return random.choice(
        (
            f"{name}, {born.month}/{born.day}/{born.year}, valid {state} license since {years} years",
            f"Hi, I'm {name}, born {born:%B} {born.day}, {born.year}. I have a valid {state} license "
            f"and have been licensed for {years} years.",
        )
    )
