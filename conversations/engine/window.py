"""Which part of a history a model gets."""

from collections.abc import Sequence

from providers.ports import ChatMessage, ChatRole


def window_of(history: Sequence[ChatMessage], size: int | None) -> list[ChatMessage]:
    """The newest `size` messages, cut so that they start at a human one.

    A tool call is therefore never parted from its result. Where none of them is human, it goes
    back to the newest human message, whatever the size.
    """
    start = 0 if size is None else max(0, len(history) - size)
    humans = [index for index, message in enumerate(history) if message.role is ChatRole.HUMAN]
    if not humans:
        return list(history)
    inside = [index for index in humans if index >= start]
    return list(history[inside[0] if inside else humans[-1] :])
