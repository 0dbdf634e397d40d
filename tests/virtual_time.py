"""An event loop whose clock jumps: what would wait for seconds runs at once, and always the same."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _JumpingSelector(selectors.DefaultSelector):
    """Lets time pass by counting it, where nothing else is to be done."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        events = super().select(0 if timeout is not None else None)
        if not events and timeout:
            self.now += timeout
        return events


class _VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._clock = _JumpingSelector()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.now


def run_in_virtual_time(main: Coroutine[Any, Any, T]) -> tuple[T, float]:
    """Run `main` and return its result, with the seconds that it would have taken."""
    with asyncio.Runner(loop_factory=_VirtualLoop) as runner:
        return runner.run(main), round(runner.get_loop().time(), 6)
