"""Who comes when, and what they are going to say: invented, and the same for the same seed."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from ezgraph_site.demo.month import hotel_guests, paper, quote_customers

SHARES: Final = {"quote": 9, "hotel": 8, "receipt": 3}
"""Of twenty visits."""

BUSY_HOURS: Final = (0, 0, 0, 0, 0, 0, 1, 3, 6, 8, 9, 8, 7, 7, 8, 8, 7, 7, 8, 9, 8, 5, 3, 1)
"""How many visits begin in an hour of the day, beside the others."""

OUTAGES: Final = (5, 16, 17)
"""Days ago on which the vendors fail for hours."""

OUTAGE_HOURS: Final = range(9, 15)


@dataclass(frozen=True)
class Visit:
    """One customer's conversation. `pauses` are the seconds before each message.

    `rating` is 1 or -1 with a comment, None where nobody rated. `by_vendor` lets the simulated vendors
    answer in place of the embedded model; `in_outage` is while they fail. Staff help with so many messages
    said, None where nobody does.
    """

    number: int
    graph: str
    begins: datetime
    messages: tuple[str, ...]
    pauses: tuple[int, ...]
    config: dict[str, Any]
    external_user: str = ""
    rating: tuple[int, str] | None = None
    by_vendor: bool = False
    in_outage: bool = False
    ends: bool = False
    helped_after: int | None = None


GOOD_WORDS: Final = ("Quick and clear, thank you!", "Better than the phone.", "", "", "Got what I needed.")
BAD_WORDS: Final = ("It asked the same thing twice.", "Too slow today.", "", "I wanted to talk to a person.")


def visits(count: int, until: datetime, days: int, seed: int = 1) -> Iterator[Visit]:
    """Invent so many visits within the days before `until`, the earliest first."""
    random = Random(seed)  # noqa: S311 - nothing is kept secret by it
    moments = sorted(_moment(random, until, days) for _ in range(count))
    for number, begins in enumerate(moments):
        yield _visit(number, begins, until, random)


def _moment(random: Random, until: datetime, days: int) -> datetime:
    hour = random.choices(range(24), BUSY_HOURS)[0]
    day = (until - timedelta(days=random.randrange(days))).replace(minute=0, second=0, microsecond=0)
    moment = day.replace(hour=hour) + timedelta(seconds=random.randrange(3600))
    return moment if moment < until - timedelta(minutes=20) else moment - timedelta(days=1)


def _visit(number: int, begins: datetime, until: datetime, random: Random) -> Visit:
    graph = random.choices(tuple(SHARES), tuple(SHARES.values()))[0]
    today = until.date()  # the graphs take the day on which this runs for today
    config: dict[str, Any] = {}
    match graph:
        case "quote":
            lines = quote_customers.lines(random, today)
        case "hotel":
            lines = hotel_guests.lines(random, today)
        case _:
            lines, config = ("",), {"text": paper.receipt(random, today)}
    return Visit(
        number=number,
        graph=graph,
        begins=begins,
        messages=lines,
        pauses=tuple(random.randrange(8, 75) for _ in lines),
        config=config,
        external_user=f"customer-{random.randrange(400):03}" if random.random() < 0.35 else "",
        rating=_rating(random) if graph != "receipt" and random.random() < 0.3 else None,
        by_vendor=random.random() < 0.5,
        in_outage=(until - begins).days in OUTAGES and begins.hour in OUTAGE_HOURS,
        ends=graph != "receipt" and random.random() < 0.1,
        helped_after=random.randrange(1, len(lines)) if len(lines) > 2 and random.random() < 0.04 else None,
    )


def _rating(random: Random) -> tuple[int, str]:
    if random.random() < 0.8:
        return 1, random.choice(GOOD_WORDS)
    return -1, random.choice(BAD_WORDS)
