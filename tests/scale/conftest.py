"""Servers that several processes share."""

import os
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.peers import postgres, redis
from tests.scale.model import EchoModel, serving_model


@pytest.fixture(scope="session")
def full_load(pytestconfig: pytest.Config) -> bool:
    """Whether to run with as many tabs and rounds as are promised, instead of some."""
    full: bool = pytestconfig.getoption("--full-load")
    return full


@pytest.fixture(scope="session")
def redis_command() -> Path:
    """A Redis server's command; without one the test is skipped, where CI is set it fails."""
    command = redis.find()
    if command:
        return command
    if redis.required():
        pytest.fail(redis.MISSING)
    pytest.skip(redis.MISSING)


@pytest.fixture(scope="session")
def redis_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The Redis that `REDIS_URL` names, or one that is started once a run."""
    if given := redis.given():
        yield given
        return
    with redis.running_server(request.getfixturevalue("redis_command")) as server:
        yield server.url


@pytest.fixture(scope="session")
def postgres_server() -> str:
    """The URL of the PostgreSQL server; where the tests run on SQLite, the test is skipped."""
    url = _server_url()
    if not url:
        pytest.skip("of PostgreSQL only")
    return url


@pytest.fixture(scope="module")
def database_url(postgres_server: str) -> Iterator[str]:
    """An empty database on it."""
    with postgres.new_database(postgres_server) as url:
        yield url


@pytest.fixture(scope="module")
def tests_database_url() -> Iterator[str]:
    """An empty database of the kind that the tests run on; no URL where that is SQLite."""
    server = _server_url()
    with postgres.new_database(server) if server else nullcontext("") as url:
        yield url


@pytest.fixture(scope="module")
def echo_model() -> Iterator[EchoModel]:
    """A model that says again what it was told."""
    with serving_model() as model:
        yield model


def _server_url() -> str:
    return os.environ.get("DATABASE_URL", "")  # noqa: TID251 - no setting of the site
