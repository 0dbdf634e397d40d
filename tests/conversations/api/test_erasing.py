"""Erasing a session over REST."""

import pytest

from conversations.models import Message
from conversations.testing import says
from tests.conversations.api.client import Api, visitor

pytestmark = pytest.mark.django_db(transaction=True)


async def test_an_erased_session_is_over_and_without_words(model, api_key):
    api = await api_key("sessions:write", "sessions:read", "sessions:erase")
    assert await api.post("/sessions", {"graph": "wish", "external_user": "ada"}) == 201
    session, token = f"/sessions/{api.body['id']}", api.body["token"]
    model.then(says("Hello Ada"))
    assert await api.post(f"{session}/turns", {"message": "I'm Ada"}) == 200
    assert await api.delete(session) == 204
    assert api.response.content == b""
    assert await api.get(session) == 200
    assert (api.body["status"], api.body["external_user"]) == ("ended", "")
    assert not [text async for text in Message.objects.values_list("text", flat=True) if text]
    assert await Api(token).get(session) == 401
    assert await api.delete(session) == 204


async def test_erasing_takes_its_own_scope(model, api_key):
    own = await api_key()
    assert await own.post("/sessions", {"graph": "wish"}) == 201
    session, token = f"/sessions/{own.body['id']}", own.body["token"]
    assert await own.delete(session) == 403
    assert await Api(token).delete(session) == 403
    assert await (await visitor())[0].delete(session) == 404
    assert await Api().delete(session) == 401
    assert await (await api_key("sessions:erase", client="other")).delete(session) == 404
    assert await (await api_key("admin", client="other")).delete(session) == 204
