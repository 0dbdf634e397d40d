"""Chooses the provider of the live site's quote graph, as staff would."""

import asyncio

from tests.live_site import LiveSite

CLOSED_PORT = "http://127.0.0.1:9/v1"
"""Where nobody listens."""

USE_PROVIDER = """
from conversations.models import GraphSettings
from providers.models import Provider
if {base_url!r}:
    options = {{"model": "held", "base_url": {base_url!r}, "api_key": "none"}}
    Provider.objects.update_or_create(name={name!r}, defaults={{"type": "openai", "options": options}})
GraphSettings.objects.update_or_create(graph="quote", defaults={{"chat_provider": {name!r}}})
"""


async def use_provider(site: LiveSite, name: str, base_url: str = "") -> None:
    """Let staff choose the provider of the quote graph; with a `base_url` it is made or changed first."""
    await asyncio.to_thread(site.manage, "shell", "-c", USE_PROVIDER.format(name=name, base_url=base_url))
