"""From a server's answer to a reply of the port, or to the reason why it is none."""

from collections.abc import Collection, Sequence
from typing import Any, Final

from providers import identifiers
from providers.adapters.openai.wire import WireCompletion, WireToolCall
from providers.errors import ErrorCode, ProviderFault
from providers.ports import ChatReply, FinishReason, ToolCall
from providers.wire.texts import from_json

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
    calls = _tool_calls(choice.message.tool_calls, taken_ids)
    return ChatReply(
        text=choice.message.content,
        tool_calls=calls,
        finish_reason=FinishReason.TOOL_CALLS if calls else FinishReason.STOP,
        usage=completion.usage.usage(),
        model=completion.model,
    )


def _tool_calls(calls: Sequence[WireToolCall], taken_ids: Collection[str]) -> tuple[ToolCall, ...]:
    taken = set(taken_ids)
    result: list[ToolCall] = []
    for call in calls:
        if not call.function.name:
            raise ProviderFault(ErrorCode.BAD_RESPONSE, "The provider sent a tool call without a name.")
        # Some servers leave ids out, or count them from nought in every answer.
        call_id = call.id if call.id and call.id not in taken else identifiers.tool_call()
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
