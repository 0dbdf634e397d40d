"""What Django is told about the database."""

from pathlib import Path

import pytest
from django.db import connection

from ezgraph_site.databases import database

FOLDER = Path("/data")


def test_without_a_url_it_is_a_sqlite_file_in_the_data_folder():
    config = database("", FOLDER, threads=8)

    assert config["ENGINE"] == "django.db.backends.sqlite3"
    assert config["NAME"] == "/data/db.sqlite3"
    assert config["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert config["CONN_MAX_AGE"] is None


def test_a_url_may_name_another_sqlite_file():
    config = database("sqlite:////srv/site.sqlite3", FOLDER, threads=8)

    assert config["NAME"] == "/srv/site.sqlite3"
    assert config["OPTIONS"]["timeout"] >= 5


def test_postgresql_gets_a_pool_that_satisfies_the_threads():
    config = database("postgres://u:p@db.example:5433/site?sslmode=require", FOLDER, threads=8)

    assert config["OPTIONS"]["pool"]["max_size"] > 8
    assert config["OPTIONS"]["sslmode"] == "require"
    assert config["CONN_MAX_AGE"] == 0
    assert (config["HOST"], config["PORT"], config["NAME"]) == ("db.example", 5433, "site")


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="of SQLite only")
def test_the_sqlite_of_a_fresh_checkout_is_ready_for_several_writers():
    with connection.cursor() as cursor:

        def pragma(name: str) -> object:
            return cursor.execute(f"PRAGMA {name}").fetchone()[0]

        assert pragma("journal_mode") == "wal"
        assert pragma("busy_timeout") >= 5000
        assert pragma("foreign_keys") == 1
        assert pragma("synchronous") == 1


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="of PostgreSQL only")
def test_postgresql_is_reached_through_the_pool():
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")

    assert connection.pool is not None
