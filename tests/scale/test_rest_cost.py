"""What the REST API adds to a turn: who is calling, reading, counting, writing."""

import time
from collections.abc import Awaitable, Callable
from uuid import UUID

import pytest
from django.db import connection

from conversations.engine import TurnRequest, engine
from conversations.testing import serve_graphs
from tests.scale.graphs import EchoGraph
from tests.scale.rest import new_integration

pytestmark = [
    pytest.mark.alone,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="of PostgreSQL only"),
]

TURNS = 50
ROUNDS = 6
ALLOWED_MILLISECONDS = 5.0


async def milliseconds(turn: Callable[[UUID], Awaitable[object]], session: UUID) -> float:
    """The processor time of one turn, of all threads of this process."""
    started = time.process_time()
    for _ in range(TURNS):
        await turn(session)
    return (time.process_time() - started) / TURNS * 1000


async def run_without_rest(session: UUID) -> None:
    result = await engine.run(TurnRequest(session=session, message="Hello."))
    assert result.success


async def test_a_turn_over_rest_takes_little_more_processor_time_than_one_without():
    with serve_graphs(EchoGraph):
        integration = await new_integration()
        plain, over_rest = await integration.start("echo"), await integration.start("echo")
        added = []
        for _ in range(ROUNDS):
            without = await milliseconds(run_without_rest, plain)
            added.append(await milliseconds(integration.run, over_rest) - without)
    assert min(added) < ALLOWED_MILLISECONDS, added
