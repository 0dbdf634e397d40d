"""The providers' one door for time. Tests set it; nothing else here reads a clock."""

import time
from datetime import date, datetime

from django.utils import timezone


def now() -> datetime:
    """The current moment, aware, in UTC."""
    return timezone.now()


def today() -> date:
    """The date in the site's time zone."""
    return timezone.localdate(now())


def elapsed() -> float:
    """Seconds of a monotonic clock, for durations."""
    return time.monotonic()
