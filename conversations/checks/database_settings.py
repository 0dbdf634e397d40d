"""Settings of the database under which turns would be slow, stall each other or be lost."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register
from django.db import connections
from django.db.backends.postgresql.psycopg_any import IsolationLevel

from conversations.models import Session

ATOMIC_REQUESTS: Final = "ezgraph.database.E001"
ISOLATION: Final = "ezgraph.database.E002"
SMALL_POOL: Final = "ezgraph.database.E003"
IN_MEMORY: Final = "ezgraph.database.E004"
KEPT_AND_POOLED: Final = "ezgraph.database.E005"
NO_POOL: Final = "ezgraph.database.W001"
NO_HEALTH_CHECKS: Final = "ezgraph.database.W002"
LATE_LOCK: Final = "ezgraph.database.W003"
IMPATIENT: Final = "ezgraph.database.W004"
NOT_KEPT: Final = "ezgraph.database.W005"

SPARE_CONNECTIONS: Final = 1
"""What a pool needs beside one connection a thread: sync requests, such as the back office's, use it."""

POOL_SIZE: Final = 4
"""The size of a pool that is given none, by psycopg_pool."""

LEAST_BUSY_SECONDS: Final = 5
"""How long a writer on SQLite should wait for another one; also what it waits where nothing is said."""


@register()
def check_database_settings(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Report what is wrong with the settings of the database that holds the conversations."""
    connection = connections[Session.objects.db]
    return list(faults_of(connection.vendor, connection.settings_dict, settings.EZGRAPH_DATABASE_THREADS))


def faults_of(vendor: str, config: Mapping[str, Any], threads: int) -> Iterator[CheckMessage]:
    """What is wrong with one entry of DATABASES, complete with Django's defaults.

    `vendor` is Django's name of the kind of database, `threads` the size of the database executor.
    """
    if config["ATOMIC_REQUESTS"]:
        yield Error(
            "ATOMIC_REQUESTS is on: the API and the chat page fail, as Django runs no async view in a"
            " transaction, and one would be open while a model is awaited.",
            hint="Turn it off; what belongs together is written in one transaction all the same.",
            id=ATOMIC_REQUESTS,
        )
    if vendor == "postgresql":
        yield from _of_postgresql(config, threads)
    elif vendor == "sqlite":
        yield from _of_sqlite(config)


def _of_postgresql(config: Mapping[str, Any], threads: int) -> Iterator[CheckMessage]:
    level = config["OPTIONS"].get("isolation_level", IsolationLevel.READ_COMMITTED)
    if level != IsolationLevel.READ_COMMITTED:
        yield Error(
            "The isolation level of the database is not READ COMMITTED: messages that come at the same time"
            " would end in errors instead of waiting for each other.",
            hint="Remove isolation_level from the OPTIONS of the database.",
            id=ISOLATION,
        )
    pool = config["OPTIONS"].get("pool")
    if not pool:
        yield Warning(
            "The database has no connection pool: turns take about three times as long.",
            hint=f'Set "pool": {{"max_size": {threads + SPARE_CONNECTIONS}}} in its OPTIONS.',
            id=NO_POOL,
        )
        return
    yield from _of_pool({} if pool is True else pool, threads)
    if config["CONN_MAX_AGE"] != 0:
        yield Error(
            f"CONN_MAX_AGE is {config['CONN_MAX_AGE']}, but connections of a pool are not kept.",
            hint="Set it to 0: the pool keeps the connections.",
            id=KEPT_AND_POOLED,
        )
    if not config["CONN_HEALTH_CHECKS"]:
        yield Warning(
            "CONN_HEALTH_CHECKS is off: after a restart of the database turns fail on dead connections.",
            hint="Set it to True.",
            id=NO_HEALTH_CHECKS,
        )


def _of_pool(pool: Mapping[str, Any], threads: int) -> Iterator[CheckMessage]:
    size = pool.get("max_size") or pool.get("min_size", POOL_SIZE)
    needed = threads + SPARE_CONNECTIONS
    if size < needed:
        yield Error(
            f"The connection pool has {size} connections for {threads} threads of the database executor:"
            " turns would wait for one in vain.",
            hint=f"Let its max_size be at least {needed}, or lower EZGRAPH_DATABASE_THREADS.",
            id=SMALL_POOL,
        )


def _of_sqlite(config: Mapping[str, Any]) -> Iterator[CheckMessage]:
    options = config["OPTIONS"]
    if _is_in_memory(str(config["NAME"])):
        yield Error(
            "The SQLite database is in memory: threads do not share it, and it is gone when the site stops.",
            hint="Let its NAME be a file.",
            id=IN_MEMORY,
        )
    if options.get("transaction_mode") not in ("IMMEDIATE", "EXCLUSIVE"):
        yield Warning(
            "Transactions on SQLite begin without a lock: where two processes write, one of them can"
            ' fail at once with "database is locked".',
            hint='Set "transaction_mode": "IMMEDIATE" in the OPTIONS of the database.',
            id=LATE_LOCK,
        )
    if options.get("timeout", LEAST_BUSY_SECONDS) < LEAST_BUSY_SECONDS:
        yield Warning(
            f"Writers on SQLite wait {options['timeout']} s for each other, then fail with"
            ' "database is locked".',
            hint=f'Set "timeout" in the OPTIONS of the database to {LEAST_BUSY_SECONDS} or more.',
            id=IMPATIENT,
        )
    if config["CONN_MAX_AGE"] is not None:
        yield Warning(
            f"CONN_MAX_AGE is {config['CONN_MAX_AGE']}: SQLite's file is opened again and again.",
            hint="Set it to None.",
            id=NOT_KEPT,
        )


def _is_in_memory(name: str) -> bool:
    return name == ":memory:" or "mode=memory" in name
