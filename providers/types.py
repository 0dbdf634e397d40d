"""The types of providers: which factory builds a provider of a type, from which options."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import httpx

from providers.errors import ProviderError
from providers.options import ProviderOptions
from providers.ports import Provider

Factory: TypeAlias = Callable[[Any, httpx.AsyncClient], Provider | ProviderError]
"""Builds a provider from its options (the type's model) and the process's HTTP client.

It asks nobody anything. Where it cannot build, it returns an error of code `config_invalid`; one
that raises is taken as if it had.
"""


@dataclass(frozen=True)
class ProviderType:
    """A registered type: the factory of its providers, the model of their options, and what it is for."""

    name: str
    factory: Factory
    options: type[ProviderOptions]
    description: str = ""


_types: dict[str, ProviderType] = {}


def register_provider(
    type: str, factory: Factory, options: type[ProviderOptions] = ProviderOptions, *, description: str = ""
) -> None:
    """Make `type` known; call it from an app's `ready()`.

    `options` extends `ProviderOptions` by those of the type. `description` tells staff in a sentence what it
    is for. Raises ValueError where another factory has the type already.
    """
    entry = ProviderType(type, factory, options, description)
    if _types.setdefault(type, entry) != entry:
        raise ValueError(f"the provider type {type!r} is registered already")


def provider_type(type: str) -> ProviderType | None:
    """Return the registered type, or None."""
    return _types.get(type)


def provider_types() -> tuple[str, ...]:
    """Return the names of all registered types, in order of their registration."""
    return tuple(_types)
