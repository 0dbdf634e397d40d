"""What somebody reads who asked too much: what it was, and for how long."""

from math import ceil


def too_much(what: str, seconds: float) -> str:
    """A sentence about what was too much, and when it goes on."""
    return f"{what} Please go on in {duration(seconds)}."


def duration(seconds: float) -> str:
    """A time to wait in words, rounded up: `1 second`, `40 minutes`, `5 hours`."""
    whole = whole_seconds(seconds)
    if whole <= 90:
        return _counted(whole, "second")
    if whole <= 90 * 60:
        return _counted(ceil(whole / 60), "minute")
    return _counted(ceil(whole / 3600), "hour")


def whole_seconds(seconds: float) -> int:
    """Seconds rounded up; at least one, so that nobody comes again at once."""
    return max(1, ceil(seconds))


def _counted(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"
