"""Running and retrying turns over REST."""

import asyncio
from typing import Any

import pytest

from conversations.models import Message, Turn
from conversations.testing import call, calls, fails, held, says
from tests.conversations.api.client import Api, visitor

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_turn_answers_with_the_reply_and_its_usage(model):
    api, session = await visitor()
    model.then(calls(call("save_name", name="Ada")), says("What do you wish?"))
    assert await api.post(f"{session}/turns", {"message": "I'm Ada"}) == 200
    assert api.body["success"] is True
    assert api.body["message"] == "What do you wish?"
    assert (api.body["turn"], api.body["completed"], api.body["handed_over"]) == (1, False, False)
    assert api.body["usage"]["calls"] == 2
    model.then(calls(call("grant", wish="Cake")))
    assert await api.post(f"{session}/turns", {"message": "Cake"}) == 200
    assert (api.body["message"], api.body["completed"]) == ("Cake is granted.", True)
    assert await api.get(session) == 200
    assert api.body["status"] == "completed"


@pytest.mark.parametrize("by_header", [True, False])
async def test_the_same_client_id_never_runs_twice(model, by_header: bool):
    api, session = await visitor()
    model.then(says("Hello!"))
    headers: dict[str, Any] = {"Idempotency_Key": "m-1"} if by_header else {}
    body = {"message": "Hi"} if by_header else {"message": "Hi", "client_id": "m-1"}
    assert await api.post(f"{session}/turns", body, **headers) == 200
    first = api.body
    assert await api.post(f"{session}/turns", body, **headers) == 200
    assert api.body == first
    assert len(model.requests) == 1
    assert await api.post(f"{session}/turns", {**body, "message": "Other"}, **headers) == 422
    assert api.code == "IDEMPOTENCY_MISMATCH"
    assert await Message.objects.filter(role="human", internal=False).acount() == 1


async def test_a_failed_turn_says_what_is_durable_and_can_be_retried(model):
    api, session = await visitor()
    model.then(calls(call("save_name", name="Ada")), fails())
    assert await api.post(f"{session}/turns", {"message": "I'm Ada"}) == 502
    assert api.code == "TURN_FAILED"
    assert (api.body["turn"], api.body["retryable"]) == (1, True)
    assert "script" not in api.response.content.decode()
    assert "cause" not in api.body
    assert (api.body["success"], api.body["completed"], api.body["usage"]["calls"]) == (False, False, 1)
    assert await api.get(f"{session}/turns/1") == 200
    assert (api.body["status"], api.body["code"], api.body["retryable"]) == ("failed", "TURN_FAILED", True)
    assert "cause" not in api.body
    model.then(says("What do you wish?"))
    assert await api.post(f"{session}/turns/1/retry") == 200
    assert api.body["message"] == "What do you wish?"
    assert await api.post(f"{session}/turns/1/retry") == 409
    assert api.code == "TURN_NOT_RETRYABLE"
    assert await api.get(f"{session}/turns/1") == 200
    assert (api.body["status"], api.body["message"]) == ("completed", "What do you wish?")


async def test_only_the_newest_failed_turn_of_an_open_session_is_retryable(model):
    api, session = await visitor()
    model.then(fails(), fails())
    for number in (1, 2):
        assert await api.post(f"{session}/turns", {"message": "Hi", "client_id": f"m-{number}"}) == 502
        assert api.body["retryable"] is True

    async def told(number: int) -> tuple[bool, str, bool]:
        assert await api.post(f"{session}/turns", {"message": "Hi", "client_id": f"m-{number}"}) == 502
        again = api.body
        assert await api.get(f"{session}/turns/{number}") == 200
        return again["retryable"], again["detail"].rpartition("; ")[2], api.body["retryable"]

    assert await told(1) == (False, "the turn cannot be retried.", False)
    assert await told(2) == (True, "the turn can be retried.", True)
    assert await api.post(f"{session}/end") == 200
    assert await told(2) == (False, "the turn cannot be retried.", False)


async def test_a_running_turn_can_be_read(model):
    api, session = await visitor()
    release = asyncio.Event()
    model.then(held(release, says("Hello")))
    sent = asyncio.ensure_future(Api(api.bearer).post(f"{session}/turns", {"message": "Hi"}))
    await model.waiting.wait()
    assert await api.get(f"{session}/turns/1") == 200
    assert api.body["status"] == "running"
    assert await api.post(f"{session}/turns", {"message": "Hello?"}) == 409
    assert (api.code, api.body["turn"], api.response["Retry-After"]) == ("SESSION_BUSY", 1, "1")
    assert "same_message" not in api.body
    release.set()
    assert await sent == 200


async def test_an_api_key_reads_why_a_turn_failed(model, api_key):
    api = await api_key()
    await api.post("/sessions", {"graph": "wish"})
    session = f"/sessions/{api.body['id']}"
    model.then(fails())
    assert await api.post(f"{session}/turns", {"message": "Hi"}) == 502
    assert api.body["cause"] == "PROVIDER_FAILED"
    assert api.body["usage"]["by_model"] == []


async def test_config_of_a_turn_needs_a_key(model, api_key):
    api, session = await visitor()
    assert await api.post(f"{session}/turns", {"message": "Hi", "config": {"limit": 4}}) == 400
    keyed = await api_key()
    await keyed.post("/sessions", {"graph": "wish"})
    model.then(says("Hello"))
    own = f"/sessions/{keyed.body['id']}"
    assert await keyed.post(f"{own}/turns", {"message": "Hi", "config": {"limit": 4}}) == 200


async def test_an_unknown_turn_is_not_found(model):
    api, session = await visitor()
    for address in (f"{session}/turns/7", f"{session}/turns/none"):
        assert await api.get(address) == 404
        assert api.code == "NOT_FOUND"
    assert await api.post(f"{session}/turns/7/retry") == 404
    assert await Turn.objects.acount() == 0
