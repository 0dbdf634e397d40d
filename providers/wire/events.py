"""Server-sent events from bytes, as the HTML standard reads them, however the network cuts them."""

import codecs
from collections.abc import AsyncIterator
from typing import Final

MAX_EVENT_CHARACTERS: Final = 8 * 1024 * 1024


class EventTooLong(ValueError):
    """A server sent more than `MAX_EVENT_CHARACTERS` without ending its event."""


async def event_data(chunks: AsyncIterator[bytes]) -> AsyncIterator[str]:
    """Yield the data of each event in `chunks`; comments and events without data are left out.

    Bytes that are not UTF-8 become U+FFFD. An event that the end of the stream cuts off is
    yielded as far as it came: some servers leave out the last blank line. Raises `EventTooLong`.
    """
    decoder = EventDecoder()
    async for chunk in chunks:
        for data in decoder.feed(chunk):
            yield data
    for data in decoder.finish():
        yield data


class EventDecoder:
    """Takes bytes as they come and gives the data of the events that they complete."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._pending: list[str] = []
        self._pending_length = 0
        self._data: list[str] = []
        self._data_length = 0
        self._after_carriage_return = False

    def feed(self, chunk: bytes) -> list[str]:
        """Return the data of every event that `chunk` completes."""
        return self._take(self._decoder.decode(chunk))

    def finish(self) -> list[str]:
        """Return the data of an event that the end of the stream completes."""
        return self._take(self._decoder.decode(b"", final=True) + "\n\n")

    def _take(self, text: str) -> list[str]:
        if not text:
            return []
        if self._after_carriage_return and text.startswith("\n"):
            text = text[1:]
            self._after_carriage_return = False
            if not text:
                return []
        self._after_carriage_return = text.endswith("\r")
        *lines, rest = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        events: list[str] = []
        for line in lines:
            self._take_line("".join([*self._pending, line]), events)
            self._pending.clear()
            self._pending_length = 0
        if rest:
            self._pending.append(rest)
            self._pending_length += len(rest)
        if self._pending_length + self._data_length > MAX_EVENT_CHARACTERS:
            raise EventTooLong("an event is too long")
        return events

    def _take_line(self, line: str, events: list[str]) -> None:
        if not line:
            if self._data:
                events.append("\n".join(self._data))
                self._data.clear()
                self._data_length = 0
            return
        field, _, value = line.partition(":")
        if field == "data":
            value = value.removeprefix(" ")
            self._data.append(value)
            self._data_length += len(value)
