"""Many posts with one key at the same moment."""

import asyncio

import pytest

from conversations.engine.turns.running import wait_for_all
from conversations.models import Session, Turn
from conversations.testing import says
from tests.conversations.api.client import Api, visitor

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 50


async def test_simultaneous_turns_of_one_key_are_one_turn(model):
    api, session = await visitor()
    model.then(says("Hello"))
    callers = [Api(api.bearer) for _ in range(AT_ONCE)]
    sent = [one.post(f"{session}/turns", {"message": "Hi"}, Idempotency_Key="m-1") for one in callers]
    statuses = await asyncio.gather(*sent)
    await wait_for_all()
    assert await Turn.objects.acount() == 1
    assert len(model.requests) == 1
    for one, status in zip(callers, statuses, strict=True):
        assert status == 200 or (status, one.code, one.body["turn"]) == (409, "SESSION_BUSY", 1)
    answered = [one.body for one in callers if one.response.status_code == 200]
    assert answered
    assert all(body == answered[0] for body in answered)
    assert await api.post(f"{session}/turns", {"message": "Hi"}, Idempotency_Key="m-1") == 200
    assert api.body == answered[0]


async def test_simultaneous_starts_of_one_key_are_one_session(model, api_key):
    first = await api_key()
    callers = [Api(first.bearer) for _ in range(AT_ONCE)]
    sent = [one.post("/sessions", {"graph": "wish"}, Idempotency_Key="order-1") for one in callers]
    statuses = await asyncio.gather(*sent)
    assert sorted(statuses) == [200] * (AT_ONCE - 1) + [201]
    assert len({one.body["id"] for one in callers}) == 1
    assert await Session.objects.acount() == 1
