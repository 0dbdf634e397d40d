"""Schema migrations: how stored sessions follow a graph whose channels or nodes changed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass
class StoredSession:
    """What a migration may change: the cursor and the channels, as stored."""

    cursor: str
    channels: dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Migration:
    """One step from schema version `start` to `start + 1`; `apply` changes the session in place."""

    start: int
    apply: Callable[[StoredSession], None]
