"""Two groups of the channel layer a session: of all its tabs, and of staff's."""

import asyncio
from typing import Any, Final
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

REVOKED_TYPE: Final = "session.revoked"
"""Consumers hear in their method `session_revoked` that visitors' tokens are void."""


class LayerAway(Exception):
    """The channel layer cannot be reached, or hangs; the log says so already."""


def group_of(session: UUID) -> str:
    """Name of the group in which all tabs of a session are, staff's among them."""
    return f"session.{session.hex}"


def staff_group_of(session: UUID) -> str:
    """Name of the group in which only staff's tabs of a session are."""
    return f"session.{session.hex}.staff"


async def join(session: UUID, channel: str) -> None:
    """Let a channel hear what happens in a session from now on. Raises LayerAway."""
    await _join(channel, group_of(session))


async def join_as_staff(session: UUID, channel: str) -> None:
    """The same, and what only staff may hear. Raises LayerAway."""
    await _join(channel, group_of(session), staff_group_of(session))


async def leave(session: UUID, channel: str) -> None:
    """Let a channel hear no more of a session. Where the layer is away, it hears nothing anyway."""
    await _leave(channel, group_of(session))


async def leave_as_staff(session: UUID, channel: str) -> None:
    """The same for one that has joined as staff."""
    await _leave(channel, group_of(session), staff_group_of(session))


async def publish(session: UUID, *events: BaseModel, run: str = "") -> None:
    """Tell every tab of a session; `run` names the run of a turn that the events are of.

    A layer that is away costs nobody the turn.
    """
    await _publish(group_of(session), session, *events, run=run)


async def publish_to_staff(session: UUID, *events: BaseModel) -> None:
    """Tell staff's tabs of a session what is not for its customer; as `publish` otherwise."""
    await _publish(staff_group_of(session), session, *events)


async def publish_revoked(session: UUID) -> None:
    """Tell every tab of a session to look at its token; one that is not told does so with its next frame."""
    await _send(group_of(session), {"type": REVOKED_TYPE})


async def _join(channel: str, *groups: str) -> None:
    try:
        async with asyncio.timeout(LONGEST_JOIN_SECONDS):
            for group in groups:
                await get_channel_layer().group_add(group, channel)
    except Exception as error:
        outage.lost(error)
        raise LayerAway from error
    outage.found()


async def _leave(channel: str, *groups: str) -> None:
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            for group in groups:
                await get_channel_layer().group_discard(group, channel)
    except Exception as error:
        outage.lost(error)


async def _publish(group: str, session: UUID, *events: BaseModel, run: str = "") -> None:
    told = [event.model_dump(mode="json") for event in events]
    await _send(group, {"type": MESSAGE_TYPE, "session": session.hex, "run": run, "events": told})


async def _send(group: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            await layer.group_send(group, message)
    except Exception as error:
        outage.lost(error)
    else:
        outage.found()
