"""How fast a client may send, whatever it sends."""

from typing import Final

from conversations import clock

BURST: Final = 60
FRAMES_A_SECOND: Final = 10.0
"""Frames that a client may send at once, and steadily: a hundred times what one of ours ever does."""

BAD_BURST: Final = 20
BAD_FRAMES_A_SECOND: Final = 0.2
"""The same of frames that are none of the protocol."""


class Pace:
    """A bucket of `burst` that refills by `a_second`."""

    def __init__(self, burst: int, a_second: float) -> None:
        self._burst = float(burst)
        self._a_second = a_second
        self._left = self._burst
        self._at = clock.elapsed()

    def is_too_fast(self) -> bool:
        """Count one more; tells whether it is one too many."""
        now = clock.elapsed()
        self._left = min(self._burst, self._left + (now - self._at) * self._a_second)
        self._at = now
        if self._left < 1:
            return True
        self._left -= 1
        return False
