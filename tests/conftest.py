"""What every test needs before Django loads: a data folder and keys of its own."""

import base64
import os
import tempfile
from collections.abc import Iterator

import pytest

os.environ["DJANGO_SETTINGS_MODULE"] = "ezgraph_site.settings"
os.environ["EZGRAPH_DATA_DIR"] = tempfile.mkdtemp(prefix="ezgraph-test-")
os.environ["EZGRAPH_SECRET_KEY"] = "for tests only"
os.environ["EZGRAPH_ENCRYPTION_KEYS"] = base64.urlsafe_b64encode(b"for tests only".ljust(32)).decode()

import django

django.setup()

from providers.database import shut_down  # noqa: E402 - the apps come first


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """Hand the database executor's connections back before the test database is dropped."""
    yield
    shut_down()
