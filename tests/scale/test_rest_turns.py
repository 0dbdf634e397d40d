"""Many turns at once over REST: they wait side by side for a model, and hold no connection meanwhile."""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from uuid import UUID

import pytest
from django.conf import settings
from django.db import connection

from conversations.models import GraphSettings
from conversations.testing import serve_graphs
from providers.models import Provider
from tests.peers.slow_model import SlowModel, running_model
from tests.scale import sampling
from tests.scale.graphs import TalkGraph
from tests.scale.rest import Integration, new_integration

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="of PostgreSQL only"),
]

TURNS = 200
ALLOWED_SECONDS = 3.0
TRIES = 3
"""A busy machine can slow down one measurement; turns that wait for each other are slow in all."""


@pytest.fixture
def model() -> Iterator[SlowModel]:
    """A model of another process."""
    with running_model() as running:
        yield running


@pytest.fixture
async def integration(transactional_db: None) -> AsyncIterator[Integration]:
    """An integration of a site that serves the graph `talk`."""
    with serve_graphs(TalkGraph):
        yield await new_integration()


async def use(model: SlowModel, how: str) -> None:
    """Let the graph ask the model that answers so."""
    options = {"model": "slow", "base_url": model.base_url(how), "api_key": "none"}
    await Provider.objects.aupdate_or_create(name="slow", defaults={"type": "openai", "options": options})
    await GraphSettings.objects.aupdate_or_create(graph="talk", defaults={"chat_provider": "slow"})


async def new_sessions(integration: Integration) -> list[UUID]:
    return [await integration.start("talk") for _ in range(TURNS)]


def database_threads() -> Counter[str]:
    """The threads of this process that do work of the database, by the kind of work."""
    names = (thread.name.partition("_")[0] for thread in threading.enumerate())
    return Counter(name for name in names if name in ("database", "author"))


@pytest.mark.alone
async def test_a_second_of_the_model_is_waited_for_by_all_at_once(integration: Integration, model: SlowModel):
    await use(model, "second")
    sessions = await new_sessions(integration)
    await integration.run(sessions[0])  # what is imported and connected with the first turn
    taken: list[float] = []
    while not taken or (min(taken) >= ALLOWED_SECONDS and len(taken) < TRIES):
        started = time.perf_counter()
        await asyncio.gather(*map(integration.run, sessions))
        taken.append(time.perf_counter() - started)
    assert min(taken) < ALLOWED_SECONDS


async def test_turns_that_wait_hold_no_connection_and_need_no_more_threads(
    integration: Integration, model: SlowModel, postgres_server: str
):
    await use(model, "held")
    sessions = await new_sessions(integration)
    pool = settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"]
    with sampling.most(postgres_server, connection.settings_dict["NAME"]) as highest:
        turns = [asyncio.ensure_future(integration.run(session)) for session in sessions]
        await model.expect(TURNS)
        held = sampling.look(postgres_server, connection.settings_dict["NAME"])
        threads = database_threads()
        await model.release()
        await asyncio.gather(*turns)
    assert held.busy == 0
    assert threads.total() <= settings.EZGRAPH_DATABASE_THREADS
    assert 0 < highest.open <= pool
    assert database_threads().total() <= settings.EZGRAPH_DATABASE_THREADS
