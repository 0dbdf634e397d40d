"""From a server's message to a reply of the port, or to the reason why it is none."""

from collections.abc import Collection, Sequence
from typing import Any, Final
from uuid import uuid4

from providers.adapters.openai.wire import WireMessage, WireToolCall
from providers.errors import ErrorCode, ProviderFault
from providers.ports import ChatReply, FinishReason, ToolCall, Usage
from providers.wire.texts import from_json

FAILURES: Final = {
    "length": (ErrorCode.TRUNCATED, "The answer was cut off at its longest length."),
    "content_filter": (ErrorCode.FILTERED, "The provider's content filter held the answer back."),
    "error": (ErrorCode.UNAVAILABLE, "The provider gave up in the middle of the answer."),
}
"""Finish reasons that leave no answer to use; the last is one of compatible servers."""


def reply_of(
    message: WireMessage, finish_reason: str | None, usage: Usage, model: str, taken_ids: Collection[str]
) -> ChatReply:
    """Return the reply that `message` is. Raises `ProviderFault` where the model gave none.

    `taken_ids` are those of earlier tool calls of the conversation: every call gets one of its own.
    """
    if message.refusal and not message.content:
        raise ProviderFault(ErrorCode.REFUSED, "The model declined to answer.")
    if finish_reason in FAILURES:
        raise ProviderFault(*FAILURES[finish_reason])
    calls = _tool_calls(message.tool_calls, taken_ids)
    return ChatReply(
        text=message.content,
        tool_calls=calls,
        finish_reason=FinishReason.TOOL_CALLS if calls else FinishReason.STOP,
        usage=usage,
        model=model,
    )


def _tool_calls(calls: Sequence[WireToolCall], taken_ids: Collection[str]) -> tuple[ToolCall, ...]:
    taken = set(taken_ids)
    result: list[ToolCall] = []
    for call in calls:
        if not call.function.name:
            raise ProviderFault(ErrorCode.BAD_RESPONSE, "The provider sent a tool call without a name.")
        # Some servers leave ids out, or count them from nought in every answer.
        call_id = call.id if call.id and call.id not in taken else f"call_{uuid4().hex}"
        taken.add(call_id)
        result.append(
            ToolCall(id=call_id, name=call.function.name, arguments=_parsed(call.function.arguments))
        )
    return tuple(result)


def _parsed(arguments: str) -> dict[str, Any] | str:
    if not arguments.strip():
        return {}
    try:
        value = from_json(arguments)
    except ValueError:
        return arguments
    return value if isinstance(value, dict) else arguments
