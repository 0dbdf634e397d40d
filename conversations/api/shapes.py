"""Serializers put to work without making them anew.

REST framework copies all fields of a serializer for each use; for a turn that costs more than reading and
writing its JSON. Neither way through a serializer changes it, so one of a kind is enough.
"""

from functools import cache
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from conversations.api.base.fields import StrictSerializer


def checked(kind: type[StrictSerializer], data: Any) -> dict[str, Any]:
    """What was sent, as the serializer validates it. Raises ValidationError."""
    if data is None:
        raise ValidationError({"non_field_errors": ["Send an object."]})
    validated: dict[str, Any] = _reader(kind).run_validation(data)
    return validated


def shown(kind: type[serializers.Serializer[Any]], value: Any, **context: bool) -> dict[str, Any]:
    """A value as the serializer shows it in this context, such as `for_integration=True`."""
    return dict(_writer(kind, **context).to_representation(value))


@cache
def _reader(kind: type[StrictSerializer]) -> StrictSerializer:
    return kind()


@cache
def _writer(kind: type[serializers.Serializer[Any]], **context: bool) -> serializers.Serializer[Any]:
    return kind(context=context)
