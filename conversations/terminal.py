"""Writes a turn's events as lines of a terminal, whatever characters that can show."""

import io
import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import ceil
from shutil import get_terminal_size

from conversations.engine.events import (
    Delta,
    DeltaReset,
    Notice,
    TurnEvent,
    TurnFailed,
    VisibleMessage,
    VisibleRole,
)
from conversations.engine.turns import turn


def bear_any_text() -> None:
    """Let no byte that is typed and no character that is written end the program, in any locale.

    Bytes that are no text become lone surrogates, which messages may not hold; characters that the
    terminal's encoding lacks become question marks.
    """
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            with suppress(io.UnsupportedOperation):  # somebody read from it before, as it was
                stream.reconfigure(errors=errors)


@contextmanager
def failures_told_here() -> Iterator[None]:
    """Keep turns that fail out of the log while a command tells of them itself, with the reason."""
    log = logging.getLogger(turn.__name__)
    log.addFilter(_is_no_failure)
    try:
        yield
    finally:
        log.removeFilter(_is_no_failure)


def _is_no_failure(record: logging.LogRecord) -> bool:
    # A failed turn's record keeps its reason apart, which may be a customer's words; no other does.
    return not hasattr(record, "private")


def offered(suggestions: Sequence[str]) -> str:
    """The replies that a message suggests, which the chat page shows as buttons, as one line."""
    return "  " + "  ".join(f"[{suggestion}]" for suggestion in suggestions)


class TurnPrinter:
    """Prints text as it is written where it can be taken back, else only final messages.

    `write` takes a text and an `ending`, as Django's command output does.
    """

    def __init__(self, write: Callable[..., object], *, erasable: bool) -> None:
        self._write = write
        self._erasable = erasable
        self._written = ""

    def tell(self, event: TurnEvent) -> None:
        """Print what a person should see of an event."""
        match event:
            case Delta() if self._erasable:
                self._written += event.text
                self._write(event.text, ending="")
            case DeltaReset():
                self._take_back()
            case VisibleMessage(role=VisibleRole.ASSISTANT | VisibleRole.STAFF):
                self._settle(event.text)
                if event.suggestions:
                    self._write(offered(event.suggestions))
            case Notice() | TurnFailed():
                self._take_back()
                self._write(event.message)

    def _settle(self, text: str) -> None:
        if self._written.strip() == text:
            self._write("")
        else:
            self._take_back()
            self._write(text)
        self._written = ""

    def _take_back(self) -> None:
        if self._written:
            self._write("\r\x1b[2K" + "\x1b[1A\x1b[2K" * (self._height() - 1), ending="")
            self._written = ""

    def _height(self) -> int:
        """Lines of the terminal that the text so far takes."""
        columns = get_terminal_size().columns
        return sum(max(1, ceil(len(line) / columns)) for line in self._written.split("\n"))
