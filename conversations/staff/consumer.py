"""The WebSocket consumer of staff's pages."""

import logging
from enum import IntEnum

from conversations.access.origins import is_own
from conversations.chat.caller import caller_of
from conversations.chat.consumer import TabConsumer
from conversations.chat.protocol.numbers import CloseCode
from conversations.staff.badge import badge_of, session_key_of
from conversations.staff.desk import StaffDesk
from conversations.staff.protocol import StaffCloseCode
from providers.database import in_database

logger = logging.getLogger(__name__)


class StaffConsumer(TabConsumer):
    """Serves a page of the back office. No other page may connect, whoever is logged in there."""

    async def connect(self) -> None:
        """Refuse foreign pages, and what is no page; send away who is not logged in."""
        caller = caller_of(self.scope)
        if caller.origin is None or not is_own(caller.origin, caller.host):
            await self.close()
            return
        refusal = await self._refusal()
        if refusal is None:
            await super().connect()
            return
        await self.accept()  # a handshake that is refused has no close code
        await self.close(int(refusal))

    async def _refusal(self) -> IntEnum | None:
        """Why whoever is logged in may not come in now."""
        try:
            badge = await in_database(badge_of, session_key_of(self.scope))
        except Exception as error:
            logger.warning("Staff's page could not be let in (%s); it may come again.", type(error).__name__)
            return CloseCode.UNAVAILABLE
        return StaffCloseCode.LOGGED_OUT if badge is None else None

    def open_desk(self) -> StaffDesk:
        """Staff's desk."""
        return StaffDesk(session_key_of(self.scope), self.channel_name, self.outbox)
