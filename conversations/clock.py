"""The one door for time. Tests set it; nothing else reads a clock."""

import time
from datetime import date, datetime

from django.conf import settings
from django.utils import timezone


def now() -> datetime:
    """The current moment, aware, in UTC."""
    return timezone.now()


def today() -> date:
    """The site's date, or the business date of the setting EZGRAPH_BUSINESS_DATE."""
    fixed: date | None = settings.EZGRAPH_BUSINESS_DATE
    return fixed or timezone.localdate(now())


def local_now() -> datetime:
    """The current moment in the site's time zone."""
    return timezone.localtime(now())


def now_on(day: date) -> datetime:
    """The present time of day in the site's time zone, on `day`, which may be another than the real one."""
    present = local_now()
    return present if present.date() == day else datetime.combine(day, present.time(), present.tzinfo)


def elapsed() -> float:
    """Seconds of a monotonic clock, for durations."""
    return time.monotonic()
