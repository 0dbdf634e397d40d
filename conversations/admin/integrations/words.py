"""How API keys are told of to staff."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from conversations.access import scopes
from conversations.admin.parts.labels import label
from conversations.models import ApiKey, KeyState, keys_in

SOON: Final = timedelta(days=14)
"""Before its end a key is told apart for so long, so that somebody replaces it in time."""

_DATE: Final = "%Y-%m-%d %H:%M"


def moment_in_words(moment: datetime) -> str:
    """A moment to the minute, by the site's time zone."""
    return f"{localtime(moment):{_DATE}}"


def end_in_words(expires_at: datetime | None) -> str:
    """When a key ends by itself."""
    return moment_in_words(expires_at) if expires_at else "Never"


def ending_soon(now: datetime) -> Q:
    """The condition for keys that work, but not for long any more."""
    return keys_in(KeyState.ALIVE, now) & Q(expires_at__lt=now + SOON)


def key_label(key: ApiKey, now: datetime) -> SafeString:
    """How a key stands; one that ends soon is told apart."""
    match key.state_at(now):
        case KeyState.REVOKED:
            return label("Revoked", "danger", title="Somebody of staff ended it.")
        case KeyState.EXPIRED:
            return label("Expired", title="It ended by itself.")
        case KeyState.ALIVE:
            if key.expires_at is not None and key.expires_at - now < SOON:
                return label("Ends soon", "warning", title=f"It ends {end_in_words(key.expires_at)}.")
            return label("Works", "success")


def scopes_in_words(granted: list[str]) -> SafeString:
    """Scopes with what they allow, one a line."""
    rows = ((scope, scopes.MEANINGS.get(scope, "")) for scope in granted)
    allowed = format_html_join("", '<p><code class="font-mono">{}</code> · {}</p>', rows)
    return format_html("<div>{}</div>", allowed or "Nothing but the list of graphs.")


def issued_in_words(key: ApiKey, instead_of: ApiKey | None = None) -> str:
    """What the log tells of a new key."""
    place = f" in place of {instead_of.prefix}…" if instead_of else ""
    end = f"until {end_in_words(key.expires_at)}" if key.expires_at else "until it is revoked"
    return f"Issued for {key.client.name}{place}, {end}: {', '.join(key.scopes)}."
