#!/usr/bin/env python
"""Django's command line for this site."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ezgraph_site.settings")
    from django.core.exceptions import ImproperlyConfigured

    try:
        _execute()
    except ImproperlyConfigured as error:
        sys.exit(f"The settings cannot be used: {error}")


def _execute() -> None:
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    try:
        execute_from_command_line(sys.argv)
    except OperationalError:
        from ezgraph_site.reaching import refuse_unusable_database  # reads the settings

        refuse_unusable_database()  # says in a sentence why; where it can be used, the fault was another
        raise


if __name__ == "__main__":
    main()
