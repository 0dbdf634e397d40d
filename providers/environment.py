"""The one door to variables that placeholders of providers name: what they say is up to staff.

The site's own settings come in elsewhere. Which names staff may use here, a setting says.
"""

import os
from fnmatch import fnmatchcase

from django.conf import settings


def is_allowed(name: str) -> bool:
    """Whether `EZGRAPH_PROVIDER_ENV` lets providers read the variable `name`."""
    return any(fnmatchcase(name, pattern) for pattern in settings.EZGRAPH_PROVIDER_ENV)


def variable(name: str) -> str:
    """Return the variable `name` of the process; empty where it is not set."""
    return os.environ.get(name, "")
