"""How a start that fails says why: one clear message instead of a traceback."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.core.checks import CheckMessage
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError


@contextmanager
def one_message() -> Iterator[None]:
    """End the process with the message of a fault that its user can mend."""
    try:
        yield
    except (ImproperlyConfigured, CommandError) as error:
        sys.exit(str(error))


def serious(messages: Iterable[CheckMessage]) -> list[CheckMessage]:
    """Those of the system checks' findings that keep something from working."""
    return [message for message in messages if message.is_serious() and not message.is_silenced()]


def in_words(messages: Iterable[CheckMessage]) -> str:
    """Findings of system checks, a line each, with the hint below it where there is one."""
    return "\n".join(
        f"{message.msg}\n  {message.hint}" if message.hint else str(message.msg) for message in messages
    )
