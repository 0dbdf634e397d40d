"""A streamed answer put together: blocks as they begin and grow, counts as they are last said."""

from typing import Any

from providers.adapters.anthropic.wire import WireBlock, WireEvent, WireMessage, WireUsage


class PartialMessage:
    """An answer that grows event by event. `usage` holds the token counts as last said."""

    def __init__(self) -> None:
        self.model = ""
        self.usage = WireUsage()
        self.stop_reason: str | None = None
        self.done = False
        self._blocks: dict[int, _PartialBlock] = {}

    def add(self, event: WireEvent) -> str:
        """Take in `event` and return the text that it adds, often none; unknown events are left out."""
        match event.type:
            case "message_start":
                self.model = event.message.model
                self._count(event.message.usage)
            case "content_block_start":
                self._blocks[event.index] = _PartialBlock(event.content_block)
                return event.content_block.text
            case "content_block_delta" if event.index in self._blocks:
                self._blocks[event.index].add(event)
                return event.delta.text
            case "message_delta":
                self.stop_reason = event.delta.stop_reason or self.stop_reason
                self._count(event.usage)
            case "message_stop":
                self.done = True
        return ""

    @property
    def is_whole(self) -> bool:
        """Whether the answer came to its end: a reason to stop, or something and then the last event."""
        return self.stop_reason is not None or (self.done and bool(self._blocks))

    @property
    def message(self) -> WireMessage:
        """The answer so far, as it would have been sent whole."""
        return WireMessage(
            model=self.model,
            content=[block.whole() for _, block in sorted(self._blocks.items())],
            stop_reason=self.stop_reason,
            usage=self.usage,
        )

    def _count(self, usage: WireUsage) -> None:
        # Counts are totals so far; later events leave out what did not change.
        said = {name: count for name, count in usage.model_dump().items() if count}
        self.usage = self.usage.model_copy(update=said)


class _PartialBlock:
    def __init__(self, block: WireBlock) -> None:
        self._block = block
        self._text: list[str] = [block.text]
        self._input: list[str] = []

    def add(self, event: WireEvent) -> None:
        self._text.append(event.delta.text)
        self._input.append(event.delta.partial_json)

    def whole(self) -> WireBlock:
        arguments: Any = "".join(self._input) or self._block.input
        return self._block.model_copy(update={"text": "".join(self._text), "input": arguments})
