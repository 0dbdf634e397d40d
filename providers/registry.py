"""The door to providers by name: nodes ask here and nowhere else.

Providers are built from their rows and kept. At most every two seconds the rows' versions are
looked at, so a change reaches every process in time; whoever holds a provider keeps the one it
has, so running turns are not touched.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from django.db import DatabaseError, transaction

from providers import clock
from providers.boundary import answers_together
from providers.building import build, config_invalid, in_layers, link_of, options_of
from providers.database import in_database
from providers.errors import ErrorCode, ProviderError
from providers.fallbacks import fallback_names
from providers.models import Provider
from providers.options import OptionsInvalid, ProviderOptions
from providers.ports import AnyProvider
from providers.ports import Provider as Adapter
from providers.resilience.chain import Chain, Link
from providers.resilience.guard import Guard
from providers.types import register_provider
from providers.validation import FieldProblem

__all__ = ["Registry", "Supply", "override_provider", "register_provider", "registry", "resolve", "supplied"]

logger = logging.getLogger(__name__)

POLL_SECONDS: Final = 2.0
"""Between two looks at the rows' versions."""

PATIENCE_SECONDS: Final = 4.0
"""How old the last answer may be while somebody else is asking."""

Stamp: TypeAlias = tuple[int, int]
"""A row's id and version: what a provider was built from."""


@dataclass(frozen=True)
class Supply:
    """What a provider offers: its capabilities, or the problems that keep it from working."""

    capabilities: frozenset[str] = frozenset()
    problems: tuple[FieldProblem, ...] = ()


@dataclass(frozen=True)
class _Entry:
    """What was built from a row. `stamp` is None where there is no row."""

    stamp: Stamp | None
    link: Link
    fallback: tuple[str, ...] = ()


@dataclass
class Registry:
    """The providers that this process has built."""

    overrides: dict[str, _Entry] = field(default_factory=dict)
    _entries: dict[str, _Entry] = field(default_factory=dict)
    _chains: dict[str, tuple[tuple[Link, ...], AnyProvider]] = field(default_factory=dict)
    _asked_at: float = float("-inf")
    _confirmed_at: float = float("-inf")

    async def resolve(self, name: str) -> AnyProvider | ProviderError:
        """Return the provider `name` with its fallback, or an error of code `config_invalid`.

        Where it cannot be built but one of its fallback can, that one answers. The caller looks at its
        capabilities. Raises the database's errors where a provider that is not built yet cannot be read.
        """
        if name not in self.overrides:
            await self._follow_changes()
        first = await self._entry(name)
        others = dict.fromkeys(other for other in first.fallback if other != name)
        links = [first.link, *[await self._fallback(other) for other in others]]
        if all(isinstance(link.provider, ProviderError) for link in links):
            assert isinstance(first.link.provider, ProviderError)
            return first.link.provider
        return self._chain(name, links)

    async def _entry(self, name: str) -> _Entry:
        entry = self.overrides.get(name) or self._entries.get(name)
        return await in_database(self._load, name) if entry is None else entry

    async def _fallback(self, name: str) -> Link:
        try:
            return (await self._entry(name)).link
        except DatabaseError:
            # The provider itself is known and may answer.
            error = ProviderError(
                code=ErrorCode.UNAVAILABLE, message="Its configuration could not be read.", provider=name
            )
            return Link(name, "", error)

    def _chain(self, name: str, links: Sequence[Link]) -> AnyProvider:
        """The guarded chain of these very links, made once."""
        made = self._chains.get(name)
        if made is None or made[0] != tuple(links):
            made = self._chains[name] = tuple(links), Guard(Chain(links))
        return made[1]

    def supplied(self, name: str) -> Supply:
        """Return what the provider `name` offers, read from the database now; for sync code."""
        if name in self.overrides:
            return Supply(capabilities=_capabilities(self.overrides[name].link))
        row = Provider.objects.filter(name=name).first()
        if row is None:
            return Supply(problems=(FieldProblem("name", f"no provider is called {name!r}"),))
        try:
            options_of(row)
        except OptionsInvalid as invalid:
            return Supply(problems=invalid.problems)
        provider = build(row)
        if isinstance(provider, ProviderError):
            return Supply(problems=(FieldProblem("", provider.message),))
        return Supply(capabilities=provider.capabilities)

    def forget(self, name: str | None = None) -> None:
        """Build the provider `name`, or all, anew when it is next asked for."""
        if name is None:
            self._entries.clear()
            self._chains.clear()
        else:
            self._entries.pop(name, None)
            self._chains.pop(name, None)

    def _load(self, name: str) -> _Entry:
        row = Provider.objects.filter(name=name).first()
        if row is None:
            return _Entry(None, Link(name, "", config_invalid(name, "nobody has configured it")))
        entry = self._entries[name] = _Entry((row.pk, row.version), link_of(row), fallback_names(row.options))
        return entry

    async def _follow_changes(self) -> None:
        now = clock.elapsed()
        if now - self._confirmed_at < POLL_SECONDS:
            return
        if now - self._asked_at < POLL_SECONDS and now - self._confirmed_at < PATIENCE_SECONDS:
            return
        self._asked_at = now
        try:
            stamps = await in_database(_stamps)
        except DatabaseError:
            logger.warning("The providers' versions could not be read; the known ones stay in use.")
            return
        self._confirmed_at = now
        for name, entry in list(self._entries.items()):
            if stamps.get(name) != entry.stamp:
                self.forget(name)


registry: Final = Registry()
"""The registry of this process."""


async def resolve(name: str) -> AnyProvider | ProviderError:
    """Return the provider `name`; see `Registry.resolve`."""
    return await registry.resolve(name)


def supplied(name: str) -> Supply:
    """Return what the provider `name` offers; see `Registry.supplied`."""
    return registry.supplied(name)


@contextmanager
def override_provider(name: str, provider: Adapter, options: ProviderOptions | None = None) -> Iterator[None]:
    """Answer `provider` for `name` in this process, whatever the database says; for tests.

    `options` are those that every provider has, a fallback among them; none by default.
    """
    options = options or ProviderOptions(name=name)
    link = Link(name, "", in_layers(provider, options), batches=answers_together(provider))
    before = registry.overrides.get(name)
    registry.overrides[name] = _Entry(None, link, options.fallback)
    try:
        yield
    finally:
        if before is None:
            del registry.overrides[name]
        else:
            registry.overrides[name] = before


def forget_row(instance: Provider, **kwargs: object) -> None:
    """Drop what was built from a row that was saved or deleted, once the change is committed."""
    transaction.on_commit(lambda: registry.forget(instance.name))


def _stamps() -> dict[str, Stamp]:
    return {
        name: (pk, version) for name, pk, version in Provider.objects.values_list("name", "pk", "version")
    }


def _capabilities(link: Link) -> frozenset[str]:
    return frozenset() if isinstance(link.provider, ProviderError) else link.provider.capabilities
