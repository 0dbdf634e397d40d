"""Writes a turn's events as lines of a terminal."""

from collections.abc import Callable
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
