"""How this site talks to SQLite and PostgreSQL."""

from pathlib import Path
from typing import Any, Final

import dj_database_url

SQLITE: Final = "django.db.backends.sqlite3"

SQLITE_BUSY_SECONDS: Final = 20
"""How long a writer waits for another process before "database is locked"."""

SQLITE_PRAGMAS: Final = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"

POOL_SPARE_CONNECTIONS: Final = 4
"""For synchronous requests (the admin), beside those of the database executor's threads."""

POOL_WAIT_SECONDS: Final = 10


def database(url: str, data_dir: Path, threads: int) -> dict[str, Any]:
    """Django's settings of the one database: `url`, or a SQLite file in `data_dir` where it is empty.

    `threads` is the size of the database executor, which the PostgreSQL pool has to satisfy.
    """
    if not url:
        return _sqlite({"ENGINE": SQLITE, "NAME": str(data_dir / "db.sqlite3")}, data_dir)
    parsed = dict(dj_database_url.parse(url))
    if parsed["ENGINE"] == SQLITE:
        return _sqlite(parsed, data_dir)
    return _postgresql(parsed, threads)


def _sqlite(config: dict[str, Any], data_dir: Path) -> dict[str, Any]:
    return {
        **config,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            **config.get("OPTIONS", {}),
            "timeout": SQLITE_BUSY_SECONDS,
            "transaction_mode": "IMMEDIATE",
            "init_command": SQLITE_PRAGMAS,
        },
        # A file, because the threads of the database executor share it with the test.
        "TEST": {"NAME": str(data_dir / "test.sqlite3")},
    }


def _postgresql(config: dict[str, Any], threads: int) -> dict[str, Any]:
    pool = {"min_size": 1, "max_size": threads + POOL_SPARE_CONNECTIONS, "timeout": POOL_WAIT_SECONDS}
    return {
        **config,
        # Django's pool keeps the connections; each user hands its own back at once.
        "CONN_MAX_AGE": 0,
        # A connection that died with a restarted server is replaced before a turn sees it.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {**config.get("OPTIONS", {}), "pool": pool},
    }
