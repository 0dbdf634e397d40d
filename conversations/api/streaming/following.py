"""Follows a turn: one that runs in this process by its events, any other by its rows."""

from collections.abc import AsyncIterator
from uuid import UUID

from conversations.api.streaming.bell import listening
from conversations.api.streaming.narration import Narration
from conversations.api.streaming.reading import read_told
from conversations.engine.errors import EngineError, SessionTaken
from conversations.engine.events import Event, TurnCompleted, TurnFailed, VisibleMessage
from conversations.engine.turns.running import RunningTurn
from providers.database import in_database


async def follow_running(session: UUID, running: RunningTurn, narration: Narration) -> AsyncIterator[str]:
    """The frames of a turn of this process, until its end; where another one takes it over, there."""
    async for event in running.follow():
        if told := narration.of(event):
            yield told
    try:
        told = narration.ended(await running.result())
    except SessionTaken:
        async for later in follow_rows(session, running.number, narration):
            yield later
        return
    except EngineError as error:
        told = narration.broken_off(running.number, error)
    if told:
        yield told


async def follow_rows(session: UUID, number: int, narration: Narration) -> AsyncIterator[str]:
    """The frames of a turn that runs anywhere, waits or is over, until its end.

    Rows are read whenever something that they hold is heard of, and now and then, so nothing is lost.
    """
    async with listening(session) as bell:
        while True:
            found = await in_database(read_told, session, number)
            for event in found.events:
                if told := narration.of(event):
                    yield told
            if found.is_over:
                end = narration.ended(found.result) if found.result else None
                end = narration.broken_off(number, found.error) if found.error else end
                if end:
                    yield end
                return
            is_news = False
            while not is_news:
                heard = await bell.wait()
                is_news = not heard
                for one in heard:
                    if not isinstance(one, Event) or one.turn != number:
                        # The end of the session ends its turn, too.
                        is_news = is_news or not isinstance(one, Event)
                    elif isinstance(one, VisibleMessage | TurnCompleted | TurnFailed):
                        is_news = True
                    elif told := narration.of(one):
                        yield told
