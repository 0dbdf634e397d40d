"""Work that comes round again: due once for all workers together, whoever of them looks first.

Two that look at the same moment write to one row, and only one of them finds it due.
"""

from datetime import datetime, timedelta

from conversations import clock
from conversations.models import ScheduledWork


def claim(name: str, every: timedelta) -> bool:
    """Tell whether the work is due and this caller's to do; it is due again after `every`.

    Whoever dies at it leaves the rest to the next time. Work that was never done is due.
    """
    now = clock.now()
    taken = {"due_at": now + every, "began_at": now}
    if ScheduledWork.objects.filter(pk=name, due_at__lte=now).update(**taken):
        return True
    if ScheduledWork.objects.filter(pk=name).exists():
        return False
    _, is_first = ScheduledWork.objects.get_or_create(pk=name, defaults=taken)
    return is_first


def postpone(name: str, wait: timedelta) -> None:
    """Let the work be due again after `wait`, as it was not done to its end."""
    ScheduledWork.objects.filter(pk=name).update(due_at=clock.now() + wait)


def finish(name: str) -> None:
    """Write down that the work was done to its end."""
    ScheduledWork.objects.filter(pk=name).update(ended_at=clock.now())


def last_done(name: str) -> datetime | None:
    """When the work was last done to its end; None for never."""
    return ScheduledWork.objects.filter(pk=name).values_list("ended_at", flat=True).first()
