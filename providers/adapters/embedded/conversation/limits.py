"""Numbers that a field's schema cannot hold: there is no point in calling a tool with them."""

from typing import Any

from providers.adapters.embedded.conversation.phrases import short_phrase
from providers.adapters.embedded.forms.fields import Field, Kind
from providers.adapters.embedded.wording.described import CLAUSE_STARTS


def beyond_limits(found: dict[str, Any], fields: tuple[Field, ...]) -> dict[str, Any]:
    """Those of the values by field key that are below their field's minimum or above its maximum."""
    numbers = {field.key: field for field in fields if field.kind in {Kind.NUMBER, Kind.YEAR}}
    return {key: value for key, value in found.items() if key in numbers and is_beyond(numbers[key], value)}


def is_beyond(field: Field, value: Any) -> bool:
    """True for a number outside of the field's limits."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    too_low = field.minimum is not None and value < field.minimum
    return too_low or (field.maximum is not None and value > field.maximum)


def limit_text(field: Field, value: float) -> str:
    """The limit that a value passes, as a sentence."""
    phrase = short_phrase(field)
    subject = "It" if CLAUSE_STARTS.match(phrase) else phrase[:1].upper() + phrase[1:]
    if field.maximum is not None and value > field.maximum:
        return f"{subject} can be at most {_spoken(field, field.maximum)}."
    return f"{subject} has to be at least {_spoken(field, field.minimum or 0)}."


def _spoken(field: Field, limit: float) -> str:
    return f"{limit:g}" if field.kind is Kind.YEAR else f"{int(limit) if limit == int(limit) else limit:,}"
