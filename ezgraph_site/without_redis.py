"""What becomes of a WebSocket while Redis is away: its end, and one line in the log."""

import logging
from typing import Any, Final, Protocol

from redis import RedisError

logger = logging.getLogger(__name__)

TRY_AGAIN_LATER: Final = 1013
"""Close code: the server cannot serve now; clients come back by themselves."""


class Application(Protocol):
    """An ASGI application."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one connection."""
        ...


def closing_without_redis(application: Application) -> Application:
    """Return `application`, but a connection that Redis fails is closed, without a traceback."""

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        try:
            await application(scope, receive, send)
        except RedisError as error:
            logger.warning("Redis is away (%s): a WebSocket was closed.", type(error).__name__)
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})

    return serve
