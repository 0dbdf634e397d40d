"""The secret that a webhook's messages are signed with, encrypted at rest, and for a time the one before."""

from datetime import timedelta
from typing import Final

from django.views.decorators.debug import sensitive_variables

from conversations import clock
from conversations.models import Webhook
from conversations.webhooks.signing import new_secret
from providers.secrets.sealing import SecretsUnreadable, seal, unseal

BOTH_FOR: Final = timedelta(hours=24)
"""How long messages are signed with the former secret, too, after an exchange."""

_PRESENT: Final = "present"
_FORMER: Final = "former"


@sensitive_variables()
def secrets_of(webhook: Webhook) -> tuple[str, ...]:
    """The secrets to sign with, the present one first. Never show, log or store them.

    Raises SecretsUnreadable.
    """
    stored = unseal(webhook.sealed)
    both = webhook.former_until is not None and clock.now() < webhook.former_until
    return tuple(
        stored[name] for name in (_PRESENT, _FORMER) if name in stored and (both or name == _PRESENT)
    )


@sensitive_variables()
def give_secret(webhook: Webhook) -> str:
    """Give a new webhook its secret and return it, for the only time that anybody sees it. Unsaved."""
    secret = new_secret()
    webhook.sealed = seal({_PRESENT: secret})
    return secret


@sensitive_variables()
def exchange_secret(webhook: Webhook) -> str:
    """Put a new secret in place of the present one, which signs, too, for a time; return it. Unsaved.

    Where no key of the site opens the present one, it is lost.
    """
    try:
        former = unseal(webhook.sealed).get(_PRESENT)
    except SecretsUnreadable:
        former = None
    secret = new_secret()
    webhook.sealed = seal({_PRESENT: secret, **({_FORMER: former} if former else {})})
    webhook.former_until = clock.now() + BOTH_FOR if former else None
    return secret
