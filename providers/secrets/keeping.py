"""When the stored secrets of a provider may stay: not when they would be sent somewhere else.

Else whoever may edit an address could have the secrets sent to a server of his own.
"""

from collections.abc import Mapping
from typing import Any, Final

from providers.models import Provider
from providers.types import provider_type

ASKED_AGAIN: Final = "the type or the address has changed: give this once more"


def may_keep_secrets(row: Provider, type: str, options: Mapping[str, Any]) -> bool:
    """Whether the secrets of a stored row may stay under this type and these options."""
    kind = provider_type(type)
    if kind is None or row.type != type:
        return False
    before = row.options if isinstance(row.options, dict) else {}
    return all(
        _address(kind.options.model_fields[name].get_default(), before.get(name))
        == _address(kind.options.model_fields[name].get_default(), options.get(name))
        for name in kind.options.addresses
    )


def _address(default: Any, value: Any) -> Any:
    value = default if value is None else value
    return value.rstrip("/") if isinstance(value, str) else value
