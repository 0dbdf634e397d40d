"""Counts beside the rows of a list, which stop counting where it would cost too much."""

from typing import Any, Final

from django.db.models import IntegerField, QuerySet, Subquery, Value

MOST: Final = 1_000
"""What is counted at most; more than that is told as such."""


class BoundedCount(Subquery):
    """How many rows a query gives, up to one more than `MOST`; for annotations, with OuterRef."""

    template = "(SELECT COUNT(*) FROM (%(subquery)s) bounded)"
    output_field = IntegerField()

    def __init__(self, rows: QuerySet[Any]) -> None:
        # No column is wanted, so that an index alone can answer.
        super().__init__(rows.order_by().values(one=Value(1))[: MOST + 1])


def bounded_in_words(count: int) -> str:
    """A count, or that there are more."""
    return f"{MOST:,}+" if count > MOST else f"{count:,}"
