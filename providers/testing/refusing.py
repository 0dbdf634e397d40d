"""Promises about a vendor that refuses: the code of each refusal, how long to wait, nothing told on."""

from datetime import timedelta
from email.utils import format_datetime
from typing import Final

from django.utils import timezone

from providers.errors import MESSAGE_LENGTH, ErrorCode, ProviderError
from providers.testing.asking import CUSTOMER, NAME
from providers.testing.bench import Bench
from providers.testing.promises import Promises, expect, expect_equal, expect_error
from providers.testing.server import Script, WireAnswer
from providers.testing.subjects import HEADER_VALUE, SECRET

REFUSING: Final = Promises[Bench]()

STATUSES: Final = {
    400: ErrorCode.INVALID_REQUEST,
    401: ErrorCode.AUTH,
    402: ErrorCode.QUOTA,
    403: ErrorCode.AUTH,
    404: ErrorCode.INVALID_REQUEST,
    405: ErrorCode.INVALID_REQUEST,
    408: ErrorCode.UNAVAILABLE,
    409: ErrorCode.UNAVAILABLE,
    413: ErrorCode.INVALID_REQUEST,
    422: ErrorCode.INVALID_REQUEST,
    425: ErrorCode.UNAVAILABLE,
    429: ErrorCode.RATE_LIMITED,
    500: ErrorCode.UNAVAILABLE,
    502: ErrorCode.UNAVAILABLE,
    503: ErrorCode.UNAVAILABLE,
    504: ErrorCode.UNAVAILABLE,
    529: ErrorCode.UNAVAILABLE,
}

NO_ANSWERS: Final = ("", "no JSON", "<html>502</html>", "[]", "null", "7", "{}")
"""Bodies that come with status 200 and are no reply."""


@REFUSING.that()
async def each_status_has_its_code_and_is_asked_once(bench: Bench) -> None:
    """A status has the code of the port's table; whoever asks decides about asking again."""
    for way in bench.ways:
        for status, code in STATUSES.items():
            bench.server.answers(_refusal(bench, status, "No."))
            what = f"{way.name}: {status}"
            error = expect_error(what, await way.ask(bench.provider()), code)
            expect_equal(f"{what}: status and provider", (error.status, error.provider), (status, NAME))
            bodies = [asked.body for asked in bench.server.asked]
            expect(len(bodies) == len(set(bodies)), f"{what}: a request was sent again.")


def _waits() -> dict[str, float | None]:
    """What may stand in Retry-After, by what is made of it, in seconds."""
    in_a_minute = format_datetime(timezone.now() + timedelta(seconds=60), usegmt=True)
    return {"7": 7, "2.5": 2.5, "86400": 600, "soon": None, in_a_minute: 60}


@REFUSING.that()
async def a_busy_vendor_says_how_long_to_wait(bench: Bench) -> None:
    """Retry-After is seconds or a date, at most ten minutes; nonsense is left out."""
    for way in bench.ways:
        for said, seconds in _waits().items():
            headers = {"Content-Type": "application/json", "Retry-After": said}
            bench.server.answers(WireAnswer((b"{}",), 429, headers))
            what = f"{way.name}: Retry-After: {said}"
            found = expect_error(what, await way.ask(bench.provider()), ErrorCode.RATE_LIMITED).retry_after
            if seconds is None or found is None:
                expect_equal(what, found, seconds)
            else:
                # A date comes nearer while a busy machine takes its time.
                slack = 45 if seconds == 60 else 0
                expect(seconds - slack <= found <= seconds + 1, f"{what}: found {found} seconds")


@REFUSING.that()
async def an_empty_account_is_no_busy_vendor(bench: Bench) -> None:
    """Credit or a limit of spending that is used up is `quota`: waiting a moment would not help."""
    for way in bench.ways:
        bench.server.answers(bench.vendor.is_out_of_credit)
        expect_error(way.name, await way.ask(bench.provider()), ErrorCode.QUOTA)


@REFUSING.that()
async def no_error_tells_a_secret_or_a_word_of_the_vendor(bench: Bench) -> None:
    """Vendors quote keys and customers; errors are shown to staff, so they have words of their own."""
    words = f"Wrong key {SECRET} in {HEADER_VALUE} for {CUSTOMER}. {'x' * MESSAGE_LENGTH}"
    for way in bench.ways:
        for status in (400, 401, 429, 500):
            bench.server.answers(_refusal(bench, status, words))
            _expect_silence(f"{way.name}: {status}", await way.ask(bench.provider()))
        bench.server.answers(WireAnswer.of_text(words))
        _expect_silence(f"{way.name}: 200", await way.ask(bench.provider()))


@REFUSING.that()
async def what_is_no_reply_is_a_bad_response(bench: Bench) -> None:
    """A body that is not JSON, or lacks what the vendor promises, is an error and never an empty reply."""
    for way in bench.ways:
        for body in NO_ANSWERS:
            bench.server.answers(WireAnswer.of_text(body, content_type="application/json"))
            expect_error(f"{way.name}: {body!r}", await way.ask(bench.provider()), ErrorCode.BAD_RESPONSE)


def _refusal(bench: Bench, status: int, words: str) -> Script:
    return lambda asked: bench.vendor.refuses(asked, status, words)


def _expect_silence(what: str, result: object) -> None:
    error = expect_error(what, result, *ErrorCode)
    for words in (SECRET, HEADER_VALUE, CUSTOMER):
        expect(words not in ProviderError.model_dump_json(error), f"{what}: the error holds {words!r}")
