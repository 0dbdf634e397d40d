"""Percentiles out of counts by length: rows need not be sorted, however many there are."""

from collections.abc import Iterable
from math import ceil
from typing import Final, NamedTuple

from django.db.models import F
from django.db.models.functions import Floor, Ln

STEPS: Final = 50
"""Classes of length for each factor of e: in one class lengths differ by 2 % at most."""

CLASS_OF_LENGTH: Final = Floor(Ln(F("duration_ms") + 1) * STEPS)
"""The class of a call, for the database to group by."""


class LengthClass(NamedTuple):
    """How many calls there are of a class, and how many milliseconds the longest of them took."""

    longest: int
    calls: int


def percentile(classes: Iterable[LengthClass], part: float) -> int | None:
    """What at least a part of all calls did not exceed, in milliseconds; None without calls.

    It is the length of one of the calls, and at most 2 % above the exact one.
    """
    ordered = sorted(one for one in classes if one.calls)
    wanted = ceil(part * sum(one.calls for one in ordered))
    for one in ordered:
        wanted -= one.calls
        if wanted <= 0:
            return one.longest
    return None
