"""The two secrets by which host sites sign their users for a graph, encrypted at rest.

Two, so that one can be exchanged while the other still holds.
"""

from collections.abc import Mapping
from typing import Final

from django.views.decorators.debug import sensitive_variables

from conversations.models import GraphSettings
from providers.secrets.sealing import SecretsUnreadable, seal, unseal

PLACES: Final = ("first", "second")

SHORTEST: Final = 32
"""Characters of a secret: no shorter than what HS256 makes of it."""

LONGEST: Final = 500


@sensitive_variables()
def secrets_of(rules: GraphSettings) -> tuple[str, ...]:
    """The secrets of a graph, in plain. Raises SecretsUnreadable. Never show, log or store them."""
    stored = unseal(rules.sealed_identity)
    return tuple(stored[place] for place in PLACES if stored.get(place))


def places_in_use(rules: GraphSettings) -> frozenset[str]:
    """Which of the two are set; none where no key of the site opens them."""
    try:
        return frozenset(unseal(rules.sealed_identity)).intersection(PLACES)
    except SecretsUnreadable:
        return frozenset()


@sensitive_variables()
def put(rules: GraphSettings, changes: Mapping[str, str]) -> None:
    """Set secrets by their place, or with "" forget them; the others stay. Unsaved.

    Secrets that no key of the site opens are lost with the first change.
    """
    try:
        stored = unseal(rules.sealed_identity)
    except SecretsUnreadable:
        stored = {}
    kept = {**stored, **changes}
    rules.sealed_identity = seal({place: secret for place, secret in kept.items() if secret})
