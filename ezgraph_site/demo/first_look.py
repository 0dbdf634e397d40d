"""Gives a fresh checkout a few conversations to look at, beside the site that has just begun."""

import atexit
import subprocess
import sys
from contextlib import suppress
from typing import Final

from ezgraph_site.places import CHECKOUT

COMMAND: Final = ("seed_demo", "--sessions", "40", "--days", "7", "--beside")

STOP_SECONDS: Final = 5.0
"""How long it may take to stop when the site is stopped before it is done."""


def begin() -> None:
    """Invent conversations in a process of its own; it takes a few seconds and ends with the site."""
    inventing = subprocess.Popen(  # noqa: S603 - all of it is ours
        [sys.executable, str(CHECKOUT / "manage.py"), *COMMAND], stdout=subprocess.DEVNULL
    )
    atexit.register(_stop, inventing)


def _stop(inventing: "subprocess.Popen[bytes]") -> None:
    inventing.terminate()
    with suppress(subprocess.TimeoutExpired):
        inventing.wait(STOP_SECONDS)
