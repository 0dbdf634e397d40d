"""A request of the port as the JSON body of POST /v1/messages."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from providers.adapters.anthropic.tool_ids import safe_ids
from providers.ports import ChatMessage, ChatRequest, ChatRole, ToolSpec
from providers.wire.bodies import json_body, refuse_reserved
from providers.wire.tool_calls import arguments_object

RESERVED: Final = frozenset({"messages", "model", "stream", "system", "tools"})
"""Parameters that the fields of a request fill."""

START: Final = "Start"
"""What the customer is taken to say where the assistant opens the conversation."""

CONTINUE: Final = "Continue"
"""The same where the assistant spoke last: models take no answer that is begun already."""


def request_body(request: ChatRequest, model: str, max_tokens: int, *, stream: bool) -> bytes:
    """Return the body that asks `model` for `request`; its parameters are passed on as they are.

    A `tool_choice` may also be spelled as Chat Completions has it, so that a graph's parameters serve
    every provider of a chain. Raises `ProviderFault` of code `invalid_request` for parameters that are
    `RESERVED`, and for whatever JSON cannot express.
    """
    refuse_reserved(request.parameters, RESERVED)
    body: dict[str, Any] = {
        "max_tokens": max_tokens,
        **request.parameters,
        "model": model,
        "messages": _turns(request.messages),
        "stream": stream,
    }
    system = "\n\n".join(_texts(request.messages, ChatRole.SYSTEM))
    if system:
        body["system"] = system
    if request.tools:
        body["tools"] = [_tool(tool) for tool in request.tools]
    if "tool_choice" in body:
        body["tool_choice"] = _tool_choice(body["tool_choice"])
    return json_body(body)


def _texts(messages: Sequence[ChatMessage], role: ChatRole) -> list[str]:
    return [message.text for message in messages if message.role is role and message.text.strip()]


def _turns(messages: Sequence[ChatMessage]) -> list[dict[str, Any]]:
    """Return the conversation as turns of user and assistant, who take turns: the user has first and last."""
    ids = safe_ids(messages)
    turns: list[dict[str, Any]] = []
    for message in messages:
        role, blocks = _role(message), _blocks(message, ids)
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"] += blocks
        elif blocks:
            turns.append({"role": role, "content": blocks})
    if not turns or turns[0]["role"] == "assistant":
        turns.insert(0, {"role": "user", "content": [_text(START)]})
    if turns[-1]["role"] == "assistant":
        turns.append({"role": "user", "content": [_text(CONTINUE)]})
    for turn in turns:
        # Results have to come before whatever else the user says.
        turn["content"].sort(key=lambda block: block["type"] != "tool_result")
    return turns


def _role(message: ChatMessage) -> str:
    return "assistant" if message.role is ChatRole.AI else "user"


def _blocks(message: ChatMessage, ids: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return what a message says. Blank texts are left out, for they are refused."""
    if message.role is ChatRole.SYSTEM:
        return []
    if message.role is ChatRole.TOOL:
        call_id = message.tool_call_id or ""
        return [{"type": "tool_result", "tool_use_id": ids.get(call_id, call_id), "content": message.text}]
    blocks = [_text(message.text)] if message.text.strip() else []
    if message.role is ChatRole.AI:
        blocks += (
            {
                "type": "tool_use",
                "id": ids[call.id],
                "name": call.name,
                "input": arguments_object(call.arguments),
            }
            for call in message.tool_calls
        )
    return blocks


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _tool(tool: ToolSpec) -> dict[str, Any]:
    body: dict[str, Any] = {"name": tool.name, "input_schema": tool.parameters}
    if tool.description:
        body["description"] = tool.description
    return body


def _tool_choice(value: Any) -> Any:
    match value:
        case "auto" | "none":
            return {"type": value}
        case "required":
            return {"type": "any"}
        case {"type": "function", "function": {"name": name}}:
            return {"type": "tool", "name": name}
        case _:
            return value
