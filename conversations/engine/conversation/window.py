"""Which part of a history a model gets."""

from collections.abc import Sequence

from providers.ports import ChatMessage, ChatRole


def window_of(history: Sequence[ChatMessage], size: int | None, run: int = 0) -> list[ChatMessage]:
    """The newest `size` messages, cut so that they start at a human one.

    A tool call is therefore never parted from its result. Where none of them is human, the newest
    human message stands before the newest others, cut at a tool call. The newest `run` messages,
    those of the run that asks, are sent in any case: a model that forgot what it just did would do
    it again.
    """
    if size is None:
        size = len(history)
    humans = [index for index, message in enumerate(history) if message.role is ChatRole.HUMAN]
    if not humans:
        return list(history)
    start = max(0, len(history) - size)
    inside = [index for index in humans if index >= start]
    if inside:
        return list(history[inside[0] :])
    rest = max(humans[-1] + 1, min(start + 1, len(history) - run))
    while rest < len(history) and history[rest].role is ChatRole.TOOL:
        rest += 1
    return [history[humans[-1]], *history[rest:]]
