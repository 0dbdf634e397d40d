"""`make chat`: talk to a graph in the terminal, on the data of this site."""

import sys

from django.core.management import call_command

from ezgraph_site.env import Environment
from ezgraph_site.messages import one_message
from ezgraph_site.starting import prepare


def main() -> None:
    """Prepare and talk; a fault that the user can mend ends it with one clear message."""
    with one_message():
        prepare(Environment())

        # Knows models, which need the apps.
        from ezgraph_site.seeding import migrate_database

        migrate_database()
        call_command("chat", *sys.argv[1:])


if __name__ == "__main__":
    main()
