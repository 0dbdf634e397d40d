"""What becomes of a WebSocket while Redis is away: its end, without a traceback."""

from typing import Any, Protocol

from redis import RedisError

from conversations import live
from conversations.chat.protocol.numbers import CloseCode


class Application(Protocol):
    """An ASGI application."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one connection."""
        ...


def closing_without_redis(application: Application) -> Application:
    """Return `application`, but a connection that Redis fails is closed, without a traceback.

    One that was not accepted yet is accepted first: a handshake that is refused has no close code.
    """

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        accepted = False

        async def pass_on(event: Any) -> None:
            nonlocal accepted
            accepted = accepted or event["type"] == "websocket.accept"
            await send(event)

        try:
            await application(scope, receive, pass_on)
        except RedisError as error:
            live.outage.lost(error)
            if not accepted:
                await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": int(CloseCode.UNAVAILABLE)})

    return serve
