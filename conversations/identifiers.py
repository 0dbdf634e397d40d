"""The one door for random ids. Tests set it."""

from uuid import uuid4


def lease_owner() -> str:
    """A text that names one run of one turn among all processes."""
    return uuid4().hex
