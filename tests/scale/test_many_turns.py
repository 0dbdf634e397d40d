"""Many turns at once in one process: they wait for their models side by side, and hold no connection."""

import asyncio
import time
from uuid import UUID

import pytest
from django.conf import settings
from django.db import connection

from tests.scale import sampling
from tests.scale.load import EchoChat, new_sessions, serving, turn_seconds

pytestmark = [
    pytest.mark.alone,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="of PostgreSQL only"),
]

TURNS = 200
MODEL_SECONDS = 1.0
ALLOWED_SECONDS = 3.0
TRIES = 3
"""A busy machine can slow down one measurement; turns that wait for each other are slow in all."""


async def seconds_of(sessions: list[UUID]) -> float:
    """How long it takes to run one turn of each session, all at once."""
    started = time.perf_counter()
    await asyncio.gather(*map(turn_seconds, sessions))
    return time.perf_counter() - started


async def test_turns_that_wait_for_a_model_wait_side_by_side(postgres_server: str):
    pool = settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"]
    taken: list[float] = []
    with serving(EchoChat(MODEL_SECONDS)):
        sessions = await new_sessions(TURNS)
        with sampling.most(postgres_server, connection.settings_dict["NAME"]) as connections:
            while not taken or (min(taken) >= ALLOWED_SECONDS and len(taken) < TRIES):
                taken.append(await seconds_of(sessions))
    assert min(taken) < ALLOWED_SECONDS
    assert 0 < connections.open <= pool


async def test_no_connection_works_or_is_in_a_transaction_while_models_are_awaited(postgres_server: str):
    model = EchoChat()
    with serving(model):
        sessions = await new_sessions(TURNS)
        model.hold()
        turns = [asyncio.ensure_future(turn_seconds(session)) for session in sessions]
        await model.expect(TURNS)
        held = sampling.look(postgres_server, connection.settings_dict["NAME"])
        model.release()
        await asyncio.gather(*turns)
    assert held.busy == 0
