"""Settings under which turns would be lost, or a process would grow."""

from collections.abc import Sequence
from typing import Any, Final

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

NO_TIME_ZONES: Final = "ezgraph.engine.E001"
SHORT_LEASE: Final = "ezgraph.engine.W001"
DEBUGGING: Final = "ezgraph.engine.W002"

LEAST_LEASE_SECONDS: Final = 10
"""A lease is renewed every third of it: a process may well be busy for three seconds."""


@register()
def check_time_zones(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Report that times have no zone: leases would be compared with another clock."""
    if settings.USE_TZ:
        return []
    return [
        Error(
            "USE_TZ is off: leases and deadlines would be compared with times of another zone.",
            hint="Set it to True; TIME_ZONE still says in which zone people read times.",
            id=NO_TIME_ZONES,
        )
    ]


@register(deploy=True)
def check_lease(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Report a lease so short that a process which is busy for a moment loses its turns."""
    seconds = settings.EZGRAPH_LEASE_SECONDS
    if seconds >= LEAST_LEASE_SECONDS:
        return []
    return [
        Warning(
            f"EZGRAPH_LEASE_SECONDS is {seconds}: a process that stalls for {seconds} s loses its turns.",
            hint=f"Let it be at least {LEAST_LEASE_SECONDS}; 60 is what it is where nothing is said.",
            id=SHORT_LEASE,
        )
    ]


@register(deploy=True)
def check_debug(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Report that every query is kept, customers' words in it."""
    if not settings.DEBUG:
        return []
    return [
        Warning(
            "DEBUG is on: each connection keeps its last 9000 queries in memory, with what customers wrote.",
            hint="Set EZGRAPH_DEBUG to false.",
            id=DEBUGGING,
        )
    ]
