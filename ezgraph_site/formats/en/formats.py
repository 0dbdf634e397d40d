"""Dates as 2026-02-28, times with 24 hours, to the second where it is a moment."""

from typing import Final

DATE_FORMAT: Final = "Y-m-d"
SHORT_DATE_FORMAT: Final = DATE_FORMAT
TIME_FORMAT: Final = "H:i"
DATETIME_FORMAT: Final = "Y-m-d H:i:s"
SHORT_DATETIME_FORMAT: Final = DATETIME_FORMAT
