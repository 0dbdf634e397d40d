"""From a server's answer to a reply of the port, or to the reason why it is none."""

from collections.abc import Collection
from typing import Any, Final

from providers.adapters.anthropic.wire import WireBlock, WireMessage
from providers.errors import ErrorCode, ProviderFault
from providers.ports import ChatReply, FinishReason
from providers.wire.texts import to_json
from providers.wire.tool_calls import SentCall, tool_calls_of

_TOO_LONG: Final = (ErrorCode.TRUNCATED, "The answer was cut off at its longest length.")

FAILURES: Final = {
    "max_tokens": _TOO_LONG,
    "model_context_window_exceeded": _TOO_LONG,
    "refusal": (ErrorCode.REFUSED, "The model declined to answer."),
}
"""Reasons to stop that leave no answer to use."""


def reply_of(message: WireMessage, taken_ids: Collection[str]) -> ChatReply:
    """Return the reply that `message` holds. Raises `ProviderFault` where the model gave none.

    `taken_ids` are those of earlier tool calls of the conversation: every call gets one of its own.
    """
    if message.stop_reason in FAILURES:
        raise ProviderFault(*FAILURES[message.stop_reason])
    sent = [_sent(block) for block in message.content if block.type == "tool_use"]
    calls = tool_calls_of(sent, taken_ids)
    return ChatReply(
        text="".join(block.text for block in message.content if block.type == "text"),
        tool_calls=calls,
        finish_reason=FinishReason.TOOL_CALLS if calls else FinishReason.STOP,
        usage=message.usage.usage(),
        model=message.model,
    )


def _sent(block: WireBlock) -> SentCall:
    return SentCall(block.id, block.name, _arguments(block.input))


def _arguments(value: Any) -> dict[str, Any] | str:
    if value is None:
        return {}
    return value if isinstance(value, dict | str) else to_json(value).decode()
