"""What happens is announced here. Whoever counts, traces or logs it subscribes; nobody else knows who does.

Work that takes time is a `Work`, what merely happens any other object; the kinds of both are in the
modules called `announcements`. Without observers an announcement costs next to nothing.
"""

import logging
from asyncio import CancelledError
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar, Token
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final, Generic, TypeVar

from providers import clock

logger = logging.getLogger(__name__)

CANCELLED: Final = "cancelled"
"""The fault of work that somebody stopped."""


@dataclass(eq=False, kw_only=True)
class Work:
    """Something that takes time. Its fields say what it is, and at its end how it went.

    `above` is the work that it is a part of, None for none. `seconds` is how long it took, and `fault` a
    short name of what went wrong, "" for nothing: both are known when it is over.
    """

    above: "Work | None" = field(default=None, init=False, repr=False)
    began: float = field(default=0.0, init=False, repr=False)
    seconds: float = field(default=0.0, init=False)
    fault: str = field(default="", init=False)


W = TypeVar("W", bound=Work)
K = TypeVar("K")


class Observer:
    """Hears what is announced, in any thread, and is quick. Subclasses override what they want to hear."""

    def begun(self, work: Work) -> None:
        """Work begins."""

    def entered(self, work: Work) -> object:
        """What follows in this context is part of the work; `left` is given what this returns."""
        return None

    def left(self, work: Work, entry: Any) -> None:
        """What follows is no longer part of it. Work may be entered and left several times."""

    def over(self, work: Work) -> None:
        """Work is over, and it knows how it went."""

    def happened(self, event: object) -> None:
        """Something happened."""

    def headers(self) -> Mapping[str, str]:
        """What a request to a provider should tell of the work that it is part of."""
        return {}


_observers: tuple[Observer, ...] = ()
_current: Final[ContextVar[Work | None]] = ContextVar("work", default=None)


def subscribe(observer: Observer) -> Callable[[], None]:
    """Let an observer hear what happens from now on; call what this returns to end that."""
    global _observers
    _observers = (*_observers, observer)

    def unsubscribe() -> None:
        global _observers
        _observers = tuple(one for one in _observers if one is not observer)

    return unsubscribe


def current() -> Work | None:
    """The work that what runs now is part of; what is above that is in its `above`."""
    return _current.get()


def announce(event: object) -> None:
    """Tell all observers what happened."""
    for observer in _observers:
        _safely(observer.happened, event)


def headers() -> dict[str, str]:
    """The headers that observers want a request to a provider to have."""
    wanted: dict[str, str] = {}
    for observer in _observers:
        wanted |= _safely(observer.headers) or {}
    return wanted


class observed(Generic[W]):  # noqa: N801 - it is used like a function
    """A context manager: all that its block does is part of the work, which is over at its end.

    An exception that leaves the block is the work's fault, unless it has one by then.
    """

    __slots__ = ("_entry", "_work")

    def __init__(self, work: W) -> None:
        self._work = work

    def __enter__(self) -> W:
        _begin(self._work)
        self._entry = _enter(self._work)
        return self._work

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        _leave(self._work, self._entry)
        _end(self._work, error)


@contextmanager
def observed_in_parts(work: W) -> Iterator[W]:
    """Like `observed`, for a generator: only what it does inside `part_of` is part of the work.

    Between two items its caller goes on in the same context.
    """
    _begin(work)
    try:
        yield work
    except BaseException as error:
        _end(work, error)
        raise
    _end(work, None)


@contextmanager
def part_of(work: Work) -> Iterator[None]:
    """What the block does is part of the work."""
    entry = _enter(work)
    try:
        yield
    finally:
        _leave(work, entry)


def _begin(work: Work) -> None:
    work.above = _current.get()
    work.began = clock.elapsed()
    for observer in _observers:
        _safely(observer.begun, work)


_Entry = tuple[Token[Work | None], list[tuple[Observer, object]]]


def _enter(work: Work) -> _Entry:
    token = _current.set(work)
    return token, [(observer, _safely(observer.entered, work)) for observer in _observers]


def _leave(work: Work, entry: _Entry) -> None:
    token, entries = entry
    for observer, one in reversed(entries):
        _safely(observer.left, work, one)
    _current.reset(token)


def _end(work: Work, error: BaseException | None) -> None:
    work.seconds = clock.elapsed() - work.began
    if error is not None and not work.fault:
        stopped = isinstance(error, CancelledError | GeneratorExit)
        work.fault = CANCELLED if stopped else type(error).__name__
    for observer in _observers:
        _safely(observer.over, work)


def _safely(hear: Callable[..., K], *args: Any) -> K | None:
    """Call an observer. What it raises is logged and stops nobody's work."""
    try:
        return hear(*args)
    except Exception:
        logger.exception("An observer failed.")
        return None
