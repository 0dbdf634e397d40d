"""The JSON body of a request: what may be in it, and what is refused before anything is sent."""

from collections.abc import Mapping
from typing import Any

from providers.errors import ErrorCode, ProviderFault
from providers.wire.texts import to_json


def json_body(value: Any) -> bytes:
    """Return `value` as JSON. Raises `ProviderFault` of code `invalid_request` where it cannot be."""
    try:
        return to_json(value)
    except (TypeError, ValueError):
        raise ProviderFault(
            ErrorCode.INVALID_REQUEST, "The request holds a value that JSON cannot express."
        ) from None


def refuse_reserved(parameters: Mapping[str, Any], reserved: frozenset[str]) -> None:
    """Raise `ProviderFault` of code `invalid_request` where a parameter is one of the `reserved`.

    Those the fields of a request fill; a second way to set them would go behind its back.
    """
    names = sorted(reserved & parameters.keys())
    if names:
        raise ProviderFault(
            ErrorCode.INVALID_REQUEST, f"The request fills these parameters itself: {', '.join(names)}."
        )


def model_for(asked: str | None, own: str) -> str:
    """Return the model that a request asks for, else the provider's own.

    Raises `ProviderFault` of code `model_missing` where neither names one.
    """
    model = asked or own
    if not model:
        raise ProviderFault(ErrorCode.MODEL_MISSING, "Neither the node nor the provider names a model.")
    return model
