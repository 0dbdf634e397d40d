"""Ids of tool calls as this API takes them, also of calls that another provider's model made."""

import re
from collections.abc import Sequence
from typing import Final

from providers.ports import ChatMessage

_SAFE: Final = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)


def safe_ids(messages: Sequence[ChatMessage]) -> dict[str, str]:
    """Return for the id of every tool call the one to send: itself, or where it is refused a number."""
    ids = {call.id for message in messages for call in message.tool_calls}
    refused = sorted(call_id for call_id in ids if not _SAFE.fullmatch(call_id))
    numbers = (f"call_{number}" for number in range(len(ids) + len(refused)))
    free = (number for number in numbers if number not in ids)
    return {call_id: call_id for call_id in ids} | dict(zip(refused, free, strict=False))
