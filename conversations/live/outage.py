"""Says once that the channel layer is away, and once that it is back, however much happens meanwhile."""

import logging
from typing import Final

from conversations import clock

logger = logging.getLogger(__name__)

QUIET_SECONDS: Final = 5.0
"""Without a failure for so long, what works again counts as back."""


class Outage:
    """Whether the channel layer fails at the moment, and how often it did since that began.

    A layer that hangs now and then, because the process is busy, is one outage and not hundreds.
    """

    def __init__(self) -> None:
        self._failures = 0
        self._failed_at = 0.0

    def lost(self, error: BaseException) -> None:
        """Something could not be done."""
        if not self._failures:
            logger.warning(
                "The channel layer is away (%s): tabs are told late, from the database.", type(error).__name__
            )
        self._failures += 1
        self._failed_at = clock.elapsed()

    def found(self) -> None:
        """Something could be done."""
        if self._failures and clock.elapsed() - self._failed_at >= QUIET_SECONDS:
            logger.warning("The channel layer is back; failures meanwhile: %d.", self._failures)
            self._failures = 0


outage: Final = Outage()
"""Of this process."""
