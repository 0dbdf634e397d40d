"""What a model wrote as a tool's arguments: made fit for the record, and read for the handler."""

import json
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from conversations.authoring.builders import Stay, reject
from conversations.authoring.tools import ToolHandler
from conversations.text import DEEPEST, cleaned, is_too_deep
from providers.ports import ToolCall
from providers.validation import fault_texts

LONGEST_ID: Final = 200
"""Characters of a tool call's id that are kept; vendors give some thirty."""


def recorded(call: ToolCall) -> ToolCall:
    """A tool call as it is stored: an object that JSON cannot hold stands there as text."""
    if is_too_deep(call.arguments):
        arguments: Any = "{}"
    else:
        arguments = cleaned(call.arguments)
    if not isinstance(arguments, str):
        try:
            json.dumps(arguments, allow_nan=False)
        except ValueError:
            arguments = json.dumps(arguments)
    return ToolCall(id=cleaned(call.id)[:LONGEST_ID], name=cleaned(call.name), arguments=arguments)


def read(handler: ToolHandler, call: ToolCall) -> BaseModel | Stay:
    """The validated arguments, or the feedback that says what is wrong with them."""
    arguments: Any = call.arguments
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments or "{}")
        except (ValueError, RecursionError):
            return reject("The arguments are not valid JSON.")
    if not isinstance(arguments, dict):
        return reject("The arguments are not a JSON object.")
    if is_too_deep(arguments):
        return reject(f"The arguments are nested deeper than {DEEPEST} levels.")
    try:
        text = json.dumps(cleaned(arguments), allow_nan=False)
    except ValueError:
        return reject("The arguments are not valid JSON: numbers must be finite.")
    assert handler.input_model is not None
    try:
        return handler.input_model.model_validate_json(text)
    except ValidationError as error:
        return reject("; ".join(fault_texts(error)))
