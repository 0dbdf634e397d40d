"""Options as files may spell them, camelCase among other ways, under the names that models have."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

from pydantic import BaseModel

from providers.validation import FieldProblem

_WORD_BEGINS: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def spelled(
    model: type[BaseModel], values: Mapping[Any, Any], path: str = ""
) -> tuple[dict[str, Any], list[FieldProblem]]:
    """Return `values` by the names of `model`'s fields, and what is given twice or has no text as its name.

    Names that no field has stay as they are; so do the keys of objects that are no models, such as headers.
    """
    renamed: dict[str, Any] = {}
    problems: list[FieldProblem] = []
    for key, value in values.items():
        if not isinstance(key, str):
            problems.append(FieldProblem(path, f"the name {key!r} must be a text"))
            continue
        name = key if key in model.model_fields else _field_name(model, key)
        place = f"{path}.{name}" if path else name
        if name in renamed:
            problems.append(FieldProblem(place, "is given twice, in two spellings"))
            continue
        nested = _nested_model(model, name)
        if nested is not None and isinstance(value, Mapping):
            value, inner = spelled(nested, value, place)
            problems += inner
        renamed[name] = value
    return renamed, problems


def snake_case(name: str) -> str:
    """Return `resetMs` as `reset_ms`, `baseURL` as `base_url`."""
    return _WORD_BEGINS.sub("_", name).replace("-", "_").lower()


def _field_name(model: type[BaseModel], key: str) -> str:
    name = snake_case(key)
    return name if name in model.model_fields else key


def _nested_model(model: type[BaseModel], name: str) -> type[BaseModel] | None:
    field = model.model_fields.get(name)
    return next(_models_in(field.annotation), None) if field else None


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models among the alternatives of a type."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        if isinstance(part, type) and issubclass(part, BaseModel):
            yield part
