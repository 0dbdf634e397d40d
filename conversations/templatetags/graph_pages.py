"""What the templates of the graphs' pages need and Django does not have."""

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def at(table: Mapping[str, str], key: str) -> str:
    """What a table holds for a key; "" where it holds nothing."""
    return table.get(key, "")


@register.filter
def hundredths(part: float | None) -> str:
    """A part of 1, such as `93 %`; a dash of nothing."""
    return "–" if part is None else f"{100 * part:.0f} %"
