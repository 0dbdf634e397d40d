from datetime import UTC, datetime

import pytest

from providers.wire.retry_after import retry_after

NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "0"}, 0),
        ({"retry-after": " 2.5 "}, 2.5),
        ({"retry-after": "601"}, 600),
        ({"retry-after": "9" * 15}, 600),
        ({"retry-after": "Sun, 01 Mar 2026 12:00:30 GMT"}, 30),
        ({"retry-after": "Sun, 01 Mar 2026 13:00:30 +0100"}, 30),
        ({"retry-after": "Sun, 01 Mar 2026 12:00:30 -0000"}, 30),
        ({"retry-after": "Sun, 01 Mar 2026 11:00:00 GMT"}, 0),
        ({"retry-after": "Sun, 01 Mar 2099 11:00:00 GMT"}, 600),
        ({"retry-after-ms": "250"}, 0.25),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after-ms": "", "retry-after": "1"}, 1),
    ],
)
def test_it_reads_seconds_dates_and_milliseconds(headers: dict[str, str], seconds: float) -> None:
    assert retry_after(headers, NOW) == seconds


@pytest.mark.parametrize(
    "value",
    [
        "",
        "soon",
        "-1",
        "+1",
        "1e3",
        "nan",
        "inf",
        "1_000",
        "٣",
        "0x10",
        "9" * 400,
        "1 s",
        "Sun, 99 Mar 2026 12:00:00 GMT",
        "Sun, 01 Mar 99999999999 12:00:00 GMT",
    ],
)
@pytest.mark.parametrize("header", ["retry-after", "retry-after-ms"])
def test_it_ignores_nonsense(header: str, value: str) -> None:
    assert retry_after({header: value}, NOW) is None
