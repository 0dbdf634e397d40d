"""How many calls of a process may be on their way to a provider at once; further ones wait."""

from typing import Final

from providers import clock
from providers.announcements import CallWaited
from providers.announcing import announce
from providers.resilience.gates import Admission, Call, Outcome
from providers.resilience.slots import Lines, Slots

_LINES: Final = Lines()


class ConcurrencyLimit:
    """The gate with `limit` places for calls to the provider `name`, first come, first served.

    A provider that is built anew shares the places with the calls that are still on their way.
    """

    def __init__(self, name: str, limit: int) -> None:
        self._name = name
        self._limit = limit

    async def admit(self, call: Call) -> Admission:
        """Wait for a place. Who is cancelled while waiting leaves the line."""
        began = clock.elapsed()
        slots = _LINES.of(self._name)
        try:
            await slots.take(self._limit)
        finally:
            announce(CallWaited(self._name, "concurrency", clock.elapsed() - began))
        return _Placed(slots)


class _Placed:
    """A call that holds a place."""

    def __init__(self, slots: Slots) -> None:
        self._slots = slots

    async def done(self, outcome: Outcome) -> None:
        """Give the place back."""
        self._slots.give_back()

    async def gone(self) -> None:
        """Give the place back."""
        self._slots.give_back()
