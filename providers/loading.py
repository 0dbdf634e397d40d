"""Providers from files into rows: all of a file or, where anything is wrong, nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.transaction import atomic
from django.views.decorators.debug import sensitive_variables

from providers.addresses import refuse_at_sight, refuse_uncallable, site_hosts
from providers.dumping import variable_names
from providers.fallbacks import Chains, fallback_names, fallback_problems, stored_chains
from providers.history import FieldChange
from providers.models import Provider, changes_between
from providers.options import secret_names
from providers.placeholders import faults, fill, named_by
from providers.provider_files import Entry, FileInvalid, ProviderFile
from providers.secrets.keeping import ASKED_AGAIN, may_keep_secrets
from providers.secrets.sealing import SecretsUnreadable
from providers.validation import FieldProblem


@dataclass(frozen=True)
class Loaded:
    """What became of one provider of a file: whether it is new, what changed, and what to know of it."""

    name: str
    is_new: bool
    changes: tuple[FieldChange, ...]
    notes: tuple[str, ...]


@atomic
def load(file: ProviderFile) -> list[Loaded]:
    """Create or change the providers of a file; those that are not in it stay as they are.

    Options that an entry leaves out are unset. A secret that it leaves out stays, and so does one for which
    it has the placeholder that `dump_providers` writes while the environment has no such variable; `null`
    removes one. A new type or address asks for the secrets again. Raises `FileInvalid` with every fault.
    """
    names = [entry.name for entry in file.entries]
    rows = Provider.objects.select_for_update().in_bulk(names, field_name="name")
    chains = {**stored_chains(), **{entry.name: fallback_names(entry.values) for entry in file.entries}}
    drafts = [_Draft(entry, rows.get(entry.name)) for entry in file.entries]
    problems = [f"{draft.name}: {problem}" for draft in drafts for problem in draft.problems(chains)]
    if file.problems or problems:
        raise FileInvalid(*file.problems, *problems)
    return [draft.saved() for draft in drafts]


class _Draft:
    """An entry beside the row that it changes, if there is one."""

    @sensitive_variables()
    def __init__(self, entry: Entry, row: Provider | None) -> None:
        self.name = entry.name
        self._type = entry.type
        self._row = row
        hidden = secret_names(entry.type.options)
        given = {name: value for name, value in entry.values.items() if value is not None}
        self._options = {name: value for name, value in given.items() if name not in hidden}
        self._kept: list[str] = []
        self._asked_again: list[FieldProblem] = []
        self._secrets = self._all_secrets(entry.values, hidden)
        self._filling = fill({**self._options, **self._secrets})
        # Where no private host is allowed, the site may be started with some all the same.
        judge = refuse_at_sight if site_hosts() else refuse_uncallable
        self._faults = faults(entry.type.options, self.name, self._filling, judge)
        strict = faults(entry.type.options, self.name, self._filling)
        self._unreachable = [problem for problem in strict if problem not in self._faults]

    def problems(self, chains: Chains) -> Iterator[FieldProblem]:
        """What keeps it from being saved. What the environment lacks does not: it may be elsewhere."""
        yield from self._asked_again
        yield from self._filling.refused
        yield from self._faults
        if not any(problem.field.startswith("fallback") for problem in self._faults):
            yield from fallback_problems(self.name, chains)

    def saved(self) -> Loaded:
        """Save it where it changes anything."""
        row = Provider(name=self.name) if self._row is None else Provider.objects.get(pk=self._row.pk)
        row.type = self._type.name
        row.options = self._options
        if self._row is None or _secrets_of(self._row) != self._secrets:
            row.put_secrets(self._secrets)
        changes = tuple(changes_between(self._row, row))
        if changes:
            row.save()
        notes = [f"{name} stays as it is stored" for name in self._kept]
        notes += [f"cannot be used yet: {problem}" for problem in (*self._filling.unset, *self._unreachable)]
        return Loaded(self.name, self._row is None, changes, tuple(notes))

    @sensitive_variables()
    def _all_secrets(self, values: Mapping[str, Any], hidden: frozenset[str]) -> dict[str, Any]:
        stored = _secrets_of(self._row) or {}
        may_keep = self._row is not None and may_keep_secrets(self._row, self._type.name, self._options)
        secrets: dict[str, Any] = {}
        for name in sorted(hidden):
            value = values.get(name)
            if may_keep:
                value = stored.get(name) if name not in values else self._kept_or_given(stored, name, value)
            elif stored.get(name) and name not in values:
                self._asked_again.append(FieldProblem(name, ASKED_AGAIN))
            if value not in (None, "", {}):
                secrets[name] = value
        return secrets

    def _kept_or_given(self, stored: Any, name: str, given: Any, path: tuple[str, ...] = ()) -> Any:
        """The stored value where the file has the placeholder that stands for it, and nothing fills that."""
        before = stored.get(name) if isinstance(stored, Mapping) else None
        if isinstance(given, Mapping):
            return {
                key: self._kept_or_given(before, key, value, (*path, name)) for key, value in given.items()
            }
        variable = named_by(given)
        if before in (None, "", given) or variable not in variable_names(self.name, *path, name):
            return given
        filling = fill({name: given})
        if not filling.unset and not filling.refused:
            return given
        self._kept.append(".".join((*path, name)))
        return before


def _secrets_of(row: Provider | None) -> dict[str, Any] | None:
    """The stored secrets; None where there are none to read."""
    try:
        return row.secrets if row else None
    except SecretsUnreadable:
        return None
