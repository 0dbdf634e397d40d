"""The pages that cost most, as a table."""

from collections.abc import Iterable, Iterator
from typing import Final

import pytest

from tests.back_office.measuring import Cost
from tests.scale.bulk.costs import MOST_QUERIES, most_seconds

COSTS: Final = pytest.StashKey[list[Cost]]()

SHOWN: Final = 40


def faults_of(costs: Iterable[Cost]) -> list[Cost]:
    """The pages that cost too much."""
    return [
        cost
        for cost in costs
        if len(cost.queries) > MOST_QUERIES or cost.seconds > most_seconds(cost.address)
    ]


def lines(costs: list[Cost]) -> Iterator[str]:
    """The slowest pages, then those with the most queries."""
    if not costs:
        return
    yield f"{len(costs)} pages of the back office; the slowest: milliseconds of database time, queries"
    for cost in sorted(costs, key=lambda cost: -cost.seconds)[:SHOWN]:
        yield f"{cost.seconds * 1000:8.1f} {len(cost.queries):3} {cost.address}"
    yield "Most queries:"
    for cost in sorted(costs, key=lambda cost: -len(cost.queries))[: SHOWN // 4]:
        yield f"{cost.seconds * 1000:8.1f} {len(cost.queries):3} {cost.address}"
