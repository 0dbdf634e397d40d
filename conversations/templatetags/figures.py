"""Counts and money in templates, as everywhere in the back office."""

from decimal import Decimal

from django import template

register = template.Library()


@register.filter
def thousands(number: int | str | None) -> str:
    """A count with its thousands apart; 0 of nothing."""
    return f"{number:,}" if isinstance(number, int) else "0"


@register.filter
def money(amount: Decimal | str | None) -> str:
    """US dollars to the cent; a dash where no price is known."""
    return f"${amount:,.2f}" if isinstance(amount, Decimal) else "–"
