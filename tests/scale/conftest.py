"""Servers that several processes share."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.peers import postgres, redis
from tests.scale.model import EchoModel, serving_model


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


@pytest.fixture(scope="module")
def database_url() -> Iterator[str]:
    """An empty PostgreSQL database; where the tests run on SQLite, the test is skipped."""
    server = os.environ.get("DATABASE_URL")  # noqa: TID251 - no setting of the site
    if not server:
        pytest.skip("of PostgreSQL only")
    with postgres.new_database(server) as url:
        yield url


@pytest.fixture(scope="module")
def echo_model() -> Iterator[EchoModel]:
    """A model that says again what it was told."""
    with serving_model() as model:
        yield model
