"""What a graph has cost today: its turns and their US dollars, counted from their rows.

Rows are the truth: they outlive a restart, and whoever brought a message, its turn and its cost count.
Counting reads the turns of the day by their index, some 20,000 at most, so a process counts every few
seconds at most and adds what it admits meanwhile. By as much as all processes admit in these seconds, and
by the cost of turns that still run, a day may go beyond its limit.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from django.db.models import Sum
from django.utils import timezone

from conversations import clock
from conversations.models import GraphSettings, ModelCall, Turn

FRESH_SECONDS: Final = 5.0
"""A count that is no older is good enough."""


@dataclass
class _Count:
    day: datetime
    read_at: float
    turns: int
    dollars: Decimal


class GraphDays:
    """The counts of this process. `elapsed` is its clock, in seconds."""

    def __init__(self, elapsed: Callable[[], float] | None = None) -> None:
        self._elapsed = elapsed or (lambda: clock.elapsed())
        self._counts: dict[str, _Count] = {}

    def refusal(self, rules: GraphSettings) -> str | None:
        """What was too much today, in words for the customer; None where it was not. Reads rows."""
        count = self._count(rules)
        if count.turns >= rules.turns_per_day:
            return "This chat has answered as many messages today as it may."
        if rules.dollars_per_day is not None and count.dollars >= rules.dollars_per_day:
            return "This chat has done as much today as it may."
        return None

    def add_turn(self, graph: str) -> None:
        """Count a turn that was admitted and whose row nobody has counted yet."""
        if graph in self._counts:
            self._counts[graph].turns += 1

    def _count(self, rules: GraphSettings) -> _Count:
        day, now = _beginning(), self._elapsed()
        known = self._counts.get(rules.graph)
        if known is not None and known.day == day and now < known.read_at + FRESH_SECONDS:
            return known
        turns = Turn.objects.filter(session__graph=rules.graph, accepted_at__gte=day).count()
        dollars = None
        if rules.dollars_per_day is not None:
            calls = ModelCall.objects.filter(turn__session__graph=rules.graph, turn__accepted_at__gte=day)
            dollars = calls.aggregate(sum=Sum("cost"))["sum"]
        count = self._counts[rules.graph] = _Count(day, now, turns, dollars or Decimal(0))
        return count


def seconds_left() -> float:
    """Seconds until the site's day is over."""
    tomorrow = _beginning() + timedelta(hours=36)  # of the next day, whether this one has 23 hours or 25
    midnight = timezone.localtime(tomorrow).replace(hour=0, minute=0, second=0, microsecond=0)
    return (midnight - clock.now()).total_seconds()


def _beginning() -> datetime:
    return timezone.localtime(clock.now()).replace(hour=0, minute=0, second=0, microsecond=0)
