"""The database as it really is: what it may lose, and whether it can hold what the site asks of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections

from conversations.models import Session

ENCODING: Final = "ezgraph.database.E006"
SERVER_ISOLATION: Final = "ezgraph.database.E007"
NO_WAL: Final = "ezgraph.database.W006"
DAMAGE: Final = "ezgraph.database.W007"
LOSS: Final = "ezgraph.database.W008"
FEW_CONNECTIONS: Final = "ezgraph.database.W009"

ASKED: Final = (
    "fsync",
    "full_page_writes",
    "synchronous_commit",
    "server_encoding",
    "transaction_isolation",
    "max_connections",
    "superuser_reserved_connections",
)
"""Settings of PostgreSQL, as they hold for a connection of the site."""


@register(Tags.database)
def check_database_server(
    app_configs: Any, databases: Sequence[str] | None = None, **kwargs: Any
) -> Sequence[CheckMessage]:
    """Report what is wrong with the database that holds the conversations."""
    alias = Session.objects.db
    if alias not in (databases or ()):
        return []
    connection = connections[alias]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA journal_mode")
            return list(faults_of_sqlite(cursor.fetchone()[0]))
        if connection.vendor == "postgresql":
            cursor.execute("SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", [list(ASKED)])
            return list(faults_of_postgresql(dict(cursor.fetchall()), connection.settings_dict["OPTIONS"]))
    return []


def faults_of_sqlite(journal_mode: str) -> Iterator[CheckMessage]:
    """What is wrong with a SQLite file that writes its journal in this mode."""
    if journal_mode != "wal":
        yield Warning(
            f"SQLite's journal mode is {journal_mode!r}: whoever reads keeps others from writing.",
            hint='Set "init_command": "PRAGMA journal_mode=WAL" in the OPTIONS of the database.',
            id=NO_WAL,
        )


def faults_of_postgresql(server: Mapping[str, str], options: Mapping[str, Any]) -> Iterator[CheckMessage]:
    """What is wrong with a PostgreSQL server of these settings; `options` are ours of the database."""
    if server["server_encoding"] != "UTF8":
        yield Error(
            f"The database's encoding is {server['server_encoding']}: it cannot hold what customers write.",
            hint="Make it anew: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.",
            id=ENCODING,
        )
    if "isolation_level" not in options and server["transaction_isolation"] != "read committed":
        yield Error(
            f"The server's isolation level is {server['transaction_isolation']}: messages that come at the"
            " same time would end in errors instead of waiting for each other.",
            hint="Reset default_transaction_isolation for the server, the database and the role.",
            id=SERVER_ISOLATION,
        )
    yield from _durability(server)
    yield from _room(server, options)


def _durability(server: Mapping[str, str]) -> Iterator[CheckMessage]:
    for name in ("fsync", "full_page_writes"):
        if server[name] == "off":
            yield Warning(
                f"The server's {name} is off: a crash of its machine can damage the database.",
                hint=f"Turn {name} on in the server's configuration.",
                id=DAMAGE,
            )
    if server["synchronous_commit"] == "off":
        yield Warning(
            "The server's synchronous_commit is off: a crash can lose messages that were accepted.",
            hint="Turn synchronous_commit on for the server, the database and the role.",
            id=LOSS,
        )


def _room(server: Mapping[str, str], options: Mapping[str, Any]) -> Iterator[CheckMessage]:
    pool = options.get("pool")
    size = pool.get("max_size") or 0 if isinstance(pool, Mapping) else 0
    free = int(server["max_connections"]) - int(server["superuser_reserved_connections"])
    if size > free:
        yield Warning(
            f"The server takes {free} connections, and the pool of one process alone has up to {size}.",
            hint="Raise the server's max_connections, or lower EZGRAPH_DATABASE_THREADS.",
            id=FEW_CONNECTIONS,
        )
