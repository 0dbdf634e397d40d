"""Keeping a lease for as long as its turn runs."""

import asyncio
import logging
from types import TracebackType
from uuid import UUID

from django.conf import settings

from conversations.engine import store
from conversations.engine.turns.running import in_background
from providers.database import in_database

logger = logging.getLogger(__name__)


class LeaseKeeper:
    """Renews the lease of the task that enters it, and cancels the task where the lease is lost.

    Most turns are over before the first renewal: until then there is only a timer.
    """

    def __init__(self, session: UUID, owner: str) -> None:
        self._session = session
        self._owner = owner

    def __enter__(self) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._task = task
        self._wait()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._timer.cancel()

    def _wait(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(
            settings.EZGRAPH_LEASE_SECONDS / 3, lambda: in_background(self._renew())
        )

    async def _renew(self) -> None:
        held = True
        try:
            held = await in_database(store.renew, self._session, self._owner)
        except Exception:
            logger.warning("A lease could not be renewed.", exc_info=True)
        if self._timer.cancelled():
            return
        if held:
            self._wait()
        else:
            self._task.cancel()
