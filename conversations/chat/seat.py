"""A tab's seat in one session: what it was shown, and which runs it follows itself."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeAlias, TypeVar

from conversations.chat.hands import ToldHands
from conversations.chat.lookout import Lookout
from conversations.chat.opening import read_view
from conversations.chat.protocol.numbers import MOST_MESSAGES
from conversations.chat.protocol.server_frames import ServerFrame
from conversations.chat.sitting import Sitter
from conversations.chat.standing import OVER, read_end, read_standing
from conversations.chat.told import ToldTurns
from conversations.engine import store
from conversations.engine.events import (
    HandedBack,
    OfStaff,
    SessionEnded,
    SessionEvent,
    SessionRated,
    TurnStarted,
    VisibleMessage,
)
from conversations.engine.records import SessionView, StoredMessage
from conversations.engine.rendering import (
    closing_event,
    failed_result,
    handed_over,
    interruption,
    visible_message,
)
from conversations.engine.turns.launching import go_on_if_possible
from conversations.engine.turns.running import RunningTurn, carry_through, in_background
from conversations.models.states import DUE, SessionStatus, TurnStatus
from providers.database import in_database

logger = logging.getLogger(__name__)

Say: TypeAlias = Callable[[ServerFrame], Awaitable[None]]

S = TypeVar("S", bound=Sitter)


class Seat(Generic[S]):
    """Tells one tab about one session, in the words of whoever sits there.

    The tab's own runs are followed in this process; all others are heard through the channel layer,
    which may lose events and repeats those of the tab's own runs. Every visible message is checked
    against the last number sent, and a gap is filled from the database; `catch_up` fills one that no
    later message shows. A new hello makes a new seat; what still comes for the old one is told to
    nobody.
    """

    def __init__(self, sitter: S, say: Say) -> None:
        self.sitter = sitter
        self._say = say
        self._shown = 0
        self._following: list[RunningTurn] = []
        self._followed: set[str] = set()
        self._turns = ToldTurns()
        self._hands = ToldHands(None)
        self._over = False
        self._left = False
        self._rating: SessionRated | None = None
        self._order = asyncio.Lock()
        self._lookout = Lookout(self._look)

    @property
    def follows_a_turn(self) -> bool:
        """Whether a turn of the tab's own runs or waits in this process."""
        return bool(self._following)

    async def welcome(self, after: int) -> bool:
        """Send the welcome, then the visible messages after number `after`.

        Tells whether a turn of the session waits for somebody to run it.
        """
        async with self._order:
            welcomed = await self.sitter.welcome(after)
            view, self._rating, self._shown = welcomed.view, welcomed.rating, welcomed.after
            self._hands = ToldHands(view.holder)
            self._over = view.session.status == SessionStatus.ENDED
            await self._say(welcomed.frame)
            await self._show(view)
            newest = view.newest_turn
            if newest is None:
                return False
            if newest.status in OVER:
                self._turns.ended(newest.number, TurnStatus(newest.status))
            else:
                self._turns.runs(newest.number)
                self._lookout.heard()
        return newest.status in DUE

    async def look_after(self) -> None:
        """Tell what the tab missed, and see to it that a turn which waits for somebody runs.

        Raises SessionUnknown, TokenVoid, and whatever ails the database.
        """
        if await self.catch_up():
            carry_through(go_on_if_possible(self.sitter.session))

    async def catch_up(self) -> bool:
        """Tell what the tab missed: messages, ends of turns, in whose hands the session is, and its end.

        One short read where nothing is missing, and none while a turn of its own runs here, of which it
        misses nothing. Tells whether a turn of the session waits for somebody to run it. Raises
        SessionUnknown, TokenVoid.
        """
        if any(running.run for running in self._following):
            return False
        async with self._order:
            followed = {running.number for running in self._following}
            session = self.sitter.session
            standing = await in_database(read_standing, session, self._turns.running - followed)
            if self._left:
                return False
            self.sitter.check_epoch(standing.epoch)
            if standing.last_number > self._shown:
                await self._show_missed()
            if standing.is_ended:
                await self._tell_unless_over(SessionEnded())
                return False
            if standing.takeover != self._hands.takeover:
                await self._tell_hands()
            for number, status in sorted(standing.over.items()):
                if number in followed or self._turns.knows(number, status):
                    continue
                if end := await in_database(read_end, session, number):
                    await self._tell_unless_over(end)
        return standing.is_due

    def expect(self, turn: int) -> None:
        """The tab was told that a turn runs which it does not follow."""
        self._turns.runs(turn)
        self._lookout.heard()

    def follow(self, running: RunningTurn) -> None:
        """Tell the tab everything about a run of its own, from the first event on."""
        self._following.append(running)
        in_background(self._follow(running))

    def take_over(self, former: "Seat[S]") -> None:
        """Go on with what the tab's former seat in the same session followed."""
        for running in former._following:
            self.follow(running)

    def leave(self) -> None:
        """Tell nothing more."""
        self._left = True
        self._lookout.stop()

    async def hear(self, run: str, event: SessionEvent) -> None:
        """Take an event from the channel layer; `run` names the run that it is of."""
        if run and self._follows(run):
            return
        if event != self._rating:
            await self.tell(event)
        if self._turns.running:
            self._lookout.heard()

    def miss(self) -> None:
        """An event was passed over: the database tells later what it was about."""
        self._lookout.heard()

    def _follows(self, run: str) -> bool:
        return run in self._followed or any(running.run == run for running in self._following)

    async def tell(self, event: SessionEvent) -> None:
        """Send an event's frame, in order, unless it is old or the session is over."""
        async with self._order:
            if self._left:
                return
            if isinstance(event, VisibleMessage):
                await self._tell_message(event)
            elif isinstance(event, SessionRated):
                self._rating = event
                await self._send(event)
            elif isinstance(event, OfStaff):
                await self._tell_of_staff(event)
            elif not self._turns.is_late(event):
                await self._tell_unless_over(event)

    async def _look(self) -> bool:
        try:
            await self.look_after()
        except Exception as error:
            logger.warning("A tab could not be told what it missed (%s).", type(error).__name__)
        return bool(self._turns.running) and not self._over

    async def _follow(self, running: RunningTurn) -> None:
        is_told_again = running.is_over
        try:
            async for event in running.follow():
                # One that waited and ended elsewhere is no new run: its end may have been heard already.
                if running.run or is_told_again or not isinstance(event, TurnStarted):
                    await self.tell(event)
            try:
                await running.result()
            except Exception as error:
                await self.tell(interruption(running.number, error))
        except Exception:
            # What is missing comes through the layer or with the next hello.
            logger.warning("A tab could not be told of its own turn.", exc_info=True)
        else:
            self._followed.add(running.run)
        finally:
            self._following.remove(running)

    async def _tell_unless_over(self, event: SessionEvent) -> None:
        """Send an event's frame and remember that; after the session's end nothing is told any more."""
        if self._over:
            return
        self._over = isinstance(event, SessionEnded)
        self._turns.note(event)
        await self._send(event)

    async def _tell_of_staff(self, event: OfStaff) -> None:
        if not self._over and self._hands.is_news(event):
            await self._send(event)

    async def _tell_hands(self) -> None:
        """Tell in whose hands the session is now."""
        holder = await in_database(store.holder_of, self.sitter.session)
        former = self._hands.takeover
        if holder is not None:
            await self._tell_of_staff(handed_over(holder))
        elif former is not None:
            await self._tell_of_staff(HandedBack(takeover=former, name=""))

    async def _tell_message(self, event: VisibleMessage) -> None:
        if event.n <= self._shown:
            return
        if event.n > self._shown + 1:
            await self._show_missed()
            return
        self._shown = event.n
        await self._send(event)

    async def _show_missed(self) -> None:
        """Send all messages that the tab has not, however many they are, as `_show` does."""
        view = await read_view(self.sitter.session, self._shown)
        while view.messages and view.messages[0].number > self._shown + 1:
            session, after = self.sitter.session, self._shown
            page = await in_database(store.page_of_messages, session, after=after, limit=MOST_MESSAGES)
            if not page:
                break
            await self._show_messages(page)
        await self._show(view)

    async def _show_messages(self, messages: Sequence[StoredMessage]) -> None:
        for message in messages:
            if message.number > self._shown:
                self._shown = message.number
                await self._send(visible_message(message))

    async def _show(self, view: SessionView) -> None:
        """Send stored messages, and how the newest turn ended where that needs an answer."""
        await self._show_messages(view.messages)
        newest = view.newest_turn
        if newest is None or view.session.status != SessionStatus.ACTIVE:
            return
        if view.to_be_retried and not self._turns.knows(newest.number, TurnStatus.FAILED):
            failed = failed_result(view.session.id, newest, is_newest=True)
            await self._tell_unless_over(closing_event(failed))

    async def _send(self, event: SessionEvent) -> None:
        if frame := self.sitter.frame_of(event):
            await self._say(frame)
