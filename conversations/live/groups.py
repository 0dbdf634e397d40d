"""One group of the channel layer a session."""

import asyncio
from typing import Final
from uuid import UUID

from channels.layers import get_channel_layer
from pydantic import BaseModel

from conversations.live.outage import outage

LONGEST_SECONDS: Final = 1.0
"""After which events are dropped: a layer that hangs would keep everything behind it waiting."""

LONGEST_JOIN_SECONDS: Final = 5.0
"""After which a tab is sent away: it comes again by itself, perhaps to a process that can serve it."""

MESSAGE_TYPE = "session.event"
"""Consumers hear events in their method `session_event`."""


class LayerAway(Exception):
    """The channel layer cannot be reached, or hangs; the log says so already."""


def group_of(session: UUID) -> str:
    """Name of the group in which all tabs of a session are."""
    return f"session.{session.hex}"


async def join(session: UUID, channel: str) -> None:
    """Let a channel hear what happens in a session from now on. Raises LayerAway."""
    try:
        async with asyncio.timeout(LONGEST_JOIN_SECONDS):
            await get_channel_layer().group_add(group_of(session), channel)
    except Exception as error:
        outage.lost(error)
        raise LayerAway from error
    outage.found()


async def leave(session: UUID, channel: str) -> None:
    """Let a channel hear no more of a session. Where the layer is away, it hears nothing anyway."""
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            await get_channel_layer().group_discard(group_of(session), channel)
    except Exception as error:
        outage.lost(error)


async def publish(session: UUID, *events: BaseModel, run: str = "") -> None:
    """Tell every tab of a session; `run` names the run of a turn that the events are of.

    A layer that is away costs nobody the turn.
    """
    told = [event.model_dump(mode="json") for event in events]
    message = {"type": MESSAGE_TYPE, "session": session.hex, "run": run, "events": told}
    layer = get_channel_layer()
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            await layer.group_send(group_of(session), message)
    except Exception as error:
        outage.lost(error)
    else:
        outage.found()
