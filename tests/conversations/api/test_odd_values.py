"""Odd values in every field, address and header of the API: a problem with its code, never a 500."""

import json
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import quote

import pytest
from django.test import AsyncClient

from conversations.models import Session, Turn
from conversations.testing import ScriptedChat, says, serve_graphs
from providers.database import in_database
from tests.conversations.admin.deciding import TriageGraph
from tests.conversations.api.client import BASE, Api, visitor
from tests.conversations.review.decided import decided

pytestmark = pytest.mark.django_db(transaction=True)

REFUSED = range(400, 500)

NO_TEXTS: list[Any] = [True, -1, 1.5, 10**400, None, [], ["wish"], [[[[]]]], {}, {"a": {"b": [None] * 1000}}]
"""Where a text is due."""

NO_OBJECTS: list[Any] = [
    True,
    -1,
    1.5,
    10**400,
    None,
    [],
    [{}],
    "",
    "{}",
    "\ud800",
    {"a": {"b": [None] * 1000}},
]
"""Where the graph's config is due; the last one is, but not of this graph."""

BAD_TEXTS = ["", " \t", "\x00", "a\x00b", "\x07", "\x7f", "\ud800", "x" * 4001, "😀" * 4001]
"""In no field; the longest field is the message with its 4000 characters."""

NUMBERS = ["0", "-1", "2147483648", "9223372036854775808", "9" * 30, "9" * 5000, "1.5", "%00", "%ff", "１"]
"""None of them is the number of a turn."""

NOBODY_S: Final = "3a1f6c1e-5b2d-4c8e-9f70-2d4b6a8c0e12"
"""An id that no session has."""

IDS = ["x", "%00", "%ff", "0" * 32, f"{{{NOBODY_S}}}", f"urn:uuid:{NOBODY_S}", "%D9%A1" * 32, "a" * 10_000]
"""None of them is a session's."""

BEARERS = [
    "",
    " ",
    "x" * 100_000,
    "\x00",
    "é",
    "ezg_",
    "ezg_\x00",
    "::",
    "a:b:c:d",
    "WyIiLDBd:1:x",
    NOBODY_S,
]
"""None of them opens anything."""

QUERIES = ["after=9007199254740993", f"after={'9' * 19}", "after=%00", "after=%EF%BC%91", "%ff=%fe"]
"""None of them says which messages to read."""


def is_refused(api: Api) -> bool:
    """Whether the last answer is a problem document with a code that says whose fault it is."""
    assert api.response.status_code in REFUSED, api.response.content[:200]
    assert api.response["Content-Type"] == "application/problem+json"
    return bool(api.code)


FIELDS = {
    "graph": [*NO_TEXTS, *BAD_TEXTS],
    "external_user": [*NO_TEXTS, *BAD_TEXTS],
    "external_id": [*NO_TEXTS, *BAD_TEXTS],
    "message": [*NO_TEXTS, *BAD_TEXTS],
    "client_id": [*NO_TEXTS, *BAD_TEXTS],
    "config": NO_OBJECTS,
    "nonsense": [*NO_TEXTS, *BAD_TEXTS],
}


@pytest.mark.parametrize("field", ["graph", "config", "external_user", "external_id", "nonsense"])
async def test_a_session_with_an_odd_value_is_refused(model: ScriptedChat, api_key, field: str):
    for caller in (Api(), await api_key()):
        for value in FIELDS[field]:
            await caller.post("/sessions", raw=json.dumps({"graph": "wish", field: value}).encode())
            assert is_refused(caller), value
    assert await Session.objects.acount() == 0


@pytest.mark.parametrize("field", ["message", "client_id", "config", "nonsense"])
async def test_a_turn_with_an_odd_value_is_refused(model: ScriptedChat, api_key, field: str):
    key = await api_key()
    assert await key.post("/sessions", {"graph": "wish"}) == 201
    for caller, session in (await visitor(), (key, f"/sessions/{key.body['id']}")):
        for value in FIELDS[field]:
            body = json.dumps({"message": "Hi", field: value}).encode()
            await caller.post(f"{session}/turns", raw=body)
            assert is_refused(caller), value
    assert await Turn.objects.acount() == 0
    assert model.requests == []


async def test_a_turn_of_an_odd_number_is_not_found(model: ScriptedChat):
    model.then(says("Hello"))
    api, session = await visitor()
    assert await api.post(f"{session}/turns", {"message": "Hi"}) == 200
    for number in NUMBERS:
        assert await api.get(f"{session}/turns/{number}") == 404
        assert api.code == "NOT_FOUND"
        assert await api.post(f"{session}/turns/{number}/retry") == 404
        assert api.code == "NOT_FOUND"


@pytest.mark.parametrize("session", IDS, ids=lambda text: text[:20])
async def test_a_session_of_an_odd_id_is_unknown(model: ScriptedChat, session: str):
    api, _ = await visitor()
    for path in ("", "/messages", "/turns/1"):
        assert await api.get(f"/sessions/{session}{path}") == 404
        assert api.code == "SESSION_UNKNOWN"
    for path in ("/turns", "/end", "/turns/1/retry"):
        assert await api.post(f"/sessions/{session}{path}", {"message": "Hi"}) == 404
        assert api.code == "SESSION_UNKNOWN"


SPELLINGS = {
    "braces": lambda key: f"{{{key}}}",
    "a urn": lambda key: f"urn:uuid:{key}",
    "no hyphens": lambda key: key.replace("-", ""),
    "300 hyphens": lambda key: "-" * 300 + key,
    "digits of another script": lambda key: key.replace("4", quote("\u0664")),
}
"""How Python spells a key, and the API does not."""


@pytest.mark.parametrize("spelt", SPELLINGS.values(), ids=SPELLINGS)
async def test_a_key_has_one_spelling(model: ScriptedChat, api_key, spelt: Callable[[str], str]):
    api = await api_key("admin")
    with serve_graphs(TriageGraph):
        decision = await in_database(decided)
        assert await api.get(f"/decisions/{decision.pk}") == 200
    session = api.body["session"]
    hook = {"url": "https://hooks.example.com/", "events": ["turn.failed"]}
    assert await api.post("/webhooks", hook) == 201
    addresses = {"sessions": session, "decisions": str(decision.pk), "webhooks": api.body["id"]}
    for place, key in addresses.items():
        assert await api.delete(f"/{place}/{spelt(key)}") == (405 if place == "decisions" else 404)
        assert await api.get(f"/{place}/{spelt(key)}") == 404, place
    assert await api.get(f"/decisions?session={quote(spelt(session))}") == 400
    assert await api.get(f"/sessions/{session.upper()}") == 200


@pytest.mark.parametrize("bearer", BEARERS, ids=lambda text: ascii(text[:20]))
async def test_an_odd_bearer_opens_nothing(model: ScriptedChat, bearer: str):
    _, session = await visitor()
    api = Api()
    for path in (session, "/graphs"):
        assert await api.get(path, Authorization=f"Bearer {bearer}") == 401
        assert api.code == "UNAUTHENTICATED"


@pytest.mark.parametrize("query", QUERIES)
async def test_an_odd_query_is_refused(model: ScriptedChat, query: str):
    api, session = await visitor()
    assert await api.get(f"{session}/messages?{query}") == 400
    assert api.code == "INVALID"


@pytest.mark.parametrize("kept", ["\x00", "a\x07b", "a\x7fb", "x" * 201], ids=ascii)
async def test_an_odd_idempotency_key_is_refused(model: ScriptedChat, api_key, kept: str):
    api = await api_key()
    assert await api.post("/sessions", {"graph": "wish"}) == 201
    for path, body in keyed(api.body["id"]):
        assert await api.post(path, body, Idempotency_Key=kept) == 400
        assert (api.code, list(api.body["errors"])) == ("INVALID", ["Idempotency-Key"])
    assert await Turn.objects.acount() == 0


async def test_two_ids_of_one_thing_are_refused(model: ScriptedChat, api_key):
    api = await api_key()
    assert await api.post("/sessions", {"graph": "wish"}) == 201
    for path, body in keyed(api.body["id"]):
        name = "client_id" if path.endswith("turns") else "external_id"
        assert await api.post(path, {**body, name: "mine"}, Idempotency_Key="another") == 400
        assert list(api.body["errors"]) == ["Idempotency-Key"]
        headers = {"Authorization": f"Bearer {api.bearer}", "Idempotency-Key": "k1"}
        twice = {"content_type": "application/json", "headers": headers, "idempotency-key": "k2"}
        api.response = await api.client.post(BASE + path, body, **twice)
        assert (api.response.status_code, list(api.body["errors"])) == (400, ["Idempotency-Key"])
    assert (await Session.objects.acount(), await Turn.objects.acount()) == (1, 0)
    assert await api.post("/sessions", {"graph": "wish", "external_id": "a"}, Idempotency_Key="a") == 201


def keyed(session: str) -> list[tuple[str, dict[str, Any]]]:
    """What takes the header Idempotency-Key."""
    return [
        ("/sessions", {"graph": "wish"}),
        ("/runs", {"graph": "wish"}),
        (f"/sessions/{session}/turns", {"message": "Hi"}),
    ]


KINDS = [
    "",
    "garbage",
    "a/b/c;;;=",
    "text/json",
    "multipart/form-data; boundary=x",
    "*/*",
    "application/*",
    "application/*; q=1",
]
"""None of them is JSON."""


@pytest.mark.parametrize("kind", KINDS)
async def test_a_body_of_another_kind_is_refused(model: ScriptedChat, kind: str):
    api = Api()
    api.response = await AsyncClient().post(f"{BASE}/sessions", b'{"graph": "wish"}', content_type=kind)
    assert (api.response.status_code, api.code) == (415, "UNSUPPORTED_MEDIA_TYPE")
    assert await Session.objects.acount() == 0


@pytest.mark.parametrize(
    "name", ["\x00", "\x07", "\ud800", "x" * 5000, ""], ids=lambda text: ascii(text[:12])
)
async def test_an_odd_name_in_the_config_is_refused(model: ScriptedChat, api_key, name: str):
    for caller in (Api(), await api_key()):
        assert await caller.post("/sessions", {"graph": "wish", "config": {name: 1}}) == 400
        assert caller.code == "INVALID"
    assert await Session.objects.acount() == 0


async def test_thousands_of_parameters_are_refused(model: ScriptedChat):
    api, session = await visitor()
    many = "&".join(f"field{number}=1" for number in range(2000))
    assert await api.get(f"{session}/messages?{many}") == 400
    assert api.code == "INVALID"
