"""Pages of lists of any length."""

from typing import Any, ClassVar, Final

from django.core.paginator import Paginator
from django.utils.functional import cached_property

MOST_COUNTED: Final = 5_000
"""Rows up to which a list is counted and paged; whoever looks for older ones filters by day."""


class BoundedPaginator(Paginator):  # type: ignore[type-arg]
    """Counts at most `most` rows, so that neither counting nor the last page reads the whole table."""

    most: ClassVar[int] = MOST_COUNTED

    @cached_property
    def count(self) -> int:
        """How many rows can be paged through."""
        rows: Any = self.object_list
        return int(rows.order_by()[: self.most].count())
