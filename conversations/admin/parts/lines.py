"""Several values in one cell of a list, below each other, and the style of lists with many columns."""

from collections.abc import Iterable
from typing import Final

from django.forms import Media
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

STYLE: Final = Media(css={"all": ["conversations/admin/lines.css"]})


class ShowsLines:
    """For lists with such cells, or with many columns.

    On narrow screens, where the theme gives cells one height, cells grow; on others columns move together.
    """

    @property
    def media(self) -> Media:
        """The style besides."""
        media: Media = super().media + STYLE  # type: ignore[misc]
        return media


def lines(texts: Iterable[str]) -> SafeString:
    """Texts that do not wrap, a line each, in one box: on a narrow screen a cell's parts stand in a row."""
    line = '<div style="white-space:nowrap" title="{0}">{0}</div>'
    each = format_html_join("", line, ((text,) for text in texts))
    return format_html('<div class="lines">{}</div>', each)
