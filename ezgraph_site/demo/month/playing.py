"""Holds the conversations: through the real engine, some at a time."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from conversations.engine import engine
from conversations.engine.errors import EngineError
from conversations.engine.events import SessionRated
from conversations.engine.turns.running import wait_for_all
from conversations.engine.values import NewSession, TurnRequest, TurnResult
from conversations.models import Origin, Session, Turn
from ezgraph_site.demo.month.helping import help_out
from ezgraph_site.demo.month.moving import move_session, move_turn
from ezgraph_site.demo.month.vendors import answering
from ezgraph_site.demo.month.visits import Visit
from ezgraph_site.graphs.hotel.graph import DecisionHotelGraph
from providers.database import in_database

AT_ONCE: Final = 24
"""Conversations that are held at the same time."""

TRIES_AGAIN: Final = 2
"""Every so-manyth customer tries a failed turn again."""


@dataclass(frozen=True)
class Played:
    """The conversations that were held, and how many turns they had."""

    sessions: tuple[UUID, ...] = ()
    turns: int = 0

    def __add__(self, other: "Played") -> "Played":
        return Played(self.sessions + other.sessions, self.turns + other.turns)


def play(invented: Iterable[Visit], *, alone: bool = True) -> Played:
    """Hold these conversations. Call it outside of any event loop.

    Unless it is `alone` it leaves the settings of graphs as they are: a site may be running beside it.
    """
    groups: dict[tuple[bool, bool], list[Visit]] = {}
    for visit in invented:
        by_vendor = visit.by_vendor or visit.in_outage
        groups.setdefault((by_vendor, visit.in_outage), []).append(visit)
    played = Played()
    with _captured():
        for (by_vendor, in_outage), group in sorted(groups.items()):
            vendors: AbstractContextManager[None] = nullcontext()
            if by_vendor:
                vendors = answering(failing=in_outage, seed=len(group), deciding=alone)
            with vendors:
                played += asyncio.run(_hold(group))
    return played


@contextmanager
def _captured() -> Iterator[None]:
    """Capture what the hotel asks, so that there is something to replay: nobody real said it."""
    DecisionHotelGraph.capture_decisions = True
    try:
        yield
    finally:
        DecisionHotelGraph.capture_decisions = False


async def _hold(group: list[Visit]) -> Played:
    room = asyncio.Semaphore(AT_ONCE)

    async def hold(visit: Visit) -> Played:
        async with room:
            return await _Conversation(visit).hold()

    held = await asyncio.gather(*(hold(visit) for visit in group))
    await wait_for_all()
    return sum(held, Played())


class _Conversation:
    """One visit, whose rows are moved to its time as it goes on."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._now = visit.begins
        self._session: UUID
        self._turns = 0

    async def hold(self) -> Played:
        """Say everything, unless the conversation is over before."""
        visit = self._visit
        new = NewSession(
            graph=visit.graph,
            config=visit.config,
            external_user=visit.external_user,
            origin=Origin.CHAT,
        )
        created, _ = await engine.create_session(new)
        self._session = created.id
        for said, (message, pause) in enumerate(zip(visit.messages, visit.pauses, strict=True)):
            if said == visit.helped_after:
                self._now = await help_out(self._session, self._now)
            self._now += timedelta(seconds=pause)
            result = await self._said(message)
            if not result.success and visit.number % TRIES_AGAIN == 0:
                result = await self._tried_again(result.turn)
            await self._move(result)
            if result.completed:
                break
        await self._close()
        await in_database(self._move_session, created.created_at)
        return Played((self._session,), self._turns)

    async def _said(self, message: str) -> TurnResult:
        return await engine.run(TurnRequest(session=self._session, message=message))

    async def _tried_again(self, turn: int) -> TurnResult:
        running = await engine.retry(self._session, turn)
        return await running.result()

    async def _move(self, result: TurnResult) -> None:
        self._now += await in_database(self._move_turn, result.turn)
        self._turns = result.turn

    async def _close(self) -> None:
        if self._visit.rating is not None:
            value, comment = self._visit.rating
            await engine.rate(self._session, SessionRated(value=value, comment=comment))
        if self._visit.ends:
            try:
                await engine.end_session(self._session)
            except EngineError:
                """It is over already."""

    def _move_turn(self, number: int) -> timedelta:
        turn = Turn.objects.get(session=self._session, number=number)
        move_turn(self._session, number, self._now - turn.accepted_at)
        ended = turn.ended_at or turn.accepted_at
        return ended - turn.accepted_at

    def _move_session(self, created: datetime) -> None:
        session = Session.objects.only("updated_at").get(pk=self._session)
        move_session(self._session, begin=self._visit.begins - created, end=self._now - session.updated_at)
