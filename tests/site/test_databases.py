"""What Django is told about the database."""

from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
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
    assert config["OPTIONS"]["tcp_user_timeout"] == 30_000
    assert config["CONN_MAX_AGE"] == 0
    assert (config["HOST"], config["PORT"], config["NAME"]) == ("db.example", 5433, "site")


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("hello", "PostgreSQL or SQLite"),
        ("mysql://u:hidden@h/db", "PostgreSQL or SQLite"),
        ("postgis://u:hidden@h/db", "PostgreSQL or SQLite"),
        ("postgres://u:hid[den@h/db", "cannot be read"),
        ("postgres://u:p@h:hidden/db", "cannot be read"),
        ("postgres://u:hid/den@h/db", "percent-encode"),
        ("postgres://u:1/hidden@h/db", "percent-encode"),
        ("postgres://u:1#hidden@h/db", "percent-encode"),
        ("postgres://u:1?hidden@h/db", "percent-encode"),
        ("postgres://u:hidden@h", "name a database"),
        ("postgres://u:hidden@h/", "name a database"),
        ("sqlite://", "name a file"),
        ("sqlite://:memory:", "name a file"),
    ],
)
def test_it_refuses_a_url_that_it_cannot_use_without_showing_it(url: str, why: str):
    with pytest.raises(ImproperlyConfigured) as refused:
        database(url, FOLDER, threads=8)

    assert str(refused.value).startswith("DATABASE_URL ")
    assert why in str(refused.value)
    assert "hidden" not in str(refused.value)


def test_a_password_may_hold_anything_percent_encoded():
    config = database("postgres://u:a%2Fb%40c%5Bd@db.example/site", FOLDER, threads=8)

    assert (config["PASSWORD"], config["HOST"]) == ("a/b@c[d", "db.example")


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="of SQLite only")
@pytest.mark.parametrize(
    ("name", "value"),
    [("journal_mode", "wal"), ("busy_timeout", 20_000), ("foreign_keys", 1), ("synchronous", 1)],
)
def test_the_sqlite_of_a_fresh_checkout_is_ready_for_several_writers(name: str, value: object):
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name}")
        assert cursor.fetchone() == (value,)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="of PostgreSQL only")
def test_postgresql_hands_a_connection_back_to_the_pool():
    connections = settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"]
    pids = set()
    for _ in range(2 * connections):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            pids.add(cursor.fetchone())
        connection.close()

    assert len(pids) <= connections


def test_on_postgresql_nobody_waits_for_a_lock_or_holds_one_for_long():
    config = database("postgres://u:p@h/site?options=-c%20work_mem%3D8MB", FOLDER, threads=8)

    *limits, own = config["OPTIONS"]["options"].split("-c ")
    assert own == "work_mem=8MB"
    assert limits == ["", "lock_timeout=5s ", "idle_in_transaction_session_timeout=30s "]


def test_a_proxy_of_postgresql_is_asked_for_nothing_that_lasts():
    config = database("postgres://u:p@h/site", FOLDER, threads=8, behind_proxy=True)

    assert config["DISABLE_SERVER_SIDE_CURSORS"]
    assert "options" not in config["OPTIONS"]
