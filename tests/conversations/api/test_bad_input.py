"""Whatever is sent, the answer is a problem with a code, and nothing is stored."""

import json

import pytest

from conversations.models import Message, Turn
from conversations.testing import ScriptedChat
from tests.conversations.api.client import Api, visitor

pytestmark = pytest.mark.django_db(transaction=True)

MESSAGES = {
    "blank": "   \n\t",
    "invisible": "\u200b\u200d",
    "fillers": "\u3164 \ufe0f\u2800",
    "too long": "x" * 4001,
    "control": "Hi\x07",
    "nul": "Hi\x00",
    "surrogate": "Hi \ud800",
}


@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES)
async def test_a_bad_message_is_refused(model: ScriptedChat, message: str):
    api, session = await visitor()
    assert await api.post(f"{session}/turns", {"message": message}) == 400
    assert api.code == "MESSAGE_INVALID"
    await nothing_was_stored(model)


BODIES = {
    "not JSON": b"{",
    "not UTF-8": b'{"message": "\xff"}',
    "NaN": b'{"message": NaN}',
    "a list": b"[]",
    "a number": b"5",
    "null": b"null",
    "empty": b"",
    "deep": b"[" * 100_000,
    "nested": b'{"message": "Hi", "config": ' + b'{"a":' * 700 + b"1" + b"}" * 701,
    "wrong type": b'{"message": 5}',
    "null message": b'{"message": null}',
    "a name twice": b'{"message": "Hi", "message": "Hello"}',
    "unknown field": b'{"message": "Hi", "nonsense": 1}',
    "surrogate field": b'{"message": "Hi", "\\ud800": 1}',
    "client id of a wrong type": b'{"message": "Hi", "client_id": 5}',
    "client id with NUL": b'{"message": "Hi", "client_id": "\\u0000"}',
    "long client id": json.dumps({"message": "Hi", "client_id": "x" * 201}).encode(),
    "huge number": b'{"message": ' + b"9" * 5000 + b"}",
}


@pytest.mark.parametrize("raw", BODIES.values(), ids=BODIES)
async def test_a_bad_body_is_refused(model: ScriptedChat, raw: bytes):
    api, session = await visitor()
    assert await api.post(f"{session}/turns", raw=raw) == 400
    assert api.code in ("INVALID", "MESSAGE_INVALID")
    assert api.response["Content-Type"] == "application/problem+json"
    await nothing_was_stored(model)


async def test_five_megabytes_are_too_large(model: ScriptedChat):
    api, session = await visitor()
    assert await api.post(f"{session}/turns", {"message": "x" * 5_000_000}) == 413
    assert api.code == "TOO_LARGE"
    await nothing_was_stored(model)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"graph": 5},
        {"graph": ""},
        {"graph": "a" * 65},
        {"graph": "wish", "config": []},
        {"graph": ["wish"]},
    ],
)
async def test_a_bad_session_is_refused(model: ScriptedChat, body: dict[str, object]):
    api = Api()
    assert await api.post("/sessions", body) in (400, 404)
    assert api.code in ("INVALID", "GRAPH_UNKNOWN")


async def test_other_media_types_and_methods_are_named(model: ScriptedChat):
    api, session = await visitor()
    api.response = await api.client.post(
        f"/api/v1{session}/turns", "message=Hi", content_type="text/plain", headers=api._headers({})
    )
    assert (api.response.status_code, api.code) == (415, "UNSUPPORTED_MEDIA_TYPE")
    api.response = await api.client.put(f"/api/v1{session}/turns", "{}", content_type="application/json")
    assert (api.response.status_code, api.code) == (405, "METHOD_NOT_ALLOWED")
    api.response = await api.client.head(f"/api/v1{session}", headers=api._headers({}))
    assert (api.response.status_code, api.response["Allow"]) == (200, "GET, HEAD, DELETE")
    for odd in ("after=1_000", "after=%2B1", "after=-1", "limit=0", "limit=101", "page=2"):
        assert await api.get(f"{session}/messages?{odd}") == 400
    assert await api.get(session, Accept="text/html") == 200
    assert api.response["Cache-Control"] == "no-store"
    assert await api.get("/nothing/here") == 404
    assert api.code == "NOT_FOUND"


@pytest.mark.parametrize(
    "session", ["nonsense", "00000000-0000-0000-0000-000000000000", "%00", "' or 1=1", "a" * 500]
)
async def test_an_unknown_session_and_a_foreign_one_look_the_same(model: ScriptedChat, session: str):
    api, _ = await visitor()
    _, foreign = await visitor()
    assert await api.post(f"/sessions/{session}/turns", {"message": "Hi"}) == 404
    unknown = api.body
    assert await api.post(f"{foreign}/turns", {"message": "Hi"}) == 404
    assert api.body == unknown
    assert api.code == "SESSION_UNKNOWN"
    await nothing_was_stored(model)


async def nothing_was_stored(model: ScriptedChat) -> None:
    """No turn, no message, and no model was asked."""
    assert await Turn.objects.acount() == 0
    assert await Message.objects.acount() == 0
    assert model.requests == []
