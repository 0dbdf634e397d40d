"""What the full page needs beside its graph: the reader's language, and the modules to fetch at once."""

from functools import cache
from pathlib import Path
from typing import Final

from django.apps import apps
from django.templatetags.static import static
from django.utils.translation.trans_real import parse_accept_lang_header

LANGUAGES: Final = ("en", "es", "de", "fr", "ar")
"""Languages of the chat's own texts; `texts.js` holds them in this order."""

_MODULES: Final = "static/conversations/chat"
"""Their folder in this app."""


def language_of(accepted: str) -> str:
    """The first language of an Accept-Language header that the chat speaks; English for none."""
    wanted = (tag.split("-")[0] for tag, _ in parse_accept_lang_header(accepted.lower()))
    return next((language for language in wanted if language in LANGUAGES), LANGUAGES[0])


@cache
def module_addresses() -> tuple[str, ...]:
    """Addresses of the chat's modules: a browser that is told them fetches them side by side."""
    folder = Path(apps.get_app_config("conversations").path) / _MODULES
    return tuple(static(f"conversations/chat/{module.name}") for module in sorted(folder.glob("*.js")))
