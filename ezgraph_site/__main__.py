"""`make run`: a fresh checkout becomes a running site, a used one runs again with all its data."""

import sys

from django.conf import settings
from django.core.checks import run_checks
from django.db import connection

from ezgraph_site.env import Environment
from ezgraph_site.messages import in_words, one_message, serious
from ezgraph_site.places import host, port
from ezgraph_site.serve import PortUnavailable, refuse_unavailable_port, serve
from ezgraph_site.starting import prepare


def main() -> None:
    """Prepare and serve; a fault that the user can mend ends it with one clear message."""
    try:
        with one_message():
            _run(Environment())
    except PortUnavailable as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("Stopped before it was ready.")


def _run(environment: Environment) -> None:
    address, wanted_port = host(environment), port(environment)
    refuse_unavailable_port(address, wanted_port)
    folder = prepare(environment)

    # These know models, which need the apps.
    from conversations.engine import graphs
    from ezgraph_site.demo import first_look
    from ezgraph_site.seeding import prepare_database
    from ezgraph_site.welcome import welcome

    credentials = prepare_database()
    is_fresh = credentials.administrator_password is not None
    _warn()

    def ready(address: str) -> None:
        chats = [name for name, graph in graphs.served().items() if graph.response_mode == "chat"]
        print(welcome(address, folder, credentials, chats), flush=True)
        if is_fresh and settings.EZGRAPH_DEMO and connection.vendor == "sqlite":
            first_look.begin()

    serve(address, wanted_port, ready)


def _warn() -> None:
    """Say what does not work yet and keeps nobody from starting the site, since it may be mended later."""
    from conversations.checks import SETTING_FAULT
    from ezgraph_site.reaching import unreachable_redis

    faults = serious(run_checks(databases=["default"]))
    of_environment = [fault for fault in faults if fault.id == SETTING_FAULT]
    of_rows = [fault for fault in faults if fault.id != SETTING_FAULT]
    if of_environment:
        print(in_words(of_environment), file=sys.stderr)
    if of_rows:
        print(
            f"{in_words(of_rows)}\nThe site runs all the same: mend this in the back office.", file=sys.stderr
        )
    reason = unreachable_redis()
    if reason is not None:
        print(
            f"REDIS_URL: Redis cannot be reached ({reason})."
            " The site runs, but chat pages cannot connect until it can.",
            file=sys.stderr,
        )


if __name__ == "__main__":
    main()
