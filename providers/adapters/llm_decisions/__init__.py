"""Typed questions to a language model: how they are put, and how its answers are read back.

Shared by the adapters of chat servers. A decision travels as a round of a conversation, so that an
adapter sends it, and reads what comes back, as it does everything else.
"""

from providers.adapters.llm_decisions.asking import (
    ANSWER,
    AS_JSON,
    AS_TOOL_CALL,
    answer_tool,
    as_chat,
    as_shown,
)
from providers.adapters.llm_decisions.replies import decide_reply
from providers.adapters.llm_decisions.schema import answer_schema

__all__ = [
    "ANSWER",
    "AS_JSON",
    "AS_TOOL_CALL",
    "answer_schema",
    "answer_tool",
    "as_chat",
    "as_shown",
    "decide_reply",
]
