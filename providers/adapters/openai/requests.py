"""A request of the port as the JSON body of POST /chat/completions."""

from collections.abc import Mapping
from typing import Any, Final

from providers.errors import ErrorCode, ProviderFault
from providers.ports import ChatMessage, ChatRequest, ChatRole, ToolCall, ToolSpec
from providers.wire.bodies import json_body, refuse_reserved
from providers.wire.tool_calls import arguments_object

ROLES: Final[Mapping[ChatRole, str]] = {
    ChatRole.SYSTEM: "system",
    ChatRole.HUMAN: "user",
    ChatRole.AI: "assistant",
    ChatRole.TOOL: "tool",
}

STREAM_OPTIONS: Final = "stream_options"

RESERVED: Final = frozenset({"messages", "model", "stream", "tools"})
"""Parameters that the fields of a request fill."""


def request_body(request: ChatRequest, model: str, *, stream: bool) -> bytes:
    """Return the body that asks `model` for `request`; its parameters are passed on as they are.

    Raises `ProviderFault` of code `invalid_request` for parameters that are `RESERVED`, for stream
    options that are no object, and for whatever JSON cannot express.
    """
    parameters = dict(request.parameters)
    stream_options = _stream_options(parameters.pop(STREAM_OPTIONS, None))
    refuse_reserved(parameters, RESERVED)
    body: dict[str, Any] = {
        **parameters,
        "model": model,
        "messages": [_message(message) for message in request.messages],
        "stream": stream,
    }
    if request.tools:
        body["tools"] = [_tool(tool) for tool in request.tools]
    if stream:
        body[STREAM_OPTIONS] = {**stream_options, "include_usage": True}
    return json_body(body)


def _stream_options(value: Any) -> Mapping[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ProviderFault(ErrorCode.INVALID_REQUEST, "The parameter stream_options must be an object.")
    return value


def _message(message: ChatMessage) -> dict[str, Any]:
    body: dict[str, Any] = {"role": ROLES[message.role], "content": message.text}
    if message.role is ChatRole.AI and message.tool_calls:
        body["content"] = message.text or None
        body["tool_calls"] = [_tool_call(call) for call in message.tool_calls]
    if message.role is ChatRole.TOOL:
        body["tool_call_id"] = message.tool_call_id
    return body


def _tool_call(call: ToolCall) -> dict[str, Any]:
    arguments = json_body(arguments_object(call.arguments)).decode()
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def _tool(tool: ToolSpec) -> dict[str, Any]:
    function: dict[str, Any] = {"name": tool.name, "parameters": tool.parameters}
    if tool.description:
        function["description"] = tool.description
    return {"type": "function", "function": function}
