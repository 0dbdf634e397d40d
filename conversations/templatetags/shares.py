"""Shares and figures in templates: one way to write them, everywhere."""

from typing import TYPE_CHECKING

from django import template

if TYPE_CHECKING:  # the theme looks for these tags while the back office is being imported
    from conversations.admin.quality.figures import Share

register = template.Library()

NOTHING = "–"


@register.filter
def percent(part: float | None) -> str:
    """A part of 1, such as `93.4 %`; a dash of nothing."""
    return NOTHING if part is None else f"{100 * part:.1f} %"


@register.filter
def interval(share: "Share") -> str:
    """Where the share of all lies 95 of 100 times, such as `88.1–97.2 %`; a dash of nothing."""
    return f"{100 * share.low:.1f}–{100 * share.high:.1f} %" if share.count else NOTHING


@register.filter
def figure(value: float | None) -> str:
    """A figure with three decimals, such as an error; a dash of nothing."""
    return NOTHING if value is None else f"{value:.3f}"


@register.filter
def spaced(name: str) -> str:
    """A name of the code as words, such as `self reported`."""
    return name.replace("_", " ")


@register.filter
def threshold(value: float | None) -> str:
    """A threshold as short as it can be told."""
    return NOTHING if value is None else f"{value:g}"


@register.filter
def times_200(part: float | None) -> str:
    """A place on a line that is 200 long."""
    return f"{200 * (part or 0):.1f}"
