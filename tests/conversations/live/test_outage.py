"""A channel layer that fails a thousand times costs the log two lines."""

import logging

import pytest

from conversations import clock
from conversations.live.outage import QUIET_SECONDS, Outage


@pytest.fixture
def elapsed(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock, in seconds, for tests to set."""
    now = [100.0]
    monkeypatch.setattr(clock, "elapsed", lambda: now[0])
    return now


def said(caplog: pytest.LogCaptureFixture) -> list[tuple[int, str]]:
    return [(entry.levelno, entry.getMessage()) for entry in caplog.records]


def test_an_outage_is_said_once_when_it_begins_and_once_when_it_is_over(caplog, elapsed):
    outage = Outage()
    for _ in range(1000):
        outage.lost(TimeoutError())
    elapsed[0] += QUIET_SECONDS
    outage.found()
    outage.found()

    assert said(caplog) == [
        (
            logging.WARNING,
            "The channel layer is away (TimeoutError): tabs are told late, from the database.",
        ),
        (logging.WARNING, "The channel layer is back; failures meanwhile: 1000."),
    ]


def test_a_layer_that_fails_now_and_then_is_one_outage(caplog, elapsed):
    outage = Outage()
    for _ in range(100):
        outage.lost(TimeoutError())
        elapsed[0] += QUIET_SECONDS / 2
        outage.found()

    assert len(said(caplog)) == 1


def test_the_next_outage_is_said_again(caplog, elapsed):
    outage = Outage()
    for error in (TimeoutError(), ConnectionResetError()):
        outage.lost(error)
        elapsed[0] += QUIET_SECONDS
        outage.found()

    assert [message.split(":")[0] for _, message in said(caplog)] == [
        "The channel layer is away (TimeoutError)",
        "The channel layer is back; failures meanwhile",
        "The channel layer is away (ConnectionResetError)",
        "The channel layer is back; failures meanwhile",
    ]
