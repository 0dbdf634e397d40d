"""JSON and plain text for people: indented, escaped, line by line."""

import json
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString


def pretty_json(value: Any) -> SafeString:
    """A JSON value, indented."""
    return pretty_text(json.dumps(value, indent=2, ensure_ascii=False))


def pretty_text(text: str) -> SafeString:
    """A text as it is, its line breaks among it."""
    return format_html('<pre dir="auto" style="margin:0;white-space:pre-wrap">{}</pre>', text)


def pretty(value: Any) -> SafeString:
    """A JSON value indented, also where a text holds it; any other text as it is."""
    if not isinstance(value, str):
        return pretty_json(value)
    try:
        parsed = json.loads(value)
    except ValueError:
        return pretty_text(value)
    return pretty_json(parsed) if isinstance(parsed, dict | list) else pretty_text(value)
