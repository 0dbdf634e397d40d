"""A request of the port as the JSON body of POST /chat/completions."""

from collections.abc import Mapping
from typing import Any, Final

from providers.errors import ErrorCode, ProviderFault
from providers.ports import ChatMessage, ChatRequest, ChatRole, ToolCall, ToolSpec
from providers.wire.texts import to_json

ROLES: Final[Mapping[ChatRole, str]] = {
    ChatRole.SYSTEM: "system",
    ChatRole.HUMAN: "user",
    ChatRole.AI: "assistant",
    ChatRole.TOOL: "tool",
}

STREAM_OPTIONS: Final = "stream_options"


def request_body(request: ChatRequest, model: str, *, stream: bool) -> bytes:
    """Return the body that asks `model` for `request`.

    The request's parameters are passed on as they are; what the port itself decides wins over
    them. Raises `ProviderFault` where they cannot be written as JSON.
    """
    body: dict[str, Any] = {
        **request.parameters,
        "model": model,
        "messages": [_message(message) for message in request.messages],
        "stream": stream,
    }
    if request.tools:
        body["tools"] = [_tool(tool) for tool in request.tools]
    if stream:
        body[STREAM_OPTIONS] = {**request.parameters.get(STREAM_OPTIONS, {}), "include_usage": True}
    else:
        body.pop(STREAM_OPTIONS, None)
    try:
        return to_json(body)
    except (TypeError, ValueError):
        raise ProviderFault(
            ErrorCode.INVALID_REQUEST, "The request holds a value that JSON cannot express."
        ) from None


def _message(message: ChatMessage) -> dict[str, Any]:
    body: dict[str, Any] = {"role": ROLES[message.role], "content": message.text}
    if message.role is ChatRole.AI and message.tool_calls:
        body["content"] = message.text or None
        body["tool_calls"] = [_tool_call(call) for call in message.tool_calls]
    if message.role is ChatRole.TOOL:
        body["tool_call_id"] = message.tool_call_id
    return body


def _tool_call(call: ToolCall) -> dict[str, Any]:
    arguments = call.arguments if isinstance(call.arguments, dict) else {"unreadable": call.arguments}
    # Servers parse the arguments of earlier calls; ones that a model got wrong would fail there.
    return {
        "id": call.id,
        "type": "function",
        "function": {"name": call.name, "arguments": to_json(arguments).decode()},
    }


def _tool(tool: ToolSpec) -> dict[str, Any]:
    function: dict[str, Any] = {"name": tool.name, "parameters": tool.parameters}
    if tool.description:
        function["description"] = tool.description
    return {"type": "function", "function": function}
