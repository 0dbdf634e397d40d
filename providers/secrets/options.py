"""Which options of a provider type are secrets, and the secrets in their values."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final, NewType, get_args, get_origin, get_type_hints

from pydantic import BaseModel, Secret, SecretBytes, SecretStr

SECRETS: Final = (SecretStr, SecretBytes, Secret)

_RECORDS: Final = ("_fields", "__total__")
"""What named tuples and typed dicts have, whichever module they are from."""


def mentions_secret(annotation: Any, above: frozenset[Any] = frozenset()) -> bool:
    """Whether a value of this type is a secret or holds one, in a model, data class, tuple, list or object.

    `above` are the types around it, which may recur.
    """
    if annotation in above:
        return False
    if _is_secret(annotation) or _is_secret(get_origin(annotation)):
        return True
    above |= {annotation}
    return any(mentions_secret(part, above) for part in _parts(annotation))


def secrets_in(values: Iterable[Any]) -> Iterator[SecretStr]:
    """Yield every secret among `values`, however deep, as text."""
    for value in values:
        if isinstance(value, SECRETS):
            yield SecretStr(_text(value.get_secret_value()))
        elif isinstance(value, Mapping):
            yield from secrets_in([*value.keys(), *value.values()])
        elif isinstance(value, BaseModel):
            yield from secrets_in([*dict(value).values(), *(value.model_extra or {}).values()])
        elif is_dataclass(value) and not isinstance(value, type):
            yield from secrets_in(getattr(value, field.name) for field in fields(value))
        elif isinstance(value, list | tuple | set | frozenset):
            yield from secrets_in(value)


def texts_in(value: Any) -> Iterator[SecretStr]:
    """Yield every text and number in what was written for a secret option."""
    if isinstance(value, Mapping):
        for item in value.values():
            yield from texts_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts_in(item)
    elif value is not None and not isinstance(value, bool):
        yield SecretStr(_text(value))


def _is_secret(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, SECRETS)


def _parts(annotation: Any) -> tuple[Any, ...]:
    """The types that a value of this type may be, or holds."""
    if hasattr(annotation, "__value__"):
        return (annotation.__value__,)  # of `type Name = …`
    if isinstance(annotation, NewType):
        return (annotation.__supertype__,)
    origin = get_origin(annotation)
    parts = (*get_args(annotation), *(() if origin is None else _parts(origin)))
    if not isinstance(annotation, type):
        return parts
    if issubclass(annotation, BaseModel):
        return (*parts, *(field.annotation for field in annotation.model_fields.values()))
    if is_dataclass(annotation) or any(hasattr(annotation, mark) for mark in _RECORDS):
        try:
            return (*parts, *get_type_hints(annotation).values())
        except (NameError, TypeError):
            return (SecretStr,)  # nobody can tell what it holds
    return parts


def _text(value: Any) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
