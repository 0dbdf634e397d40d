"""What keeps visitors apart, and what shows who they are: addresses, origins and identity secrets."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

from conversations.access.identity_secrets import secrets_of
from conversations.access.origins import normal_origin
from conversations.checks.graphs import is_migrated
from conversations.models import GraphSettings
from providers.secrets.sealing import SecretsUnreadable

UNREADABLE_SECRETS: Final = "ezgraph.visitors.E001"
ONE_ADDRESS: Final = "ezgraph.visitors.W001"
IDLE_ORIGIN: Final = "ezgraph.visitors.W002"


@register(deploy=True)
def check_addresses(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Report that a proxy is in front, and that its address counts as everybody's."""
    if not settings.SECURE_PROXY_SSL_HEADER or settings.EZGRAPH_TRUSTED_PROXIES:
        return []
    return [
        Warning(
            "A proxy is in front of the site and EZGRAPH_TRUSTED_PROXIES is 0: all visitors have the proxy's"
            " address, and share the limits of one.",
            hint="Set it to the number of proxies that each add to X-Forwarded-For whom they heard from.",
            id=ONE_ADDRESS,
        )
    ]


@register(Tags.database)
def check_visitors_settings(
    app_configs: Any, databases: Sequence[str] | None = None, **kwargs: Any
) -> Sequence[CheckMessage]:
    """Report identity secrets that nobody can read any more, and origins that no browser would name."""
    if GraphSettings.objects.db not in (databases or ()) or not is_migrated():
        return []
    return [fault for row in GraphSettings.objects.order_by("graph") for fault in _faults(row)]


def _faults(row: GraphSettings) -> Iterator[CheckMessage]:
    try:
        secrets_of(row)
    except SecretsUnreadable:
        yield Error(
            f"None of the site's encryption keys opens the identity secrets of the graph {row.graph!r}: no"
            " user of a host site is taken.",
            hint="Put the former key back into EZGRAPH_ENCRYPTION_KEYS, or write the secrets anew.",
            id=UNREADABLE_SECRETS,
        )
    for origin in row.allowed_origins:
        if not _is_normal(origin):
            yield Warning(
                f"The graph {row.graph!r} allows the origin {origin!r}, which no browser would name.",
                hint="Save the graph's settings in the back office: it writes them as browsers do.",
                id=IDLE_ORIGIN,
            )


def _is_normal(origin: Any) -> bool:
    try:
        return isinstance(origin, str) and normal_origin(origin) == origin
    except ValueError:
        return False
