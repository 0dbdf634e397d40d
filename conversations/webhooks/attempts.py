"""How an attempt to deliver an event ended."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any


class Fault(StrEnum):
    """Why a receiver has not taken an event; nothing of what it said is kept.

    Without the key that opens a webhook's secret nothing can be signed.
    """

    STATUS = "STATUS"
    TIMEOUT = "TIMEOUT"
    CONNECTION_FAILED = "CONNECTION_FAILED"
    ADDRESS_REFUSED = "ADDRESS_REFUSED"
    KEY_MISSING = "KEY_MISSING"


@dataclass(frozen=True)
class Attempt:
    """One attempt: when it began, how many milliseconds it took, the HTTP status, None without a reply.

    `fault` is None where the receiver took the event, `retry_after` the seconds for which it asks to be left
    alone.
    """

    at: datetime
    ms: int
    status: int | None = None
    fault: Fault | None = None
    retry_after: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """The attempt as it is kept."""
        return {"at": self.at.isoformat(), "ms": self.ms, "status": self.status, "code": self.fault or ""}
