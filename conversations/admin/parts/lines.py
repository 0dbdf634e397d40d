"""Several values in one cell of a list, below each other."""

from collections.abc import Iterable

from django.utils.html import format_html_join
from django.utils.safestring import SafeString


def lines(texts: Iterable[str]) -> SafeString:
    """Texts that do not wrap, a line each."""
    return format_html_join("", '<div style="white-space:nowrap">{}</div>', ((text,) for text in texts))
