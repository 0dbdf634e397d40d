"""A decision as a round of a conversation, in the form that a server takes."""

from typing import Literal, TypeAlias, assert_never

from providers.adapters.llm_decisions import (
    ANSWER,
    AS_JSON,
    AS_TOOL_CALL,
    answer_schema,
    answer_tool,
    as_chat,
    as_shown,
)
from providers.ports import ChatRequest, DecideRequest

DecisionFormat: TypeAlias = Literal["json_schema", "json_object", "tool"]
"""How the model is made to answer in JSON: by a strict schema, by being told to, or by a forced tool."""


def decision(request: DecideRequest, form: DecisionFormat) -> ChatRequest:
    """Return the round that asks all questions of `request`."""
    match form:
        case "json_schema":
            schema = {"name": ANSWER, "strict": True, "schema": answer_schema(request.questions)}
            response_format = {"type": "json_schema", "json_schema": schema}
            return as_chat(request, AS_JSON, {"response_format": response_format})
        case "json_object":
            how = as_shown(request.questions)
            return as_chat(request, how, {"response_format": {"type": "json_object"}})
        case "tool":
            choice = {"type": "function", "function": {"name": ANSWER}}
            tools = [answer_tool(request.questions)]
            return as_chat(request, AS_TOOL_CALL, {"tool_choice": choice}, tools)
        case _:
            assert_never(form)
