"""Rows into files of providers, with placeholders where secrets stand."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.views.decorators.debug import sensitive_variables

from providers.environment import is_allowed
from providers.models import Provider
from providers.placeholders import named_by
from providers.types import provider_type


def variable_names(provider: str, *path: str) -> tuple[str, str]:
    """Return the names that stand for a stored secret: the first, or the second where that is not allowed.

    For `api_key` of `gpt` it is `GPT_API_KEY`, for its header `X-Key` it is `GPT_X_KEY`, else
    `GPT_X_KEY_API_KEY`.
    """
    words = [word for word in (provider, *path) if word != "headers"]
    name = re.sub(r"[^A-Z0-9]+", "_", "_".join(words).upper())
    name = f"_{name}" if name[:1].isdigit() else name
    return name, f"{name}_API_KEY"


@sensitive_variables("stored")
def dumped(row: Provider) -> dict[str, Any]:
    """Return what a file says about a provider; raises `SecretsUnreadable`."""
    stored = row.secrets
    options = row.options if isinstance(row.options, dict) else {}
    secrets = {name: _placeholder(row.name, (name,), value) for name, value in stored.items()}
    return {"name": row.name, "type": row.type, **_in_order(row.type, {**options, **secrets})}


def _placeholder(provider: str, path: tuple[str, ...], secret: Any) -> Any:
    if isinstance(secret, Mapping):
        return {key: _placeholder(provider, (*path, key), value) for key, value in secret.items()}
    if named_by(secret):
        return secret
    natural, other = variable_names(provider, *path)
    return f"${{{natural if is_allowed(natural) else other}}}"


def _in_order(type: str, values: dict[str, Any]) -> dict[str, Any]:
    """Sorted as the type's model has them, those it does not know last."""
    kind = provider_type(type)
    known: Iterable[str] = kind.options.model_fields if kind else ()
    return {name: values[name] for name in (*known, *sorted(values.keys() - set(known))) if name in values}
