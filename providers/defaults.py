"""What the settings of this app are where a project leaves them out."""

from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings

DEFAULTS: Final[Mapping[str, Any]] = {
    "EZGRAPH_ALLOWED_PRIVATE_HOSTS": (),
    "EZGRAPH_DATABASE_THREADS": 8,
    "EZGRAPH_ENCRYPTION_KEYS": (),
    "EZGRAPH_LOOPBACK_PROVIDERS": False,
    "EZGRAPH_PROVIDER_ENV": ("*_API_KEY", "*_BASE_URL"),
    "REDIS_URL": "",
}


def fill_in(defaults: Mapping[str, Any]) -> None:
    """Give Django's settings those of `defaults` that the project does not name.

    For an app's configuration to call as it is made: before models are loaded and settings read.
    """
    for name, value in defaults.items():
        if not hasattr(settings, name):
            setattr(settings, name, value)
