"""Which pages may talk to the chat: those of this site's own hosts."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host


def is_own(origin: str | None, host: str | None) -> bool:
    """Whether an Origin header names the site that the Host header does, and that is one of ours.

    Without an origin no browser is calling, so it may pass.
    """
    if origin is None:
        return True
    try:
        page = urlsplit(origin)
        name = page.hostname or ""
    except ValueError:
        return False
    known = validate_host(f"[{name}]" if ":" in name else name, settings.ALLOWED_HOSTS)
    return known and page.netloc.lower() == (host or "").lower()
