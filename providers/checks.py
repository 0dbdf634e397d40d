"""System checks: mistakes in the configuration of providers, all at once, with stable ids."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections

from providers.building import build, options_of
from providers.environment import is_allowed
from providers.errors import ProviderError
from providers.fallbacks import Chains, fallback_names, fallback_problems
from providers.models import Provider
from providers.options import OptionsInvalid
from providers.secrets.sealing import invalid_keys

NO_KEYS: Final = "ezgraph.providers.E001"
INVALID_KEYS: Final = "ezgraph.providers.E002"
INVALID_OPTIONS: Final = "ezgraph.providers.E003"
NOT_BUILT: Final = "ezgraph.providers.E004"
INVALID_FALLBACK: Final = "ezgraph.providers.E005"
OPEN_ENVIRONMENT: Final = "ezgraph.providers.W001"

GUARDED: Final = (
    "EZGRAPH_SECRET_KEY",
    "EZGRAPH_FORMER_SECRET_KEYS",
    "EZGRAPH_ENCRYPTION_KEYS",
    "DATABASE_URL",
    "REDIS_URL",
)
"""Variables that no provider needs and that would give the site away."""

KEY_HINT: Final = (
    "Make one with: .venv/bin/python -c"
    " 'from cryptography.fernet import Fernet; print(Fernet.generate_key().decode())'"
)


@register(Tags.security)
def check_encryption_keys(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Report missing and malformed encryption keys, without showing any."""
    keys = settings.EZGRAPH_ENCRYPTION_KEYS
    if not keys:
        return [Error("EZGRAPH_ENCRYPTION_KEYS has no key.", hint=KEY_HINT, id=NO_KEYS)]
    return [
        Error(f"Key {place} of EZGRAPH_ENCRYPTION_KEYS is no Fernet key.", hint=KEY_HINT, id=INVALID_KEYS)
        for place in invalid_keys(keys)
    ]


@register(Tags.security)
def check_provider_environment(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Warn where staff could have the site's own keys sent to a provider of theirs."""
    readable = [name for name in GUARDED if is_allowed(name)]
    if not readable:
        return []
    return [
        Warning(
            f"EZGRAPH_PROVIDER_ENV lets options of providers read {', '.join(readable)}.",
            hint="Name patterns that fit the keys of providers only, such as *_API_KEY.",
            id=OPEN_ENVIRONMENT,
        )
    ]


@register(Tags.database)
def check_providers(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Report every fault of every configured provider.

    A provider whose key is not set yet is unfinished, not faulty: whoever uses it is told.
    """
    alias = Provider.objects.db
    if alias not in (databases or ()):
        return []
    with connections[alias].cursor() as cursor:
        tables = connections[alias].introspection.table_names(cursor)
    if Provider._meta.db_table not in tables:
        return []
    rows = list(Provider.objects.all())
    chains = {row.name: fallback_names(row.options) for row in rows}
    return [message for row in rows for message in _faults(row, chains)]


def _faults(row: Provider, chains: Chains) -> Iterator[CheckMessage]:
    for problem in fallback_problems(row.name, chains):
        yield Error(f"Provider {row.name}: {problem}", obj=row, id=INVALID_FALLBACK)
    try:
        _, options = options_of(row)
    except OptionsInvalid as invalid:
        for problem in invalid.problems:
            yield Error(f"Provider {row.name}: {problem}", obj=row, id=INVALID_OPTIONS)
        return
    if options.unset():
        return
    provider = build(row)
    if isinstance(provider, ProviderError):
        yield Error(provider.message, obj=row, id=NOT_BUILT)
