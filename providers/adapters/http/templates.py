"""Templates of JSON: placeholders such as `{{state.customer.0}}` replaced by what a request holds."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from providers.errors import ErrorCode, ProviderFault
from providers.wire.bodies import json_body

_PLACEHOLDER: Final = re.compile(r"\{\{([^{}]*)\}\}")
_PLACE: Final = re.compile(r"[0-9]{1,9}")
_LONGEST_SHOWN: Final = 80


class _Unset:
    """Of a variable that this request has no value for."""


UNSET: Final = _Unset()
"""Stands for the value of an optional variable that a request does not give."""


def filled(template: Any, variables: Mapping[str, Any]) -> Any:
    """Return the JSON `template` with its placeholders replaced; keys stay as they are.

    A text that is one placeholder takes its value, of whatever type; inside of a longer text a value
    stands as text, or else as compact JSON. Where the value of a key, or an item, is an unset
    variable alone, it is left out. Raises `ProviderFault` of code `template` for what no variable is
    or holds.
    """
    value = _filled(template, variables)
    if value is UNSET:
        raise ProviderFault(ErrorCode.TEMPLATE, "The request template is one variable, and it is not set.")
    return value


def _filled(template: Any, variables: Mapping[str, Any]) -> Any:
    match template:
        case str():
            return _filled_text(template, variables)
        case Mapping():
            items = ((key, _filled(value, variables)) for key, value in template.items())
            return {key: value for key, value in items if value is not UNSET}
        case Sequence():
            values = (_filled(value, variables) for value in template)
            return [value for value in values if value is not UNSET]
    return template


def _filled_text(text: str, variables: Mapping[str, Any]) -> Any:
    whole = _PLACEHOLDER.fullmatch(text)
    if whole:
        return _looked_up(whole[1], variables)
    return _PLACEHOLDER.sub(lambda found: _as_text(_looked_up(found[1], variables)), text)


def _looked_up(placeholder: str, variables: Mapping[str, Any]) -> Any:
    name, *path = placeholder.strip().split(".")
    if name not in variables:
        raise ProviderFault(
            ErrorCode.TEMPLATE, f"The request template has a variable that does not exist: {_shown(name)}."
        )
    value = variables[name]
    for key in path:
        if value is UNSET:
            return UNSET
        if isinstance(value, Mapping) and key in value:
            value = value[key]
        elif isinstance(value, list | tuple) and _PLACE.fullmatch(key) and int(key) < len(value):
            value = value[int(key)]
        else:
            raise ProviderFault(
                ErrorCode.TEMPLATE,
                f"The request template asks for what is not there: {_shown(placeholder.strip())}.",
            )
    return value


def _shown(placeholder: str) -> str:
    """Staff wrote it, so it may be shown; but a long one not in part: nobody finds a secret that is cut."""
    return placeholder if len(placeholder) <= _LONGEST_SHOWN else "one with a very long name"


def _as_text(value: Any) -> str:
    if value is UNSET:
        return ""
    return value if isinstance(value, str) else json_body(value).decode()
