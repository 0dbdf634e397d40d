"""One group of the channel layer a session."""

import asyncio
import logging
from typing import Any, Final
from uuid import UUID

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

LONGEST_SECONDS: Final = 1.0
"""After which an event is dropped: a layer that hangs would keep everything behind it waiting."""

MESSAGE_TYPE = "session.event"
"""Consumers hear an event in their method `session_event`."""


def group_of(session: UUID) -> str:
    """Name of the group in which all tabs of a session are."""
    return f"session.{session.hex}"


async def publish(session: UUID, event: dict[str, Any], *, run: str = "") -> None:
    """Tell every tab of a session; `run` names the run of a turn that the event is of.

    A layer that is away is logged and costs nobody the turn.
    """
    message = {"type": MESSAGE_TYPE, "session": session.hex, "run": run, "event": event}
    layer = get_channel_layer()
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            await layer.group_send(group_of(session), message)
    except Exception as error:
        logger.warning("The channel layer is away (%s): an event was not sent.", type(error).__name__)
