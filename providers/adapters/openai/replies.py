"""From a server's answer to a reply of the port, or to the reason why it is none."""

from collections.abc import Collection
from typing import Final

from providers.adapters.openai.wire import WireCompletion, WireToolCall
from providers.errors import ErrorCode, ProviderFault
from providers.ports import ChatReply, FinishReason
from providers.wire.tool_calls import SentCall, tool_calls_of

FAILURES: Final = {
    "length": (ErrorCode.TRUNCATED, "The answer was cut off at its longest length."),
    "content_filter": (ErrorCode.FILTERED, "The provider's content filter held the answer back."),
    "error": (ErrorCode.UNAVAILABLE, "The provider gave up in the middle of the answer."),
}
"""Finish reasons that leave no answer to use; the last is one of compatible servers."""


def reply_of(completion: WireCompletion, taken_ids: Collection[str]) -> ChatReply:
    """Return the reply that `completion` holds. Raises `ProviderFault` where the model gave none.

    `taken_ids` are those of earlier tool calls of the conversation: every call gets one of its own.
    """
    if not completion.choices:
        raise ProviderFault(ErrorCode.BAD_RESPONSE, "The provider's answer is empty.")
    choice = completion.choices[0]
    if choice.message.refusal and not choice.message.content:
        raise ProviderFault(ErrorCode.REFUSED, "The model declined to answer.")
    if choice.finish_reason in FAILURES:
        raise ProviderFault(*FAILURES[choice.finish_reason])
    calls = tool_calls_of(map(_sent, choice.message.tool_calls), taken_ids)
    return ChatReply(
        text=choice.message.content,
        tool_calls=calls,
        finish_reason=FinishReason.TOOL_CALLS if calls else FinishReason.STOP,
        usage=completion.usage.usage(),
        model=completion.model,
    )


def _sent(call: WireToolCall) -> SentCall:
    return SentCall(call.id, call.function.name, call.function.arguments)
