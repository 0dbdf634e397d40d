"""Reading what servers send leniently, where compatible ones differ from those that they copy."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from providers.errors import ErrorCode, ProviderFault

MOST_TOKENS: Final = 10**9
"""More are no count of one call."""


def _text(content: Any) -> Any:
    """Join content that comes in parts; other kinds of parts than text are left out."""
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "".join(part for part in parts if isinstance(part, str))
    return "" if content is None else content


def _identifier(value: Any) -> str:
    return "" if value is None else str(value)


def _count(value: Any) -> int:
    """Give a count of tokens; some servers send a whole number as 12.0."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST_TOKENS:
        return 0
    return int(value)


def _object(value: Any) -> Any:
    return {} if value is None else value


def _object_or_nothing(value: Any) -> Any:
    return value if isinstance(value, dict | BaseModel) else {}


def _list(value: Any) -> Any:
    return [] if value is None else value


Text = Annotated[str, BeforeValidator(_text)]
"""Text, also in parts; null is none."""

Identifier = Annotated[str, BeforeValidator(_identifier)]
"""An id as text, also where it comes as a number; null is none."""

Count = Annotated[int, BeforeValidator(_count)]
"""A number of tokens; nonsense counts as none."""

NULL_IS_EMPTY = BeforeValidator(_object)
"""Of an object that may come as null."""

NONSENSE_IS_EMPTY = BeforeValidator(_object_or_nothing)
"""Of an object that may come as anything."""

NULL_IS_NO_LIST = BeforeValidator(_list)
"""Of a list that may come as null."""


class Wire(BaseModel):
    """Base of what a server sends: unknown keys are left out."""

    model_config = ConfigDict(extra="ignore")


W = TypeVar("W", bound=Wire)


def read(model: type[W], document: Mapping[str, Any]) -> W:
    """Return what a server sent as `model`. Raises `ProviderFault` where it lacks what that needs."""
    try:
        return model.model_validate(document)
    except ValidationError:
        raise ProviderFault(
            ErrorCode.BAD_RESPONSE, "The provider's answer lacks what its API promises."
        ) from None
