"""From the channel layer to a tab."""

from typing import Any

from conversations.chat.outbox import Outbox
from conversations.chat.seat import S, Seat
from conversations.engine.events import SESSION_EVENT, Delta


async def pass_on(message: dict[str, Any], seat: Seat[S], outbox: Outbox) -> None:
    """Tell a seat what happened in its session.

    A client that reads slowly must not hold up the layer, which keeps all that comes meanwhile: what
    there is no room for is passed over, and looked up later.
    """
    if message["session"] != seat.sitter.session.hex:
        return
    for told in message["events"]:
        event = SESSION_EVENT.validate_python(told)
        if outbox.has_room:
            await seat.hear(message["run"], event)
            continue
        if isinstance(event, Delta):
            outbox.drop(event.turn)
        seat.miss()
