"""While Redis is away WebSockets are closed, and the log keeps one line about it and no traceback."""

import asyncio
import logging
from typing import Any

import pytest
from channels_redis.pubsub import RedisPubSubChannelLayer, RedisSingleShardConnection
from redis import ConnectionError as RedisConnectionError

from conversations import live
from conversations.chat.without_redis import closing_without_redis
from conversations.live.outage import Outage
from ezgraph_site.logs import QUIET_SECONDS, RedisAway

CLOSE = {"type": "websocket.close", "code": 4503}
ACCEPT = {"type": "websocket.accept"}


@pytest.fixture(autouse=True)
def no_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing failed before."""
    monkeypatch.setattr(live, "outage", Outage())


async def closing(failure: Exception, *before: dict[str, Any]) -> list[dict[str, Any]]:
    """What a client is sent where the application says this and then fails like that."""
    sent: list[dict[str, Any]] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        for event in before:
            await send(event)
        raise failure

    async def send(event: dict[str, Any]) -> None:
        sent.append(event)

    await closing_without_redis(application)({}, None, send)
    return sent


async def test_clients_are_told_to_come_back_and_the_log_holds_one_line(caplog):
    for _ in range(20):
        assert await closing(RedisConnectionError("Error 111 connecting"), ACCEPT) == [ACCEPT, CLOSE]

    (entry,) = caplog.records
    assert "is away (ConnectionError)" in entry.getMessage()
    assert entry.exc_info is None


async def test_a_client_that_was_not_accepted_yet_hears_the_same_code():
    assert await closing(RedisConnectionError("Error 111 connecting")) == [ACCEPT, CLOSE]


def entry(error: Exception | None, *, at: float = 0.0) -> logging.LogRecord:
    """What channels_redis logs, as the filter leaves it; `at` is in seconds."""
    fault = (type(error), error, None) if error else None
    record = logging.LogRecord(
        "channels_redis.pubsub", logging.ERROR, __file__, 1, "Unexpected exception:", (), fault
    )
    record.created = 1_000_000.0 + at
    return record


@pytest.mark.parametrize("error", [RedisConnectionError("refused"), TimeoutError(), ConnectionResetError()])
def test_what_the_layer_says_of_a_redis_that_is_away_is_one_line(error: Exception):
    record = entry(error)
    assert RedisAway().filter(record)
    assert record.levelname == "WARNING"
    assert logging.Formatter("%(levelname)s %(message)s").format(record) == (
        f"WARNING Redis is away ({type(error).__name__}): Unexpected exception."
    )


def test_the_line_is_not_said_again_every_second():
    away = RedisAway()
    error = RedisConnectionError("refused")
    said = [second for second in range(150) if away.filter(entry(error, at=second))]
    assert said == [0, QUIET_SECONDS, 2 * QUIET_SECONDS]


@pytest.mark.parametrize("error", [None, KeyError("channel")])
def test_other_faults_of_the_layer_keep_their_traceback(error: Exception | None):
    record = entry(error)
    assert RedisAway().filter(record)
    assert record.levelname == "ERROR"
    assert bool(record.exc_info) == bool(error)


@pytest.mark.parametrize("error", [asyncio.CancelledError(), KeyError("channel")], ids=["stop", "fault"])
async def test_a_tab_that_leaves_at_the_stop_is_no_error_of_the_log(
    error: BaseException, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    listening = asyncio.Event()

    async def subscribe(*_: object) -> None:
        listening.set()

    async def unsubscribe(*_: object) -> None:
        raise error

    monkeypatch.setattr(RedisSingleShardConnection, "subscribe", subscribe)
    monkeypatch.setattr(RedisSingleShardConnection, "unsubscribe", unsubscribe)
    tab = asyncio.ensure_future(RedisPubSubChannelLayer(hosts=["redis://localhost:1"]).receive("tab"))
    await listening.wait()
    await asyncio.sleep(0)  # it listens now
    tab.cancel()
    with pytest.raises(asyncio.CancelledError):
        await tab

    assert len(caplog.records) == isinstance(error, KeyError)
