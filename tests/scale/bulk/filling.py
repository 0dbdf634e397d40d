"""A site that has been used for ninety days, made by the database itself from the files in `sql`.

It is the same in every run, but for the moment at which it ends.
"""

import logging
import time
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.db import connection
from django.utils import timezone

from tests.scale.bulk.tables import defaults_in_the_database, ready_for_rows

SQL: Final = Path(__file__).parent / "sql"

SESSIONS: Final = 200_000
"""Of a whole data set. They bring a million decisions with them."""

REVIEWS: Final = 20_000

BUILDING: Final = "SET maintenance_work_mem = '512MB'"

logger = logging.getLogger(__name__)


def fill(share: float = 1.0, until: datetime | None = None) -> None:
    """Fill the empty database with a share of a whole data set that ends at `until`, by default now."""
    values = {
        "sessions": round(SESSIONS * share),
        "reviews": round(REVIEWS * share),
        "until": until or timezone.now(),
    }
    began = time.monotonic()
    others = [*apps.get_app_config("providers").get_models(), *apps.get_app_config("auth").get_models()]
    _run(BUILDING)
    with defaults_in_the_database(others), ready_for_rows(apps.get_app_config("conversations").get_models()):
        for file in sorted(SQL.glob("*.sql")):
            _run(file.read_text(), values)
            logger.info("%s after %.0f s", file.name, time.monotonic() - began)
    logger.info("indexes after %.0f s", time.monotonic() - began)
    _run("VACUUM ANALYZE")
    logger.info("all after %.0f s, %s", time.monotonic() - began, size())


def size() -> str:
    """How much room the database takes."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_size_pretty(pg_database_size(current_database()))")
        return str(cursor.fetchone()[0])


def _run(statements: str, values: dict[str, Any] | None = None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statements, values)
