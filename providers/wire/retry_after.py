"""How long a server asks us to wait."""

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

MAX_SECONDS: Final = 600.0
"""Nobody is kept waiting longer, whatever a server asks."""

NUMBER: Final = re.compile(r"[0-9]{1,15}(\.[0-9]{1,15})?", re.ASCII)


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Return the seconds to wait, at most ten minutes; None where nothing sensible is said.

    Reads `retry-after-ms`, then `retry-after` as seconds or as an HTTP date, counted from `now`.
    """
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return min(milliseconds / 1000, MAX_SECONDS)
    value = headers.get("retry-after")
    seconds = _number(value)
    if seconds is None and value is not None:
        seconds = _seconds_until(value, now)
    return None if seconds is None else min(seconds, MAX_SECONDS)


def _number(value: str | None) -> float | None:
    if value is None or not NUMBER.fullmatch(value.strip()):
        return None
    return float(value)


def _seconds_until(value: str, now: datetime) -> float | None:
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, TypeError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, math.ceil((moment - now).total_seconds()))
