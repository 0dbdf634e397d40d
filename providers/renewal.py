"""A provider with a new key or address is tried at once, whatever its circuit heard of the old one."""

from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from django.db import transaction
from django.views.decorators.debug import sensitive_variables

from providers.models import Provider
from providers.resilience import circuits
from providers.resilience.circuits import Cause
from providers.secrets.keeping import may_keep_secrets
from providers.secrets.sealing import SecretsUnreadable


def close_renewed(instance: Provider, using: str, **kwargs: Any) -> None:
    """Close the circuit of a row that is about to be saved, once that is committed, where it is renewed."""
    before = Provider.objects.using(using).filter(pk=instance.pk).first()
    if before is not None and _is_renewed(before, instance):
        transaction.on_commit(partial(async_to_sync(_close), instance.name), using=using, robust=True)


@sensitive_variables()
def _is_renewed(before: Provider, after: Provider) -> bool:
    """Whether another server is asked, or with other secrets."""
    options = after.options if isinstance(after.options, dict) else {}
    if not may_keep_secrets(before, after.type, options):
        return True
    if before.sealed == after.sealed:
        return False
    try:
        return before.secrets != after.secrets
    except SecretsUnreadable:
        return True


async def _close(name: str) -> None:
    # What staff opened by hand waits for their hand.
    if (await circuits.state(name)).cause is not Cause.BY_HAND:
        await circuits.close(name)
