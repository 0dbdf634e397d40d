"""What every start of the site needs before it does its own work: keys, apps, sound code, a database."""

import os
from pathlib import Path

import django
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured

from ezgraph_site.bootstrap import make_data_dir
from ezgraph_site.env import Environment, allow_loopback, name_settings
from ezgraph_site.messages import in_words, serious
from ezgraph_site.places import data_dir


def prepare(environment: Environment) -> Path:
    """Make what is missing and return the data folder; afterwards models can be imported.

    Raises `ImproperlyConfigured`, with every fault of the code and the configuration at once.
    """
    name_settings()
    allow_loopback()
    os.umask(0o077)  # what customers write is for the site's own user only
    folder = data_dir(environment)
    make_data_dir(folder)
    django.setup()
    faults = serious(run_checks())
    if faults:
        raise ImproperlyConfigured(in_words(faults))

    # Reads the settings, which need the keys.
    from ezgraph_site.reaching import refuse_unusable_database

    refuse_unusable_database()
    return folder
