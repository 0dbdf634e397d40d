"""What a page costs the database."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.test import Client

Clock = Callable[[], float]


@dataclass(frozen=True)
class Query:
    """One statement, and how many seconds the database took for it."""

    sql: str
    seconds: float


@dataclass
class Cost:
    """The status of a page, and its queries in order."""

    address: str
    status: int = 0
    queries: list[Query] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """Of the database, over all queries."""
        return sum(query.seconds for query in self.queries)

    def __str__(self) -> str:
        slowest = max(self.queries, key=lambda query: query.seconds, default=None)
        told = f": {slowest.seconds * 1000:.0f} ms of it for {slowest.sql}" if slowest else ""
        return f"{self.address} took {len(self.queries)} queries and {self.seconds * 1000:.0f} ms{told}"


@contextmanager
def counting(address: str, clock: Clock = time.perf_counter) -> Iterator[Cost]:
    """Measure what is asked of the database inside, by a clock of seconds."""
    cost = Cost(address)

    def measure(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        began = clock()
        try:
            return execute(sql, *rest)
        finally:
            cost.queries.append(Query(sql, clock() - began))

    with connection.execute_wrapper(measure):
        yield cost


def opened(client: Client, address: str, clock: Clock = time.perf_counter) -> tuple[Any, Cost]:
    """The answer to a GET, and what it cost. A stream is closed unread."""
    with counting(address, clock) as cost:
        answer = client.get(address)
        cost.status = answer.status_code
        if answer.streaming:
            answer.close()
    return answer, cost
