"""Promises about what breaks: lost lines, silence, and callers who go away."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

from providers.errors import ErrorCode
from providers.ports import CHAT
from providers.streams import closing
from providers.testing.asking import SAYING, chat_request
from providers.testing.bench import Bench, Way, read
from providers.testing.promises import PromiseBroken, Promises, expect_equal, expect_error
from providers.testing.server import Asked, Ending, Script, WireAnswer, serving
from providers.testing.subjects import Feature

BREAKING: Final = Promises[Bench]()

PATIENCE_SECONDS: Final = 30
"""For what takes a moment, on however busy a machine."""

LIMIT_SECONDS: Final = 0.15
"""The time-out that a silent vendor is to run into."""


@BREAKING.that()
async def a_lost_connection_is_an_error_of_the_network(bench: Bench) -> None:
    """A vendor that nobody hears, or that hangs up before or in its answer, is asked again later."""
    for way in bench.ways:
        bench.server.answers(WireAnswer((), ending=Ending.CUT))
        expect_error(f"{way.name}: hung up", await way.ask(bench.provider()), ErrorCode.NETWORK)
        bench.server.answers(_half(way.answer))
        result = await way.ask(bench.provider())
        expect_error(f"{way.name}: cut", result, ErrorCode.NETWORK, ErrorCode.BAD_RESPONSE)
    async with serving() as gone:
        pass
    for way in bench.ways:
        nobody = Bench(bench.vendor, gone).provider()
        expect_error(f"{way.name}: nobody is there", await way.ask(nobody), ErrorCode.NETWORK)


@BREAKING.that()
async def a_silent_vendor_is_given_up(bench: Bench) -> None:
    """The provider's own time-out ends a call, and so does a shorter one of the request."""
    bench.server.answers(WireAnswer((), ending=Ending.SILENT))
    short = bench.provider(timeout_ms=int(LIMIT_SECONDS * 1000))
    asking = [(f"{way.name}: own", way.ask(short)) for way in bench.ways]
    asking += [(f"{way.name}: asked", way.ask(bench.provider(), timeout=LIMIT_SECONDS)) for way in bench.ways]
    results = await asyncio.gather(*(asked for _, asked in asking))
    for (what, _), result in zip(asking, results, strict=True):
        expect_error(what, result, ErrorCode.TIMEOUT)


@BREAKING.that()
async def a_caller_who_goes_away_ends_the_request(bench: Bench) -> None:
    """Cancellation goes through, and the request that the vendor still works on is closed."""
    for way in bench.ways:
        bench.server.answers(WireAnswer((), ending=Ending.SILENT))
        await _cancelled(bench, way)
        await _left(bench, way.name)


@BREAKING.that(CHAT, Feature.STREAMING)
async def who_stops_reading_ends_the_request(bench: Bench) -> None:
    """A stream that is closed before its end closes its request."""
    bench.server.answers(_after_first_words(bench, Ending.SILENT))
    async with closing(bench.provider().chat_stream(chat_request())) as items:
        await anext(items)
    await _left(bench, "chat_stream")


@BREAKING.that(CHAT, Feature.STREAMING)
async def a_stream_that_breaks_off_is_never_a_reply(bench: Bench) -> None:
    """Half a stream is an error, whether its connection is lost, just ends, or falls silent."""
    for ending, codes in _ENDINGS.items():
        bench.server.answers(_after_first_words(bench, ending))
        # A lost connection has all the time it takes to be noticed, on however busy a machine.
        limit = {"timeout": LIMIT_SECONDS * 4} if ending is Ending.SILENT else {}
        expect_error(str(ending), await read(bench.provider(), **limit), *codes)


_ENDINGS: Final[dict[Ending, Iterable[ErrorCode]]] = {
    Ending.CUT: (ErrorCode.NETWORK, ErrorCode.BAD_RESPONSE),
    Ending.WHOLE: (ErrorCode.BAD_RESPONSE,),
    Ending.SILENT: (ErrorCode.TIMEOUT,),
}


def _after_first_words(bench: Bench, ending: Ending) -> Script:
    return lambda asked: bench.streams(asked, SAYING).ending_after(2, ending)


def _half(script: Callable[[Asked], WireAnswer]) -> Script:
    def answer(asked: Asked) -> WireAnswer:
        whole = b"".join(script(asked).chunks)
        return WireAnswer((whole[: len(whole) // 2],), headers=script(asked).headers, ending=Ending.CUT)

    return answer


async def _cancelled(bench: Bench, way: Way) -> None:
    task = asyncio.ensure_future(way.ask(bench.provider()))
    async with asyncio.timeout(PATIENCE_SECONDS):
        await bench.server.arrived.wait()
        task.cancel()
        try:
            result = await task
        except asyncio.CancelledError:
            return
    raise PromiseBroken(f"{way.name}: a cancelled call gave {result!r}")


async def _left(bench: Bench, what: str) -> None:
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await bench.server.left.wait()
    except TimeoutError:
        raise PromiseBroken(f"{what}: the request stays open.") from None
    expect_equal(f"{what}: requests that came in", bool(bench.server.asked), True)
