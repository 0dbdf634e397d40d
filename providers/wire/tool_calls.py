"""Tool calls as servers send them, made into those of the port."""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from providers import identifiers
from providers.errors import ErrorCode, ProviderFault
from providers.ports import ChatRequest, ToolCall
from providers.wire.texts import storable_json, to_json


@dataclass(frozen=True)
class SentCall:
    """A whole tool call as a server sent it; each part may be missing, and is then empty."""

    id: str
    name: str
    arguments: dict[str, Any] | str


def tool_calls_of(calls: Iterable[SentCall], taken_ids: Collection[str]) -> tuple[ToolCall, ...]:
    """Return the tool calls, each with an id of its own: none of `taken_ids` and no other's.

    Raises `ProviderFault` of code `bad_response` for one without a name.
    """
    # Some servers leave ids out, or count them from nought in every answer.
    taken = set(taken_ids)
    result: list[ToolCall] = []
    for call in calls:
        if not call.name:
            raise ProviderFault(ErrorCode.BAD_RESPONSE, "The provider sent a tool call without a name.")
        call_id = call.id if call.id and call.id not in taken else identifiers.tool_call()
        taken.add(call_id)
        result.append(ToolCall(id=call_id, name=call.name, arguments=_parsed(call.arguments)))
    return tuple(result)


def earlier_ids(request: ChatRequest) -> set[str]:
    """Return the ids of the tool calls that a conversation holds already."""
    return {call.id for message in request.messages for call in message.tool_calls}


def arguments_object(arguments: dict[str, Any] | str) -> dict[str, Any]:
    """Return arguments as an object, as servers want those of earlier calls.

    Ones that a model got wrong stand in it as text: servers that parse them would fail there.
    """
    return arguments if isinstance(arguments, dict) else {"unreadable": arguments}


def _parsed(arguments: dict[str, Any] | str) -> dict[str, Any] | str:
    if isinstance(arguments, dict):
        return arguments if _is_storable(arguments) else json.dumps(arguments)
    if not arguments.strip():
        return {}
    try:
        value = storable_json(arguments)
    except ValueError:
        return arguments
    return value if isinstance(value, dict) else arguments


def _is_storable(arguments: dict[str, Any]) -> bool:
    try:
        to_json(arguments)
    except ValueError:
        return False
    return True
