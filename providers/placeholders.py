"""`${NAME}` and `${NAME:-default}` in the texts of a provider's options, filled from the environment.

They are stored as they are written and filled when a provider is built. Anything else with a dollar
sign stays as it is.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.views.decorators.debug import sensitive_variables
from pydantic import SecretStr

from providers.addresses import refuse_at_sight
from providers.environment import is_allowed, variable
from providers.options import Judge, OptionsInvalid, ProviderOptions, read_options
from providers.validation import FieldProblem

PLACEHOLDER: Final = re.compile(r"\$\{(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?P<optional>:-(?P<default>[^}]*))?\}")

_PLAIN: Final = ("_BASE_URL", "_MODEL")
"""How variables end that hold no secrets. What any other one holds is a secret in every option."""

_SCHEMES: Final = ("", "Basic ", "Bearer ", "Token ")
"""What may stand before a placeholder without being a secret itself."""


@dataclass(frozen=True)
class Filling:
    """Options with their placeholders filled, and what could not be filled: names, never values.

    `unset` names no value and no default; `refused` must not be read. `secrets` came out of the
    environment, into whichever option.
    """

    values: dict[str, Any] = field(repr=False)
    unset: tuple[FieldProblem, ...]
    refused: tuple[FieldProblem, ...]
    secrets: tuple[SecretStr, ...]


@sensitive_variables("values", "filled")
def fill(values: Mapping[str, Any]) -> Filling:
    """Fill the placeholders in all texts of `values`, in nested lists and objects too; keys stay."""
    filler = _Filler()
    filled = filler.filled(dict(values), "")
    return Filling(filled, tuple(filler.unset), tuple(filler.refused), tuple(filler.secrets))


@sensitive_variables("values", "filling")
def read_filled(model: type[ProviderOptions], name: str, values: Mapping[str, Any]) -> ProviderOptions:
    """Return the options of the provider `name`, placeholders filled.

    What the environment holds is a secret of theirs, in whichever option it stands. Raises
    `OptionsInvalid` with every fault: all names that are unset or refused, and all values that do not fit.
    """
    filling = fill(values)
    problems = [*filling.unset, *filling.refused, *faults(model, name, filling)]
    if problems:
        raise OptionsInvalid(*problems)
    return read_options(model, name, filling.values, hidden=filling.secrets)


@sensitive_variables("filling")
def faults(
    model: type[ProviderOptions], name: str, filling: Filling, judge: Judge = refuse_at_sight
) -> list[FieldProblem]:
    """Return what does not fit among options; those that could not be filled are left out of it.

    `judge` is that of `read_options`.
    """
    try:
        read_options(model, name, filling.values, judge, filling.secrets)
    except OptionsInvalid as invalid:
        unfilled = {_option(problem) for problem in (*filling.unset, *filling.refused)}
        return [problem for problem in invalid.problems if _option(problem) not in unfilled]
    return []


def named_by(text: Any) -> str | None:
    """Return the name of the variable where `text` is a placeholder and nothing that may be secret.

    `Bearer ${ACME_API_KEY}` is one, a text with a default of its own is none.
    """
    if not isinstance(text, str):
        return None
    for scheme in _SCHEMES:
        found = PLACEHOLDER.fullmatch(text.removeprefix(scheme)) if text.startswith(scheme) else None
        if found and not found["default"]:
            return found["name"]
    return None


class _Filler:
    def __init__(self) -> None:
        self.unset: list[FieldProblem] = []
        self.refused: list[FieldProblem] = []
        self.secrets: list[SecretStr] = []

    def filled(self, value: Any, path: str) -> Any:
        if isinstance(value, str):
            return PLACEHOLDER.sub(lambda found: self._value(found, path), value)
        if isinstance(value, Mapping):
            return {key: self.filled(item, _joined(path, key)) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.filled(item, _joined(path, place)) for place, item in enumerate(value)]
        return value

    def _value(self, found: re.Match[str], path: str) -> str:
        name = found["name"]
        if not is_allowed(name):
            self.refused.append(FieldProblem(path, f"EZGRAPH_PROVIDER_ENV does not allow {name}"))
            return found[0]
        value = variable(name)
        if value:
            if not name.endswith(_PLAIN):
                self.secrets.append(SecretStr(value))
            return value
        if found["optional"]:
            return found["default"]
        self.unset.append(FieldProblem(path, f"the environment variable {name} is not set"))
        return found[0]


def _joined(path: str, key: object) -> str:
    return f"{path}.{key}" if path else str(key)


def _option(problem: FieldProblem) -> str:
    return problem.field.partition(".")[0]
