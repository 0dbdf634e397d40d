"""Dollars, as exact numbers and as customers read them."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Final

CENT: Final = Decimal("0.01")


def to_cents(amount: Decimal) -> Decimal:
    """An amount of dollars rounded to cents, half up."""
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


def dollars(amount: Decimal) -> str:
    """An amount such as $1,140.43."""
    return f"${amount:,.2f}"
