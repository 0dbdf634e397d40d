"""Several values in one cell of a list, below each other."""

from collections.abc import Iterable

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


def lines(texts: Iterable[str]) -> SafeString:
    """Texts that do not wrap, a line each, in one box: on a narrow screen a cell's parts stand in a row."""
    each = format_html_join("", '<div style="white-space:nowrap">{}</div>', ((text,) for text in texts))
    return format_html("<div>{}</div>", each)
