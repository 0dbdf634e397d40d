"""Times, tokens and money as people compare them."""

from decimal import Decimal

SECOND = 1_000
MINUTE = 60 * SECOND


def duration(milliseconds: int | None) -> str:
    """A time with the digits that matter: "420 ms", "1.2 s", "2 min 5 s"; "–" where it is not known."""
    if milliseconds is None:
        return "–"
    if milliseconds < SECOND:
        return f"{milliseconds} ms"
    if milliseconds < MINUTE:
        return f"{milliseconds / SECOND:.1f} s"
    minutes, rest = divmod(round(milliseconds / SECOND), 60)
    return f"{minutes} min {rest} s"


def count(number: int) -> str:
    """A number with its thousands apart."""
    return f"{number:,}"


def dollars(amount: Decimal | None) -> str:
    """US dollars, small ones to the digit that says something; "–" where the price is not known."""
    if amount is None:
        return "–"
    if amount == 0:
        return "$0"
    if amount < Decimal("0.0001"):
        return "<$0.0001"
    return f"${amount:.2f}" if amount >= 1 else f"${amount:.4f}".rstrip("0")
