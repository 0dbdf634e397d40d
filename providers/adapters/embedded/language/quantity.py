"""A number as it was said, with everything around it that tells what it counts."""

from dataclasses import dataclass

from providers.adapters.embedded.forms.fields import Bound
from providers.adapters.embedded.language.text import Span


@dataclass(frozen=True)
class Quantity:
    """A number with what surrounds it.

    `bound` is set by comparisons and by ranges; `open` is True for one of several numbers between which
    nobody has decided ("7 or 8", "between 8 and 10") and for a vague one ("sixty something"); `centre` is
    the middle of "1000, give or take 100". `unit` is the name of the unit after the number, see `units`,
    and `unit_end` the place where that word ends; `per` is the period of a rate ("4k a month"), `best` the
    best mark in "8 out of 10"; `rated` is True where somebody gives a mark.
    """

    value: float
    span: Span
    money: bool = False
    ordinal: bool = False
    in_words: bool = False
    bound: Bound | None = None
    open: bool = False
    centre: float | None = None
    unit: str = ""
    unit_end: int = 0
    per: str = ""
    best: float | None = None
    rated: bool = False

    @property
    def whole(self) -> bool:
        """True for a number without a fraction."""
        return self.value.is_integer()

    @property
    def end(self) -> int:
        """Where the number with its unit ends."""
        return max(self.span.end, self.unit_end)
