"""What a field holds now, as data in prompts and tool results tell it.

A tool that changes something works on what is saved, and another stage may have changed that since:
a system prompt is written anew for each run, so its data outranks what an earlier call said.
"""

from collections.abc import Sequence
from typing import Any, Final

from providers.adapters.embedded.conversation.facts import Source, walk
from providers.adapters.embedded.forms.fields import Field, Kind
from providers.adapters.embedded.language.json_text import embedded_json

UNKNOWN: Final = object()
"""No data tells of the field."""


def held_value(field: Field, sources: Sequence[Source]) -> Any:
    """The value under the field's name in the newest data that has just one; `UNKNOWN` where none has."""
    if field.kind in {Kind.COMPOSED, Kind.IDENTIFIER}:
        return UNKNOWN
    prompts = [source.text for source in sources if not source.told]
    others = [source.text for source in sources if source.told and not source.refused]
    for text in (*reversed(prompts), *reversed(others)):
        values = [
            value
            for data in embedded_json(text)
            for _, key, value in walk(data, "")
            if key == field.name and _fits(field, value)
        ]
        if values and all(value == values[0] for value in values):
            return values[0]
    return UNKNOWN


def _fits(field: Field, value: Any) -> bool:
    if field.kind in {Kind.LIST, Kind.ITEMS}:
        return isinstance(value, list) and not (field.kind is Kind.LIST and _holds_objects(value))
    if value is None:
        return field.nullable
    if field.options:
        return any(option.value == value for option in field.options)
    return isinstance(value, str | int | float)


def _holds_objects(value: list[Any]) -> bool:
    return any(isinstance(one, dict | list) for one in value)
