"""What a decision is about: the newest message, and the labels that it may answer."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from providers.adapters.embedded.decisions.tokens import fold
from providers.adapters.embedded.language.text import plain

MESSAGE_KEYS: Final = (
    "request",
    "message",
    "text",
    "input",
    "query",
    "question",
    "utterance",
    "content",
    "body",
    "transcript",
)
"""Keys under which a state holds the newest message, the surest first."""
CONVERSATION_KEYS: Final = ("messages", "conversation", "history", "turns")
CUSTOMERS: Final = frozenset({"user", "human", "customer", "client", "guest"})
EARLIER: Final = frozenset({"priorRequests", "prior_requests"})
OPEN: Final = re.compile(
    r"\b(?:ask(?:s|ed|ing)?|open|unresolved|missing|next|pending|expect(?:s|ed|ing)?|await(?:s|ed|ing)?|current|needed"
    r"|required|todos?)\b",
    re.I,
)
"""Keys of facts that say what the customer was asked for."""
LONGEST: Final = 1000
"""Characters of a message that are read: what it is about stands at its beginning."""


@dataclass(frozen=True)
class Matter:
    """What there is to decide about: the message, and every text of the facts that says what is open."""

    message: str
    open: tuple[str, ...]


def read_state(state: Any) -> Matter:
    """Take the newest message and what is open from the state of a request."""
    if isinstance(state, str):
        return Matter(state[:LONGEST].strip(), ())
    message = _message(state)
    return Matter(message[:LONGEST].strip(), tuple(_open(state)))


def plain_name(name: str) -> str:
    """A name as folded words: `roomType` and `room_type` are "room type"."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return " ".join(re.split(r"[\s_\-./:]+", fold(spaced))).strip()


def _message(state: Any) -> str:
    if isinstance(state, str):
        return state
    if isinstance(state, Mapping):
        for key in MESSAGE_KEYS:
            if key in state:
                return _message(state[key])
        for key in CONVERSATION_KEYS:
            if isinstance(state.get(key), Sequence):
                return _message(state[key])
        return ". ".join(_texts(state))
    if isinstance(state, Sequence):
        said = [item for item in state if _is_customers(item)]
        return _message(said[-1]) if said else ". ".join(_texts(state))
    return ""


def _is_customers(item: Any) -> bool:
    if isinstance(item, Mapping):
        speaker = item.get("role", item.get("author", "user"))
        return str(speaker).lower() in CUSTOMERS
    return isinstance(item, str)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, Sequence):
        for inner in value:
            yield from _texts(inner)


def _open(state: Any) -> Iterator[str]:
    """Names that stand under a key that says so, the first of a list only: one thing is asked at a time."""
    if not isinstance(state, Mapping):
        return
    for key, value in state.items():
        if key in EARLIER or key in MESSAGE_KEYS:
            continue
        if OPEN.search(plain(key)):
            first = next(_texts(value), "")
            if first:
                yield plain_name(first)
        elif isinstance(value, Mapping):
            yield from _open(value)
