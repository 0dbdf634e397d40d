"""The providers' one door for random ids. Tests set it."""

from uuid import uuid4


def tool_call() -> str:
    """An id for a tool call whose server gave it none of its own."""
    return f"call_{uuid4().hex}"


def trial() -> str:
    """A key for the slot of a circuit's trial, one in the world."""
    return uuid4().hex
