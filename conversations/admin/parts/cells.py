"""Values of lists in as little room as they can be read in."""

import re
from datetime import datetime
from typing import Final

from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from conversations import clock

_WORD_OF_NAME: Final = re.compile(r"[A-Z]?[^A-Z_]+_*|[A-Z]+(?![^A-Z_])_*|_+")


def moment(at: datetime) -> SafeString:
    """A day and a time that stay on one line; another year in place of the time. The tip tells all of it."""
    local = localtime(at)
    this_year = local.year == localtime(clock.now()).year
    short = date_format(local, "j M H:i" if this_year else "j M Y")
    whole = date_format(local, "j M Y, H:i:s")
    return format_html('<time datetime="{}" title="{}">{}</time>', local.isoformat(), whole, short)


def breakable(name: str) -> SafeString:
    """A name such as of a node, which may wrap between its words where there is no room for all of it."""
    return format_html_join(SafeString("<wbr>"), "{}", ((word,) for word in _WORD_OF_NAME.findall(name)))
