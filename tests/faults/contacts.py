"""How a session is reached again after its process has died: each way in that makes it go on."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.db.models.functions import Now

from conversations.access import issue_token
from conversations.engine import TurnRequest, engine
from conversations.engine.errors import SessionBusy, TurnNotRetryable, TurnUnknown
from conversations.engine.turns.running import RunningTurn
from conversations.models import Session
from providers.database import in_database
from tests.conversations.chat.tab import open_tab
from tests.faults import names

BETWEEN_TRIES: Final = 0.1
"""Seconds that a caller who is told that the session is busy waits before it tries again."""

Outcome: TypeAlias = dict[str, Any]
"""How a turn ended; empty where none was to be run."""

Way: TypeAlias = Callable[[UUID], Awaitable[Outcome]]


async def come_again(session: UUID, way: str) -> Outcome:
    """Try one of the `WAYS` until the session is free; return how the turn that ran then ended.

    Raises AssertionError where the session is still busy though nobody holds it any more.
    """
    while True:
        held = await in_database(_is_held, session)
        try:
            outcome = await WAYS[way](session)
        except SessionBusy:
            assert held, "The session is busy, but nobody holds it."
        else:
            if outcome or not held:
                return outcome
        await asyncio.sleep(BETWEEN_TRIES)


async def wait_for_lease(session: UUID) -> None:
    """Wait until nobody holds a session any more, by the database's clock."""
    while await in_database(_is_held, session):  # noqa: ASYNC110 - nothing tells that time has passed
        await asyncio.sleep(BETWEEN_TRIES)


async def end_of(running: RunningTurn) -> Outcome:
    """How a turn ended."""
    result = await running.result()
    return {
        "turn": result.turn,
        "success": result.success,
        "message": result.message,
        "retryable": result.retryable,
        "cause": result.cause,
    }


async def _same_message(session: UUID) -> Outcome:
    """The browser sends what it has no answer to."""
    request = TurnRequest(session, names.MESSAGE, client_id=names.CLIENT_ID)
    return await end_of(await engine.start(request))


async def _next_message(session: UUID) -> Outcome:
    """The customer writes on."""
    request = TurnRequest(session, names.NEXT_MESSAGE, client_id=names.NEXT_CLIENT_ID)
    return await end_of(await engine.start(request))


async def _retry(session: UUID) -> Outcome:
    """The customer presses retry; where there is nothing to retry, nothing happens."""
    try:
        return await end_of(await engine.retry(session, 1))
    except (TurnNotRetryable, TurnUnknown):
        return {}


async def _hello(session: UUID) -> Outcome:
    """The customer opens the page again."""
    held = await in_database(_is_held, session)
    async with open_tab() as tab:
        welcome = await tab.hello(names.GRAPH, token=await in_database(issue_token, session))
        assert welcome["type"] == "welcome", welcome
        if held or "turn" not in welcome:
            return {}
        ended = await tab.hear("turn_completed", "turn_failed")
        return {"turn": ended["turn"], "success": ended["type"] == "turn_completed"}


WAYS: Final[dict[str, Way]] = {
    names.SAME_MESSAGE: _same_message,
    names.NEXT_WAY: _next_message,
    names.RETRY: _retry,
    names.HELLO: _hello,
}


def _is_held(session: UUID) -> bool:
    return Session.objects.filter(pk=session, lease_expires_at__gt=Now()).exists()
