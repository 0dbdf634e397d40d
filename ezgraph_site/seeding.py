"""Brings the database of a fresh checkout to where somebody can use it, and leaves a used one alone."""

import fcntl
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import OperationalError
from django.db.migrations.exceptions import MigrationSchemaMissing

from conversations.access import issue_api_key, scopes
from conversations.models import ApiClient

ADMINISTRATOR: Final = "admin"
PASSWORD_BYTES: Final = 12
DEMO_CLIENT: Final = "demo"
DEMO_SCOPES: Final = (scopes.SESSIONS_WRITE, scopes.SESSIONS_READ)


@dataclass(frozen=True)
class FirstCredentials:
    """What was made just now and can be read only once; None for what was there already."""

    administrator_password: str | None
    demo_key: str | None


def prepare_database() -> FirstCredentials:
    """Migrate, which seeds providers and settings, and seed the rest. Two runs at once take turns."""
    with _alone():
        _migrate()
        return FirstCredentials(_make_administrator(), _make_demo_key())


def migrate_database() -> None:
    """The same without credentials: whoever sees no welcome must not use up what it shows only once."""
    with _alone():
        _migrate()


def _migrate() -> None:
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except (OperationalError, MigrationSchemaMissing) as error:
        raise ImproperlyConfigured(f"The database cannot be migrated: {str(error).strip()}") from error


def _make_administrator() -> str | None:
    """Make the administrator, unless there is one, and return the new password."""
    users = get_user_model().objects
    if users.filter(is_superuser=True).exists():
        return None
    password = secrets.token_urlsafe(PASSWORD_BYTES)
    users.create_superuser(ADMINISTRATOR, password=password)
    return password


def _make_demo_key() -> str | None:
    """Make the API client to try things with, unless there is one, and return its new key."""
    if ApiClient.objects.filter(name=DEMO_CLIENT).exists():
        return None
    return issue_api_key(DEMO_CLIENT, DEMO_SCOPES, name="from the first start")


@contextmanager
def _alone() -> Iterator[None]:
    with (settings.EZGRAPH_DATA_DIR / "bootstrap.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
