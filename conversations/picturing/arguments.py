"""The arguments of a tool in words, read from its JSON Schema."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

Schema = Mapping[str, Any]

_WORDS: Final = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "null": "null",
    "object": "object",
}
_FORMATS: Final = {
    "date": "date, YYYY-MM-DD",
    "time": "time, HH:MM:SS",
    "date-time": "date and time, ISO 8601",
}


@dataclass(frozen=True)
class Argument:
    """One argument: what it takes in words, and what the model is told of it. `default` is JSON or None."""

    name: str
    takes: str
    is_required: bool
    default: Any
    description: str


def arguments_of(parameters: Schema) -> list[Argument]:
    """The arguments that a tool's schema describes, in their order."""
    definitions = parameters.get("$defs", {})
    required = parameters.get("required", ())
    return [
        Argument(
            name=name,
            takes=", ".join(_takes(schema, definitions)),
            is_required=name in required,
            default=schema.get("default"),
            description=schema.get("description", ""),
        )
        for name, schema in parameters.get("properties", {}).items()
    ]


def _takes(schema: Schema, definitions: Schema) -> Iterator[str]:
    """What a value may be, then its bounds."""
    if "$ref" in schema:
        yield from _takes(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    elif "anyOf" in schema:
        yield " or ".join(", ".join(_takes(option, definitions)) for option in schema["anyOf"])
    elif "enum" in schema:
        yield f"one of {', '.join(map(str, schema['enum']))}"
    elif "const" in schema:
        yield f"only {schema['const']}"
    elif schema.get("type") == "array":
        yield f"list of {', '.join(_takes(schema.get('items', {}), definitions))}"
        yield from _bounds(schema, "minItems", "maxItems", "members")
    elif schema.get("type") == "object" and schema.get("properties"):
        yield f"object of {', '.join(schema['properties'])}"
    else:
        kind = str(schema.get("type", ""))
        form = str(schema.get("format", ""))
        word = _WORDS.get(kind, "any JSON")
        yield _FORMATS.get(form, f"{word} ({form})" if form else word)
        yield from _bounds(schema, "minLength", "maxLength", "characters")
        yield from _bounds(schema, "minimum", "maximum")
        if "pattern" in schema:
            yield f"like {schema['pattern']}"


def _bounds(schema: Schema, least: str, most: str, unit: str = "") -> Iterator[str]:
    low, high = schema.get(least), schema.get(most)
    if low is not None and high is not None:
        yield f"{low} to {high} {unit}".strip()
    elif low is not None:
        yield f"at least {low} {unit}".strip()
    elif high is not None:
        yield f"at most {high} {unit}".strip()
