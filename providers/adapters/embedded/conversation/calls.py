"""The tool calls of a conversation with what came of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from providers.adapters.embedded.forms.fields import Tool
from providers.adapters.embedded.language.json_text import DECODER
from providers.ports import ChatMessage, ChatRole


@dataclass(frozen=True)
class Call:
    """A tool call of the space with its result; `place` is the message's number."""

    place: int
    name: str
    arguments: dict[str, Any]
    result: str
    accepted: bool


def answered_calls(messages: Sequence[ChatMessage]) -> tuple[Call, ...]:
    """Every call that has a result and readable arguments, in order."""
    results = {message.tool_call_id: message.text for message in messages if message.role is ChatRole.TOOL}
    return tuple(
        Call(place, call.name, call.arguments, results[call.id], accepted(results[call.id]))
        for place, message in enumerate(messages)
        for call in message.tool_calls
        if call.id in results and isinstance(call.arguments, dict)
    )


def accepted(result: str) -> bool:
    """False for the result of a rejected call: a JSON object with `accepted` false."""
    try:
        data = DECODER.decode(result)
    except (ValueError, RecursionError):
        return True
    return not (isinstance(data, dict) and data.get("accepted") is False)


def flat_arguments(tool: Tool, arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a call by field key."""
    values: dict[str, Any] = {}
    for field in tool.fields:
        target: Any = arguments
        for step in field.path:
            target = target.get(step, ...) if isinstance(target, dict) else ...
        if target is not ...:
            values[field.key] = target
    return values


def nested_arguments(tool: Tool, values: dict[str, Any]) -> dict[str, Any]:
    """The arguments object for a call from values by field key, objects nested as the schema has them."""
    arguments: dict[str, Any] = {}
    for field in tool.fields:
        if field.key not in values or (values[field.key] is None and not field.nullable):
            continue
        target = arguments
        for step in field.path[:-1]:
            target = target.setdefault(step, {})
        target[field.name] = values[field.key]
    return arguments


def leaves(value: Any) -> Iterator[Any]:
    """The single values inside of JSON data."""
    if isinstance(value, dict):
        for one in value.values():
            yield from leaves(one)
    elif isinstance(value, list):
        for one in value:
            yield from leaves(one)
    else:
        yield value
