"""The one door for random ids. Tests set it."""

from uuid import UUID, uuid4


def lease_owner() -> str:
    """A text that names one run of one turn among all processes."""
    return uuid4().hex


def event_id() -> UUID:
    """The id of something that happened, the same to everybody who is told."""
    return uuid4()


def request_id() -> str:
    """A name for a request that came without one."""
    return uuid4().hex
