"""A promise of the port as a case: its words, and the check that tells whether an adapter keeps it."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

from providers.errors import ErrorCode, ProviderError
from providers.testing.listening import listening
from providers.testing.subjects import HEADER_VALUE, SECRET

Setting = TypeVar("Setting")


class PromiseBroken(AssertionError):
    """The adapter does not keep a promise; the text says which, and what came instead."""


@dataclass(frozen=True)
class Promise(Generic[Setting]):
    """What holds for adapters that have all of `needs`: capabilities, features."""

    name: str
    words: str
    needs: frozenset[str]
    check: Callable[[Setting], Awaitable[None]]


class Promises(Generic[Setting]):
    """A list of promises. A function with a docstring becomes one by `@promises.that(…)`."""

    def __init__(self) -> None:
        self.all: list[Promise[Setting]] = []

    def that(
        self, *needs: str
    ) -> Callable[[Callable[[Setting], Awaitable[None]]], Callable[[Setting], Awaitable[None]]]:
        """Add the function as a promise of adapters that have all of `needs`."""

        def add(check: Callable[[Setting], Awaitable[None]]) -> Callable[[Setting], Awaitable[None]]:
            name = getattr(check, "__name__", "")
            self.all.append(Promise(name, inspect.getdoc(check) or "", frozenset(needs), check))
            return check

        return add


@dataclass(frozen=True)
class Case:
    """One promise put to one adapter. Call it to check; it raises `PromiseBroken`."""

    name: str
    words: str
    check: Callable[[], Awaitable[None]]

    def __str__(self) -> str:
        return self.name

    def __call__(self) -> None:
        """Check, in an event loop of its own."""
        broken = asyncio.run(self._checked())
        if broken:
            # Here, so that a report shows the test and these words, and not all that lies between.
            raise PromiseBroken(f"{self.words}\n{broken}")

    async def _checked(self) -> str:
        """Check; return what is broken, or nothing."""
        try:
            with _no_secret_in_the_log():
                await self.check()
        except PromiseBroken as broken:
            return str(broken)
        return ""


def expect(holds: object, *told: object) -> None:
    """Raise `PromiseBroken`, which tells `told`, unless something `holds`."""
    if not holds:
        raise PromiseBroken(" ".join(map(str, told)))


def expect_equal(what: str, found: object, expected: object) -> None:
    """Raise `PromiseBroken` unless `found` is what was `expected`."""
    expect(found == expected, f"{what}: expected {expected!r}, found {found!r}")


def expect_error(what: str, result: object, *codes: ErrorCode) -> ProviderError:
    """Return the result, which has to be an error of one of the codes. Raises `PromiseBroken`."""
    wanted = " or ".join(codes)
    if not isinstance(result, ProviderError):
        raise PromiseBroken(f"{what}: expected an error {wanted}, found {result!r}")
    expect(result.code in codes, f"{what}: expected {wanted}, found {result!r}")
    return result


@contextmanager
def _no_secret_in_the_log() -> Iterator[None]:
    with listening() as lines:
        yield
    for secret, name in ((SECRET, "key"), (HEADER_VALUE, "header's value")):
        told = [line.replace(secret, f"<the {name}>") for line in lines if secret in line]
        expect(not told, f"The {name} stands in the log:", *told)
