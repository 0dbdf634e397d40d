"""The business rules: plain functions that know nothing of models, so they are tested without one."""

from datetime import date
from typing import Final

DAYS_AHEAD: Final = 14
SUNDAY: Final = 6


def refusal(day: date, today: date) -> str | None:
    """Why nobody can call on `day`, in words for the customer; None where somebody can."""
    if day < today:
        return "That day has passed already."
    if (day - today).days > DAYS_AHEAD:
        return f"We plan no more than {DAYS_AHEAD} days ahead."
    if day.weekday() == SUNDAY:
        return "Nobody works here on Sundays."
    return None
