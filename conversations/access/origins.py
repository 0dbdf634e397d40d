"""Which pages may talk to the chat: those of this site's own hosts."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host


def is_own(origin: str | None) -> bool:
    """Whether an Origin header names this site. Without one no browser is calling, so it may pass."""
    if origin is None:
        return True
    try:
        host = urlsplit(origin).hostname or ""
    except ValueError:
        return False
    return validate_host(f"[{host}]" if ":" in host else host, settings.ALLOWED_HOSTS)
