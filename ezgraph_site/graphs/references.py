"""References of six digits that customers can read out over the telephone."""

import secrets
from typing import Final

from django.db import IntegrityError, transaction

from ezgraph_site.graphs.models import IssuedReference

LOWEST: Final = 100_000
HIGHEST: Final = 999_999
MAX_DRAWS: Final = 100
"""Even with nine of ten numbers taken, a hundred draws miss once in 37,000 times."""


class ReferencesExhausted(Exception):
    """No free number was found: the series is close to full."""


def draw_number() -> int:
    """A random number of six digits, the one door to chance in this file."""
    return LOWEST + secrets.randbelow(HIGHEST - LOWEST + 1)


def issue_reference(series: str, effect_key: str) -> str:
    """Return six digits that nobody else has in `series`. Uses the ORM, so call it from a sync handler.

    A repeated call with the same `effect_key` returns the same digits. Raises `ReferencesExhausted`.
    """
    for _ in range(MAX_DRAWS):
        issued = IssuedReference.objects.filter(series=series, effect_key=effect_key).first()
        if issued is not None:
            return str(issued.number)
        try:
            with transaction.atomic():
                issued = IssuedReference.objects.create(
                    series=series, number=draw_number(), effect_key=effect_key
                )
        except IntegrityError:
            # Either the number is taken, or a twin of this step was faster: the next round tells.
            continue
        return str(issued.number)
    raise ReferencesExhausted(f"No free number was found in the series {series}.")
