"""What the Messages API sends, whole and in events."""

from typing import Annotated, Any, Final

from pydantic import Field, model_validator

from providers.usage import Usage
from providers.wire.lenient import NONSENSE_IS_EMPTY, Count, Identifier, Text, Wire

EVENTS: Final = frozenset(
    {
        "message_start",
        "content_block_start",
        "content_block_delta",
        "message_delta",
        "message_stop",
    }
)
"""The types of events that say something; others, such as pings, may come at any time."""


class WireBlock(Wire):
    """A piece of an answer: text, a tool call, or what we did not ask for and leave out."""

    type: Text = ""
    text: Text = ""
    id: Identifier = ""
    name: Text = ""
    input: Any = None


class WireUsage(Wire):
    """Token counts. What was read from a cache or written to one is not among the `input_tokens`."""

    input_tokens: Count = 0
    output_tokens: Count = 0
    cache_creation_input_tokens: Count = 0
    cache_read_input_tokens: Count = 0

    def usage(self) -> Usage:
        """Return the counts as the port has them."""
        return Usage(
            input_tokens=self.input_tokens + self.cache_creation_input_tokens + self.cache_read_input_tokens,
            output_tokens=self.output_tokens,
            cached_input_tokens=self.cache_read_input_tokens,
        )


LenientUsage = Annotated[WireUsage, NONSENSE_IS_EMPTY]


class WireMessage(Wire):
    """A whole answer."""

    model: Text = ""
    content: list[WireBlock]
    stop_reason: str | None = None
    usage: LenientUsage = WireUsage()


class WireOpening(Wire):
    """What the first event of a stream says of the answer."""

    model: Text = ""
    usage: LenientUsage = WireUsage()


class WireDelta(Wire):
    """What an event adds: to a block, or to the whole answer."""

    text: Text = ""
    partial_json: Text = ""
    stop_reason: str | None = None


class WireEvent(Wire):
    """One event of a stream; which fields it has depends on its `type`. Of unknown types none is read."""

    type: Text = ""
    index: int = 0
    message: Annotated[WireOpening, NONSENSE_IS_EMPTY] = WireOpening()
    content_block: Annotated[WireBlock, NONSENSE_IS_EMPTY] = Field(default_factory=WireBlock)
    delta: Annotated[WireDelta, NONSENSE_IS_EMPTY] = WireDelta()
    usage: LenientUsage = WireUsage()

    @model_validator(mode="before")
    @classmethod
    def _without_the_unknown(cls, event: dict[str, Any]) -> dict[str, Any]:
        kind = event.get("type")
        return event if isinstance(kind, str) and kind in EVENTS else {}
