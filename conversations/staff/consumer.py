"""The WebSocket consumer of staff's pages."""

from conversations.access.origins import is_own
from conversations.chat.caller import caller_of
from conversations.chat.consumer import TabConsumer
from conversations.staff.badge import badge_of, session_key_of
from conversations.staff.desk import StaffDesk
from conversations.staff.protocol import StaffCloseCode
from providers.database import in_database


class StaffConsumer(TabConsumer):
    """Serves a page of the back office. No other page may connect, whoever is logged in there."""

    async def connect(self) -> None:
        """Refuse foreign pages, and what is no page; send away who is not logged in."""
        caller = caller_of(self.scope)
        if caller.origin is None or not is_own(caller.origin, caller.host):
            await self.close()
            return
        if await in_database(badge_of, session_key_of(self.scope)) is None:
            await self.accept()
            await self.close(int(StaffCloseCode.LOGGED_OUT))
            return
        await super().connect()

    def open_desk(self) -> StaffDesk:
        """Staff's desk."""
        return StaffDesk(session_key_of(self.scope), self.channel_name, self.outbox)
