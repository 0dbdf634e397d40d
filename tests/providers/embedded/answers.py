"""The shortest talk there is: a tool with one field is asked for and one answer is given."""

from typing import Any, Final

from providers.ports import ToolSpec
from tests.providers.embedded.talk import THURSDAY, Talk

UNREAD: Final = "no call"
"""What `answered` returns where the answer was not taken."""


def answered(schema: dict[str, Any], message: str, name: str = "value") -> Any:
    """The value that one answer gives to the one required field of a tool, asked for before."""
    talk = Talk(one_field(schema, name), today=THURSDAY)
    talk.says("hello")
    talk.says(message)
    return UNREAD if talk.last is None else talk.last.get(name, UNREAD)


def one_field(schema: dict[str, Any], name: str = "value") -> ToolSpec:
    """A tool with one required field."""
    parameters = {"type": "object", "properties": {name: schema}, "required": [name]}
    return ToolSpec(name="save_answer", description="Save the answer.", parameters=parameters)


def several(message: str, first: str = "hello", **schemas: dict[str, Any]) -> dict[str, Any] | None:
    """The arguments that a message gives to a tool with several required fields, asked for before."""
    parameters = {"type": "object", "properties": schemas, "required": list(schemas)}
    tool = ToolSpec(name="save_answers", description="Save the answers.", parameters=parameters)
    talk = Talk(tool, today=THURSDAY)
    talk.says(first)
    talk.says(message)
    return talk.last
