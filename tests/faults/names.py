"""What the tests and the processes that they strike call the same things by."""

from typing import Final

GRAPH: Final = "order"
MODEL: Final = "order-model"
"""Both the type and the name of the graph's provider."""

MESSAGE: Final = "Pizza"
CLIENT_ID: Final = "first"
"""Of the message whose turn is struck."""

NEXT_MESSAGE: Final = "Wine"
NEXT_CLIENT_ID: Final = "next"
"""Of the message after it."""

# Places that a turn passes

FIRST_CALL: Final = "first model call"
SECOND_CALL: Final = "second model call"
BEFORE_EFFECT: Final = "before the tool's effect"
AFTER_EFFECT: Final = "after the tool's effect"
RENEWAL: Final = "renewing the lease"

# Ways to reach a session again

SAME_MESSAGE: Final = "the same message"
NEXT_WAY: Final = "the next message"
RETRY: Final = "a retry"
HELLO: Final = "hello"

OPEN_CALL: Final = "a model saw a tool call without its result"
"""Noted outside, where it must never be found."""


def before(called: str) -> str:
    """A model call that has not begun."""
    return f"before the {called}"


def inside(called: str) -> str:
    """A model call on its way."""
    return f"inside the {called}"


def preparation(number: int) -> str:
    """A text that tells a connection to keep a statement, before it is sent."""
    return f"preparation {number}"


# Transactions, and the places in each. Outside of BEGIN and COMMIT, PostgreSQL makes one of each text.


def read(number: int) -> str:
    """What only reads, outside of BEGIN and COMMIT."""
    return f"read {number}"


def transaction(number: int) -> str:
    """What is written or read together."""
    return f"transaction {number}"


def before_sending(transaction: str) -> str:
    """A transaction that is one text has not left the process."""
    return f"{transaction}, before it is sent"


def statement(transaction: str, number: int) -> str:
    """A statement: before it is sent, or in a text of several before the server runs it."""
    return f"{transaction}, statement {number}"


def before_commit(transaction: str) -> str:
    """All of a transaction's statements are done."""
    return f"{transaction}, before COMMIT"


def after_commit(transaction: str) -> str:
    """A transaction is durable; the process has not gone on yet."""
    return f"{transaction}, after COMMIT"
