"""While Redis is away the log keeps a line for each WebSocket, not a traceback."""

from typing import Any

from redis import ConnectionError as RedisConnectionError

from ezgraph_site.without_redis import closing_without_redis


async def closing(failure: Exception) -> list[dict[str, Any]]:
    """What a client is sent where the application fails like this."""
    sent: list[dict[str, Any]] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        raise failure

    async def send(event: dict[str, Any]) -> None:
        sent.append(event)

    await closing_without_redis(application)({}, None, send)
    return sent


async def test_the_client_is_told_to_come_back_and_the_log_holds_one_line(caplog):
    sent = await closing(RedisConnectionError("Error 111 connecting"))

    assert sent == [{"type": "websocket.close", "code": 1013}]
    (entry,) = caplog.records
    assert "Redis is away" in entry.getMessage()
    assert entry.exc_info is None
