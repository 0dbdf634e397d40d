"""`make run`: a fresh checkout becomes a running site, a used one runs again with all its data."""

import io
import os
import sys

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError

from ezgraph_site.bootstrap import make_data_dir
from ezgraph_site.env import Environment
from ezgraph_site.places import data_dir, port
from ezgraph_site.serve import PortUnavailable, refuse_unavailable_port, serve


def main() -> None:
    """Prepare and serve; a fault that the user can mend ends it with one clear message."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ezgraph_site.settings")
    try:
        _run(Environment())
    except (PortUnavailable, ImproperlyConfigured, CommandError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("Stopped before it was ready.")


def _run(environment: Environment) -> None:
    os.umask(0o077)  # what customers write is for the site's own user only
    folder, wanted_port = data_dir(environment), port(environment)
    refuse_unavailable_port(wanted_port)
    make_data_dir(folder)
    django.setup()

    # These know models, which need the apps.
    from conversations.engine import graphs
    from ezgraph_site.seeding import prepare_database
    from ezgraph_site.welcome import welcome

    call_command("check", stdout=io.StringIO())
    credentials = prepare_database()
    _report_faulty_rows()

    def ready(address: str) -> None:
        print(welcome(address, folder, credentials, list(graphs.served())), flush=True)

    serve(wanted_port, ready)


def _report_faulty_rows() -> None:
    """Say what is wrong with configured rows. It is mended in the back office, so the site has to run."""
    try:
        call_command("check", databases=["default"], stdout=io.StringIO())
    except SystemCheckError as error:
        print(f"{error}\nThe site runs all the same: mend this in the back office.", file=sys.stderr)


if __name__ == "__main__":
    main()
