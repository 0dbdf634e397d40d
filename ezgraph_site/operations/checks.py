"""System checks of a deployment: what a site that the public reaches should not be like; see docs/checks.md.

What Django's own `check --deploy` tells, as of https, cookies and weak keys, is not told again.
"""

import re
from collections.abc import Sequence
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections

LOCAL_NAMES_ONLY: Final = "ezgraph.site.W001"
ANY_NAME: Final = "ezgraph.site.W002"
KEYS_OF_A_FOLDER: Final = "ezgraph.site.W003"
GUESSED: Final = "ezgraph.site.W004"
OTHER_DATE: Final = "ezgraph.site.W005"
NO_HTTPS: Final = "ezgraph.site.W006"
NO_NAME: Final = "ezgraph.site.E001"

LOCAL_NAMES: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})

NAME: Final = re.compile(r"\*|\.?[a-z0-9-][a-z0-9.-]*|\[[a-f0-9:.]+\]", re.IGNORECASE)
"""What a header Host can name, without its port, and what stands for several: `*` and `.example.org`."""

KEYS: Final = ("EZGRAPH_SECRET_KEY", "EZGRAPH_ENCRYPTION_KEYS")

GUESSES: Final = ("admin", "password", "changeme", "ezgraph")
"""Passwords that somebody tries first, beside the account's own name."""

MOST_ACCOUNTS: Final = 20
"""Administrators whose passwords are tried: a guess takes as long as a log-in does."""


@register(deploy=True)
def check_names(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Report that nobody reaches the site by its name, or that it takes any name for its own."""
    names = set(settings.ALLOWED_HOSTS)
    hint = "Set it to the names by which people reach the site, such as chat.example.org."
    if "*" in names:
        message = "EZGRAPH_ALLOWED_HOSTS takes any name: links that the site makes can be led elsewhere."
        return [Warning(message, hint=hint, id=ANY_NAME)]
    if names <= LOCAL_NAMES:
        message = "EZGRAPH_ALLOWED_HOSTS names this machine only: whoever comes by another name is refused."
        return [Warning(message, hint=hint, id=LOCAL_NAMES_ONLY)]
    return []


@register()
def check_spelling(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Report entries that no request can name: an address, a port, a path, letters that DNS does not know."""
    return [
        Error(
            f"EZGRAPH_ALLOWED_HOSTS names {name!r}, by which no request comes.",
            hint="A name only, such as chat.example.org: no https://, no port, no path, only ASCII.",
            id=NO_NAME,
        )
        for name in settings.ALLOWED_HOSTS
        if not NAME.fullmatch(name)
    ]


@register(deploy=True)
def check_date(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Report a date that stands still."""
    if settings.EZGRAPH_BUSINESS_DATE is None:
        return []
    message = f"EZGRAPH_BUSINESS_DATE: graphs take {settings.EZGRAPH_BUSINESS_DATE} for today, every day."
    return [Warning(message, hint="Unset it; it is for trying graphs.", id=OTHER_DATE)]


@register(deploy=True)
def check_https(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Report the one setting behind what Django tells of https and cookies in several warnings."""
    if settings.EZGRAPH_HTTPS:
        return []
    message = "EZGRAPH_HTTPS is off: log-ins and what customers write can be read on the way."
    hint = "Set it to true behind a proxy that speaks https; security.W004, W008, W012 and W016 end with it."
    return [Warning(message, hint=hint, id=NO_HTTPS)]


@register(deploy=True)
def check_keys(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Report that keys are this machine's own, though others can serve the same database."""
    if connections["default"].vendor == "sqlite":
        return []
    own = [name for name in KEYS if not settings.ENVIRONMENT.is_set(name)]
    if not own:
        return []
    return [
        Warning(
            f"{' and '.join(own)} come from the data folder: a process with another folder takes no token"
            " and reads no secret of this one.",
            hint="Set them to what the folder's files hold, the same for all processes.",
            id=KEYS_OF_A_FOLDER,
        )
    ]


@register(Tags.database, deploy=True)
def check_passwords(
    app_configs: Any, databases: Sequence[str] | None = None, **kwargs: Any
) -> Sequence[CheckMessage]:
    """Report administrators whose password anybody would try first."""
    users = get_user_model().objects
    if users.db not in (databases or ()) or not _has_accounts(users.db):
        return []
    administrators = users.filter(is_superuser=True, is_active=True).order_by("pk")[:MOST_ACCOUNTS]
    return [
        Warning(
            f"The administrator {account.get_username()!r} has a password that is soon guessed.",
            hint=f"manage.py changepassword {account.get_username()}",
            id=GUESSED,
        )
        for account in administrators
        if any(map(account.check_password, (*GUESSES, account.get_username())))
    ]


def _has_accounts(alias: str) -> bool:
    """Before the first migration there are none."""
    return get_user_model()._meta.db_table in connections[alias].introspection.table_names()
