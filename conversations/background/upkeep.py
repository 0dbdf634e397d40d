"""Upkeep: what is kept long enough goes, every hour, done by one worker for all."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from importlib import import_module
from typing import Any, Final

from django.apps import apps
from django.conf import settings

from conversations.background import schedule
from conversations.background.forgetting import Forgetting
from conversations.background.retention import RULES, Pruned, Retention, remove_batch
from providers.database import in_database

logger = logging.getLogger(__name__)

NAME: Final = "retention"
EVERY: Final = timedelta(hours=1)

AGAIN_AFTER: Final = timedelta(minutes=5)
"""When to do it again where some of it failed."""


class Upkeep:
    """Does all of it; what fails keeps nothing else from being done."""

    def __init__(self) -> None:
        self._forgetting = Forgetting()

    async def keep_up(self, stopping: asyncio.Event) -> bool:
        """Remove and erase what is old enough, where that is due; False, as nothing is left of it.

        It goes batch by batch, each in a transaction of its own, and stops between two of them.
        """
        if not await in_database(schedule.claim, NAME, EVERY):
            return False
        went = [await _try(rule.kind, partial(_remove, rule, stopping)) for rule in RULES]
        went.append(await _try("conversations", partial(self._forget, stopping)))
        went.append(await _try("log-ins", partial(in_database, clear_log_ins)))
        if not all(went):
            await in_database(schedule.postpone, NAME, AGAIN_AFTER)
        elif not stopping.is_set():
            await in_database(schedule.finish, NAME)
        return False

    async def _forget(self, stopping: asyncio.Event) -> bool:
        forgotten = await self._forgetting.run(stopping)
        if forgotten.erased or forgotten.failed:
            logger.info("%s", forgotten)
        return not forgotten.failed


def clear_log_ins() -> bool:
    """Remove the sessions of staff's browsers that are over, where the project keeps some."""
    if apps.is_installed("django.contrib.sessions"):
        store: Any = import_module(settings.SESSION_ENGINE).SessionStore
        store.clear_expired()
    return True


async def _try(kind: str, work: Callable[[], Awaitable[bool]]) -> bool:
    """Whether all of the work was done; what it raises is logged."""
    try:
        return await work()
    except Exception:
        logger.exception("Old %s could not be removed; it is tried again in %s.", kind, AGAIN_AFTER)
        return False


async def _remove(rule: Retention, stopping: asyncio.Event) -> bool:
    total = 0
    while not stopping.is_set() and (count := await in_database(remove_batch, rule)):
        total += count
    if total:
        logger.info("%s", Pruned(rule, total))
    return True
