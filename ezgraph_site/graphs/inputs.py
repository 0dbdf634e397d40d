"""What the arguments of all graphs' tools share."""

from typing import Any, Final

from pydantic import BaseModel, ConfigDict

DAY: Final[dict[str, Any]] = {"format": "date"}
"""The schema keyword that tells models that a text is a day, YYYY-MM-DD.

Days are texts in inputs: whether one exists is a business rule with a friendly reason, checked in its turn.
"""


class Input(BaseModel):
    """Base of all inputs: texts lose the blanks around them."""

    model_config = ConfigDict(str_strip_whitespace=True)


def options(texts: dict[str, str]) -> dict[str, Any]:
    """The schema keyword that tells models what each option is called in everyday words."""
    return {"x-options": texts}
