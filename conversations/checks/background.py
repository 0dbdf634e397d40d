"""Work in the background: whether anybody does it, and whether anything is ever forgotten."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.core.checks import CheckMessage, Info, Tags, Warning, register

from conversations import clock
from conversations.background import schedule, upkeep
from conversations.checks.graphs import is_migrated
from conversations.models import ScheduledWork

NO_WORKER: Final = "ezgraph.background.W001"
KEPT_FOR_EVER: Final = "ezgraph.background.I001"

SILENT_FOR: Final = 3 * upkeep.EVERY
"""A worker that did not do its hourly work for so long is not there."""


@register(Tags.database, deploy=True)
def check_worker(
    app_configs: Any, databases: Sequence[str] | None = None, **kwargs: Any
) -> Sequence[CheckMessage]:
    """Report that nobody does what is due in the background."""
    if ScheduledWork.objects.db not in (databases or ()) or not is_migrated(ScheduledWork):
        return []
    done = schedule.last_done(upkeep.NAME)
    if done is not None and clock.now() - done < SILENT_FOR:
        return []
    return [
        Warning(
            f"{_told(done)}: webhooks, replays and interrupted turns wait, and nothing is removed.",
            hint="Run `manage.py worker` beside the site, or let a process of it work: EZGRAPH_WORKER.",
            id=NO_WORKER,
        )
    ]


@register(deploy=True)
def check_erasing(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Say that conversations are kept until somebody erases them."""
    if settings.EZGRAPH_ERASE_DAYS:
        return []
    return [
        Info(
            "Conversations are kept until somebody erases them.",
            hint="Set EZGRAPH_ERASE_DAYS where they should be forgotten after a time.",
            id=KEPT_FOR_EVER,
        )
    ]


def _told(done: datetime | None) -> str:
    if done is None:
        return "No worker has done its hourly work yet"
    hours = (clock.now() - done) // timedelta(hours=1)
    return f"No worker has done its hourly work for {hours} hours"
