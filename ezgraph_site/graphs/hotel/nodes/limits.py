"""Limits of which either side may be left out."""

from decimal import Decimal

from pydantic import BaseModel


def kept_limits(given: BaseModel, saved: BaseModel) -> dict[str, Decimal | None]:
    """The limits after a change: those given, and of the others what was saved; none given opens all."""
    fields = type(given).model_fields
    if not given.model_fields_set:
        return dict.fromkeys(fields)
    return {name: getattr(given if name in given.model_fields_set else saved, name) for name in fields}
