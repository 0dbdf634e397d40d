"""From a tool's JSON Schema to its fields: references resolved, null and unions folded, objects opened."""

import json
import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from providers.adapters.embedded.forms.fields import Field, Kind, Option, Tool
from providers.adapters.embedded.forms.kinds import MONEY, bound_of, number_kind, text_kind
from providers.adapters.embedded.forms.options import read_options
from providers.adapters.embedded.forms.soundness import sound
from providers.adapters.embedded.language.lexicon import GENERIC_WORDS, STOP_WORDS, stem
from providers.adapters.embedded.language.text import plain, read_text
from providers.ports import ToolSpec

DEEPEST: Final = 6
"""Objects inside objects that are opened; deeper ones cannot be asked for in a conversation."""


def read_tool(spec: ToolSpec) -> Tool:
    """The tool with its fields; read once for each schema."""
    return _read(spec.name, spec.description, json.dumps(spec.parameters, sort_keys=False, default=str))


@lru_cache(maxsize=512)
def _read(name: str, description: str, parameters: str) -> Tool:
    root = sound(json.loads(parameters))
    return Tool(name, description, tuple(_fields(root, root, (), True, {}, 0)))


def _fields(
    root: dict[str, Any],
    schema: dict[str, Any],
    path: tuple[str, ...],
    required: bool,
    around: dict[str, float],
    depth: int,
) -> Iterator[Field]:
    schema, _, _ = _folded(root, schema)
    needed = schema.get("required", ())
    properties = schema.get("properties")
    for name, raw in (properties if isinstance(properties, dict) else {}).items():
        if not isinstance(raw, dict) or not plain(name):
            continue
        wanted = required and name in needed
        part, nullable, _ = _folded(root, raw)
        if isinstance(part.get("properties"), dict) and depth < DEEPEST:
            words = _weights(name, part, {stem: weight / 2 for stem, weight in around.items()})
            yield from _fields(root, raw, (*path, name), wanted and not nullable, words, depth + 1)
        else:
            yield _field(root, raw, (*path, name), wanted, around)


def _field(
    root: dict[str, Any], raw: dict[str, Any], path: tuple[str, ...], required: bool, around: dict[str, float]
) -> Field:
    schema, nullable, branches = _folded(root, raw)
    name, description = path[-1], str(schema.get("description") or "")
    options = read_options(schema, branches, description)
    item, members = _list_parts(root, schema)
    kind = _kind(name, schema, description, bool(options), item, members)
    return Field(
        path=path,
        kind=kind,
        key=_key(path, kind, options, item, members),
        description=description,
        required=required,
        nullable=nullable,
        whole_number=schema.get("type") == "integer",
        money=bool(MONEY.search(f"{plain(name)} {description}")),
        minimum=_number(schema, "minimum", "exclusiveMinimum"),
        maximum=_number(schema, "maximum", "exclusiveMaximum"),
        shortest=_count(schema, "minLength", "minItems"),
        longest=_count(schema, "maxLength", "maxItems"),
        pattern=schema["pattern"] if isinstance(schema.get("pattern"), str) else None,
        options=options,
        examples=tuple(text for text in schema.get("examples", ()) if isinstance(text, str)),
        item=item,
        members=members,
        bound=bound_of(name, description),
        constant=schema.get("const"),
        weights=_weights(name, schema, around),
    )


def _key(
    path: tuple[str, ...],
    kind: Kind,
    options: tuple[Option, ...],
    item: Field | None,
    members: tuple[Field, ...],
) -> str:
    values = ",".join(repr(option.value) for option in options)
    inner = item.key if item else ";".join(member.key for member in members)
    return f"{'.'.join(path)}:{kind}:{values}:{inner}"


def _kind(
    name: str,
    schema: dict[str, Any],
    description: str,
    has_options: bool,
    item: Field | None,
    members: tuple[Field, ...],
) -> Kind:
    if schema.get("x-compose"):
        return Kind.COMPOSED
    declared = schema.get("type")
    if declared == "array":
        return Kind.ITEMS if members else Kind.LIST if item else Kind.UNREADABLE
    if has_options:
        return Kind.OPTION
    if declared == "boolean":
        return Kind.BOOLEAN
    if declared in {"integer", "number"}:
        return number_kind(name, schema)
    if declared in {"string", None}:
        return text_kind(name, schema, description)
    return Kind.UNREADABLE


def _list_parts(root: dict[str, Any], schema: dict[str, Any]) -> tuple[Field | None, tuple[Field, ...]]:
    raw = schema.get("items")
    if schema.get("type") != "array" or not isinstance(raw, dict):
        return None, ()
    part, _, _ = _folded(root, raw)
    if isinstance(part.get("properties"), dict):
        return None, tuple(_fields(root, part, (), True, {}, DEEPEST - 1))
    return _field(root, raw, ("item",), True, {}), ()


def _folded(
    root: dict[str, Any], schema: dict[str, Any]
) -> tuple[dict[str, Any], bool, list[dict[str, Any]]]:
    """The schema with references followed and null taken out; whether null is allowed; its other branches."""
    schema = _referenced(root, schema, 0)
    for part in schema.get("allOf", ()):
        if isinstance(part, dict):
            schema = {**_referenced(root, part, 0), **schema}
    nullable = (
        schema.get("type") == "null"
        or None in schema.get("enum", ())
        or ("const" in schema and schema["const"] is None)
    )
    declared = schema.get("type")
    if isinstance(declared, list):
        nullable = nullable or "null" in declared
        schema = {**schema, "type": next((name for name in declared if name != "null"), None)}
    union = [part for part in (*schema.get("anyOf", ()), *schema.get("oneOf", ())) if isinstance(part, dict)]
    branches: list[dict[str, Any]] = []
    for part in union:
        branch, inner_nullable, inner = _folded(root, part)
        nullable = nullable or inner_nullable
        if branch.get("type") != "null":
            branches += inner or [branch]
    if branches:
        schema = {**_widest(branches), **schema}
    return schema, nullable, branches


def _widest(branches: list[dict[str, Any]]) -> dict[str, Any]:
    """The branch that a written answer fits best: an object, a list, a text with a form, a number, any
    text.
    """
    order = {"object": 0, "array": 1, "number": 3, "integer": 4, "boolean": 5}
    best = min(branches, key=lambda part: 2 if _has_form(part) else order.get(str(part.get("type")), 6))
    return {key: value for key, value in best.items() if key not in {"const", "title"}}


def _has_form(part: dict[str, Any]) -> bool:
    return part.get("type") == "string" and bool(part.get("format") or part.get("pattern"))


def _referenced(root: dict[str, Any], schema: dict[str, Any], depth: int) -> dict[str, Any]:
    reference = schema.get("$ref")
    if not isinstance(reference, str) or not reference.startswith("#/") or depth > DEEPEST:
        return schema
    target: Any = root
    for step in reference[2:].split("/"):
        target = target.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(target, dict) else None
    if not isinstance(target, dict):
        return schema
    return {
        **_referenced(root, target, depth + 1),
        **{key: value for key, value in schema.items() if key != "$ref"},
    }


def _weights(name: str, schema: dict[str, Any], around: dict[str, float]) -> dict[str, float]:
    weights = dict(around)
    described = tuple(_subject_words(str(schema.get("description") or "")))
    for word in described:
        # In a short description every word is to the point.
        short = len(described) <= 3 and schema.get("type") != "boolean"
        weights[word] = max(weights.get(word, 0.0), 0.7 if short else 0.5)
    tokens = plain(name).split()
    title = str(schema.get("title") or "")
    if plain(title) != plain(name):
        tokens += plain(title).split()
    for token in tokens:
        if token not in STOP_WORDS:
            weights[stem(token)] = 0.6 if token in GENERIC_WORDS else 1.0
    for first, second in pairwise(tokens):
        # "Co-signer" is also written "cosigner".
        if first not in STOP_WORDS and second not in STOP_WORDS:
            weights[stem(first + second)] = 1.0
    for first, second in re.findall(
        r"([a-z]+) or (?:an? )?([a-z]+)", str(schema.get("description") or "").lower()
    ):
        # "A garden or yard": what stands beside a word of the name is another name for it.
        if weights.get(stem(first), 0.0) >= 1.0 and second not in STOP_WORDS | GENERIC_WORDS:
            weights[stem(second)] = 0.9
    return weights


def _subject_words(description: str) -> Iterator[str]:
    # What holds otherwise is the contrary of what is asked.
    told = re.split(r"\(?\b(?:otherwise|false if|false when|else)\b", description, maxsplit=1)[0]
    for word in read_text(told).words:
        if word.content and word.lower not in GENERIC_WORDS and not word.lower.isdigit():
            yield word.stem


def _number(schema: dict[str, Any], *keywords: str) -> float | None:
    values = [
        schema[key]
        for key in keywords
        if isinstance(schema.get(key), int | float) and not isinstance(schema[key], bool)
    ]
    # What no float holds limits nothing.
    return float(values[0]) if values and abs(values[0]) <= sys.float_info.max else None


def _count(schema: dict[str, Any], *keywords: str) -> int | None:
    return next((schema[key] for key in keywords if isinstance(schema.get(key), int)), None)
