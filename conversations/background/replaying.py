"""Replays: captured decisions asked again of another provider, a few at a time, in the background."""

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError, InterfaceError

from conversations import identifiers
from conversations.authoring.config import DecisionConfig
from conversations.background import replay_rows as rows
from conversations.background.replay_rows import Captured, Claim
from conversations.engine.decision.again import AskedAgain, ask_again
from conversations.engine.decision.run import deciding_provider
from conversations.engine.errors import is_misconfigured
from providers.database import in_database
from providers.errors import ErrorCode, ProviderError

logger = logging.getLogger(__name__)

AT_ONCE: Final = 4
"""Decisions of one replay that are asked at the same time."""

RETRIES: Final = 1
"""Further attempts after an error that may pass: nobody waits, and a lapse should spoil no comparison."""

PAUSE_SECONDS: Final = 5.0
"""Before an item is asked again whose provider has too much to do or is not well."""

MOST_PAUSES: Final = 12
"""After so many the item is given up."""

_PASSING: Final = frozenset({ErrorCode.CIRCUIT_OPEN, ErrorCode.RATE_LIMITED})
"""Errors that tell nothing of the decision, and pass by themselves."""

_USED_UP: Final = frozenset({ErrorCode.QUOTA, ErrorCode.BUDGET})
"""Errors that every further decision would end with, too."""


class _Lost(Exception):
    """Staff stopped the replay, or another process has it."""


class _NobodyToAsk(Exception):
    """Somebody has to mend the provider's configuration first, or to pay."""


async def run_next(stopping: asyncio.Event) -> bool:
    """Work on the oldest replay that nobody works on, to its end; False where there is none.

    Once `stopping` is set, what is being asked is finished and the rest left to others. A replay whose
    process died goes on here after its lease: what was stored is not asked again. Raises the database's
    errors; the replay is taken up again then.
    """
    claim = await in_database(rows.claim_next, identifiers.lease_owner())
    if claim is None:
        return False
    try:
        await _held(claim, stopping)
    finally:
        # Also where this task is cancelled: others shall not have to wait for the lease to expire.
        await asyncio.shield(in_database(rows.release, claim))
    return True


async def _held(claim: Claim, stopping: asyncio.Event) -> None:
    """Work as long as the lease is held."""
    work = asyncio.ensure_future(_work(claim, stopping))
    keep = asyncio.ensure_future(_keep(claim))
    try:
        await asyncio.wait({work, keep}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (work, keep):
            task.cancel()
        await asyncio.gather(work, keep, return_exceptions=True)
    if not work.cancelled():
        work.result()


async def _keep(claim: Claim) -> None:
    """Renew the lease until it is lost."""
    while True:
        await asyncio.sleep(settings.EZGRAPH_LEASE_SECONDS / 3)
        try:
            if not await in_database(rows.renew, claim):
                return
        except (DatabaseError, InterfaceError):
            logger.warning("The lease of a replay could not be renewed.", exc_info=True)


async def _work(claim: Claim, stopping: asyncio.Event) -> None:
    try:
        provider = await deciding_provider(claim.provider)
        if isinstance(provider, ProviderError):
            raise _NobodyToAsk(_told(provider))
        items = iter(claim.items)
        await _together(*(_ask_each(claim, items, stopping) for _ in range(AT_ONCE)))
    except _Lost:
        return
    except _NobodyToAsk as error:
        await in_database(rows.fail, claim, str(error))
    except (DatabaseError, InterfaceError):
        raise
    except Exception as error:
        # Left open it would break off again and again.
        logger.exception("A replay broke off.")
        await in_database(rows.fail, claim, f"It broke off: {type(error).__name__}.")
    else:
        if not stopping.is_set():
            await in_database(rows.finish, claim)


async def _together(*askers: Coroutine[Any, Any, None]) -> None:
    """Wait for all; the first that raises ends the others."""
    tasks = [asyncio.ensure_future(asker) for asker in askers]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _ask_each(claim: Claim, items: Iterator[int], stopping: asyncio.Event) -> None:
    """Ask one item after the other, of those that no other asker has taken."""
    for item in items:
        if stopping.is_set():
            return
        captured = await in_database(rows.load, item)
        if captured is None:
            stored = await in_database(rows.store_gone, claim, item)
        else:
            asked = await _ask(claim, captured, stopping)
            if asked is None:
                return
            stored = await in_database(rows.store, claim, item, asked, captured.before)
        if not stored:
            raise _Lost


async def _ask(claim: Claim, captured: Captured, stopping: asyncio.Event) -> AskedAgain | None:
    """Ask, and wait where the provider is not to be had at the moment; None where the stop came meanwhile.

    Raises _NobodyToAsk where asking others would be of no use either.
    """
    config = DecisionConfig(provider=claim.provider, model=claim.model or None, max_retries=RETRIES)
    for _ in range(MOST_PAUSES):
        asked = await ask_again(captured.questions, captured.state, config, claim.node)
        if asked.error is None or asked.error.code not in _PASSING:
            break
        if await _is_set_within(stopping, asked.error.retry_after or PAUSE_SECONDS):
            return None
    if asked.error is not None and (asked.error.code in _USED_UP or is_misconfigured(asked.error)):
        raise _NobodyToAsk(_told(asked.error))
    return asked


async def _is_set_within(event: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(event.wait(), min(seconds, settings.EZGRAPH_LEASE_SECONDS))
    except TimeoutError:
        return False
    return True


def _told(error: ProviderError) -> str:
    return f"{error.provider}: {error.code.value}: {error.message}"
