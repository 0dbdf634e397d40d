"""What other apps show of a provider on its page: they say so here, since providers know none of them."""

from collections.abc import Callable
from dataclasses import dataclass

from django.forms import Media
from django.http import HttpRequest
from django.utils.safestring import SafeString


@dataclass(frozen=True)
class Panel:
    """A part of a provider's page. `shown` takes the request and the provider's name.

    It returns "" for whoever may not see it. `media` are the styles that it needs.
    """

    shown: Callable[[HttpRequest, str], SafeString]
    media: Media


_panels: list[Panel] = []


def register_panel(panel: Panel) -> None:
    """Show a panel, too, below a provider's state. Call it where the app's back office is set up."""
    _panels.append(panel)


def panels_of(request: HttpRequest, provider: str) -> list[SafeString]:
    """All that whoever asks may see of a provider."""
    return [text for panel in _panels if (text := panel.shown(request, provider))]


def media_of_panels() -> Media:
    """The styles of all panels."""
    return sum((panel.media for panel in _panels), Media())
