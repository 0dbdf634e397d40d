"""Counts of this process alone."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from conversations import clock
from conversations.access.limits.windows import SLICES, Full, Room, Window

SWEEP_SECONDS: Final = 60.0
"""Between two looks for windows that hold nothing any more."""


@dataclass
class _Tally:
    """One window's counts by the number of their slice, which are of `length` seconds since the clock's 0."""

    length: float
    counts: dict[int, int] = field(default_factory=dict)

    def forget(self, now: float) -> None:
        """Drop the slices that have left the window."""
        oldest = int(now // self.length) - SLICES
        for number in [number for number in self.counts if number <= oldest]:
            del self.counts[number]

    def wait(self, most: int, now: float) -> float:
        """Seconds until the window takes one more, 0 where it does now."""
        surplus = sum(self.counts.values()) - most
        if surplus < 0:
            return 0.0
        for number in sorted(self.counts):
            surplus -= self.counts[number]
            if surplus < 0:
                return (number + SLICES) * self.length - now
        return SLICES * self.length

    def room(self, most: int, now: float) -> Room:
        """What the window has room for."""
        if not self.counts:
            return Room(most, 0.0)
        empty_at = (max(self.counts) + SLICES) * self.length
        return Room(max(0, most - sum(self.counts.values())), empty_at - now)

    def count(self, now: float) -> None:
        """Count one."""
        number = int(now // self.length)
        self.counts[number] = self.counts.get(number, 0) + 1


class MemoryCounters:
    """`Counters` for all event loops and threads of the process. `elapsed` is its clock, in seconds."""

    def __init__(self, elapsed: Callable[[], float] | None = None) -> None:
        self._elapsed = elapsed or (lambda: clock.elapsed())
        self._lock = threading.Lock()
        self._tallies: dict[str, _Tally] = {}
        self._swept_at = self._elapsed()

    async def take(self, windows: Sequence[Window]) -> Full | None:
        """See `Counters`."""
        with self._lock:
            now = self._elapsed()
            self._sweep(now)
            tallies = [self._tally(window) for window in windows]
            full: Full | None = None
            for place, (window, tally) in enumerate(zip(windows, tallies, strict=True)):
                tally.forget(now)
                wait = tally.wait(window.most, now)
                if wait > 0 and (full is None or wait > full.seconds):
                    full = Full(place, wait)
            if full is None:
                for tally in tallies:
                    tally.count(now)
            return full

    async def room(self, window: Window) -> Room:
        """See `Counters`."""
        with self._lock:
            now = self._elapsed()
            tally = self._tallies.get(window.name)
            if tally is None:
                return Room(window.most, 0.0)
            tally.forget(now)
            return tally.room(window.most, now)

    def _tally(self, window: Window) -> _Tally:
        return self._tallies.setdefault(window.name, _Tally(window.seconds / SLICES))

    def _sweep(self, now: float) -> None:
        if now < self._swept_at + SWEEP_SECONDS:
            return
        self._swept_at = now
        for name, tally in list(self._tallies.items()):
            tally.forget(now)
            if not tally.counts:
                del self._tallies[name]
