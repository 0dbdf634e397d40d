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
from conversations.background.forgetting import forget_batch
from conversations.background.retention import RULES, Pruned, remove_batch
from providers.database import in_database

logger = logging.getLogger(__name__)

NAME: Final = "retention"
EVERY: Final = timedelta(hours=1)


async def keep_up(stopping: asyncio.Event) -> bool:
    """Remove and erase what is old enough, where that is due; False, as nothing is left of it.

    It goes batch by batch, each in a transaction of its own, and stops between two of them.
    """
    if not await in_database(schedule.claim, NAME, EVERY):
        return False
    for rule in RULES:
        count = await _each_batch(partial(in_database, remove_batch, rule), stopping)
        if count:
            logger.info("%s", Pruned(rule, count))
    if count := await _each_batch(forget_batch, stopping):
        logger.info("%s", forgotten(count))
    await in_database(clear_log_ins)
    if not stopping.is_set():
        await in_database(schedule.finish, NAME)
    return False


def forgotten(count: int) -> str:
    """Tell how many conversations were erased."""
    return f"{count} conversations quiet for {settings.EZGRAPH_ERASE_DAYS} days erased."


def clear_log_ins() -> None:
    """Remove the sessions of staff's browsers that are over, where the project keeps some."""
    if not apps.is_installed("django.contrib.sessions"):
        return
    store: Any = import_module(settings.SESSION_ENGINE).SessionStore
    store.clear_expired()


async def _each_batch(batch: Callable[[], Awaitable[int]], stopping: asyncio.Event) -> int:
    total = 0
    while not stopping.is_set() and (count := await batch()):
        total += count
    return total
