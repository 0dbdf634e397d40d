"""Drops from a schema what no schema may hold, so that readers can trust the keywords they find."""

from typing import Any, Final

SCALAR: Final = (str, int, float, bool, type(None))
KEYWORD_TYPES: Final[dict[str, type | tuple[type, ...]]] = {
    "type": (str, list),
    "properties": dict,
    "$defs": dict,
    "items": dict,
    "required": list,
    "enum": list,
    "examples": list,
    "anyOf": list,
    "oneOf": list,
    "allOf": list,
    "const": SCALAR,
    "title": str,
    "description": str,
    "format": str,
    "pattern": str,
    "$ref": str,
    "minimum": (int, float),
    "maximum": (int, float),
    "exclusiveMinimum": (int, float),
    "exclusiveMaximum": (int, float),
    "minLength": int,
    "maxLength": int,
    "minItems": int,
    "maxItems": int,
}
MAPS: Final = frozenset({"properties", "$defs"})
"""Keywords whose keys are names of the author's choice."""

DEEPEST: Final = 30


def sound(schema: Any, depth: int = 0) -> dict[str, Any]:
    """The schema with every keyword of the right type; anything else than an object is an empty schema."""
    if not isinstance(schema, dict) or depth > DEEPEST:
        return {}
    kept: dict[str, Any] = {}
    for keyword, value in schema.items():
        expected = KEYWORD_TYPES.get(keyword)
        if expected is not None and not isinstance(value, expected):
            continue
        kept[keyword] = _inner(keyword, value, depth)
    return kept


def _inner(keyword: str, value: Any, depth: int) -> Any:
    if keyword in MAPS:
        return {str(name): sound(part, depth + 1) for name, part in value.items() if isinstance(part, dict)}
    if keyword == "items":
        return sound(value, depth + 1)
    if keyword in {"anyOf", "oneOf", "allOf"}:
        return [sound(part, depth + 1) for part in value if isinstance(part, dict)]
    if keyword == "enum":
        return [one for one in value if isinstance(one, SCALAR)]
    if keyword in {"required", "type"} and isinstance(value, list):
        return [one for one in value if isinstance(one, str)]
    return value
