"""A provider and those that are asked when it fails, as staff see them."""

from dataclasses import dataclass

from django.urls import reverse

from providers.admin.circuits import circuit_states, circuit_words
from providers.fallbacks import fallback_names
from providers.models import Provider
from providers.resilience.circuits import CircuitState, Status


@dataclass(frozen=True)
class ChainLink:
    """One place of a chain. `model` is "" where none is set, `page` where it is the provider looked at.

    `is_known` tells whether there is such a provider.
    """

    name: str
    model: str
    page: str
    is_known: bool
    circuit: CircuitState

    @property
    def is_closed(self) -> bool:
        """Whether calls are let through."""
        return self.circuit.status is Status.CLOSED

    @property
    def words(self) -> str:
        """The state of its circuit."""
        return circuit_words(self.circuit) if self.is_known else "no provider is called so"


def chain_of(row: Provider) -> list[ChainLink]:
    """The provider first, then its fallback in order."""
    names = list(dict.fromkeys([row.name, *fallback_names(row.options)]))
    rows = {other.name: other for other in Provider.objects.filter(name__in=names[1:])}
    rows[row.name] = row
    states = circuit_states(names)
    return [
        ChainLink(
            name=name,
            model=model_of(rows[name]) if name in rows else "",
            page=_page(rows[name]) if name in rows and name != row.name else "",
            is_known=name in rows,
            circuit=states[name],
        )
        for name in names
    ]


def model_of(row: Provider) -> str:
    """The model that is asked where a node names none; "" where the provider has none set."""
    return str(row.options.get("model", "")) if isinstance(row.options, dict) else ""


def _page(row: Provider) -> str:
    return reverse("admin:providers_provider_change", args=[row.pk])
