"""JSON that an author gives: checked, and copied into plain values that nobody else holds."""

import math
from collections.abc import Mapping

from pydantic import JsonValue

from conversations.authoring.errors import DecisionValidationError
from conversations.text import DEEPEST


def plain_json(path: str, value: object) -> JsonValue:
    """A copy in plain lists and objects; a tuple counts as a list.

    Raises DecisionValidationError naming the path of the first thing that JSON cannot hold.
    """
    return _plain(path, value, ())


def _plain(path: str, value: object, above: tuple[int, ...]) -> JsonValue:
    """The copy of a value within others, whose identities are `above`."""
    match value:
        case None | bool():
            return value
        # Without what a subclass adds, such as the name in an enumeration.
        case str():
            return str.__str__(value)
        case int():
            return _whole(path, int(value))
        case float():
            if not math.isfinite(value):
                raise DecisionValidationError(f"{path}: {value} is not JSON")
            return float(value)
        case Mapping() | list() | tuple():
            return _holder(path, value, above)
    raise DecisionValidationError(f"{path}: {type(value).__name__} is not JSON")


def _whole(path: str, value: int) -> int:
    try:
        float(value)
    except OverflowError:
        # Whoever reads JSON takes its numbers for floats, and Python refuses to write the longest.
        raise DecisionValidationError(f"{path}: is too large a number") from None
    return value


def _holder(
    path: str, value: Mapping[object, object] | list[object] | tuple[object, ...], above: tuple[int, ...]
) -> JsonValue:
    if id(value) in above:
        raise DecisionValidationError(f"{path}: holds itself")
    if len(above) >= DEEPEST:
        raise DecisionValidationError(f"{path}: is nested too deeply")
    within = (*above, id(value))
    if isinstance(value, Mapping):
        return {_key(path, key): _plain(f"{path}.{key}", item, within) for key, item in value.items()}
    return [_plain(f"{path}.{position}", item, within) for position, item in enumerate(value)]


def _key(path: str, key: object) -> str:
    if not isinstance(key, str):
        raise DecisionValidationError(f"{path}: the key {key!r} is not a text")
    return str.__str__(key)
