"""Visitors over REST: pages that may start sessions, limits, signed users, longest messages."""

import time
from typing import Any

import jwt
import pytest

from conversations.access import identity_secrets
from conversations.authoring import ConversationNode, Graph, GraphState
from conversations.models import GraphSettings, Session
from conversations.testing import ScriptedChat, says, serve_graphs
from providers.database import in_database
from providers.registry import override_provider
from tests.conversations.api.client import Api, visitor

pytestmark = pytest.mark.django_db(transaction=True)

SECRET = "shared with the host site".ljust(32, ".")
START = {"graph": "wish"}


async def set_(**values: Any) -> None:
    await GraphSettings.objects.aupdate_or_create(graph="wish", defaults=values)


def signed(**changes: Any) -> str:
    claims = {"aud": "wish", "sub": "ada", "exp": int(time.time()) + 600, "name": "Ada"} | changes
    return jwt.encode(claims, SECRET, algorithm="HS256")


def _share_secret() -> None:
    row = GraphSettings(graph="wish")
    identity_secrets.put(row, {"second": SECRET})
    row.save()


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://testserver", 201),
        ("https://shop.example", 201),
        ("https://evil.example", 403),
        ("null", 403),
    ],
)
async def test_a_session_is_started_from_pages_that_may_and_no_others(
    model, settings, origin: str, status: int
):
    settings.ALLOWED_HOSTS = ["testserver"]
    await set_(allowed_origins=["https://shop.example"])
    api = Api()

    assert await api.post("/sessions", START, Origin=origin) == status
    assert await Session.objects.acount() == (1 if status == 201 else 0)
    if status == 403:
        assert (api.code, api.body["detail"]) == ("FORBIDDEN", "This page may not use the chat.")


async def test_a_flood_of_sessions_is_told_to_come_again(model, api_key):
    await set_(address_sessions_per_minute=2)
    api = Api()
    for _ in range(2):
        assert await api.post("/sessions", START) == 201

    assert await api.post("/sessions", START) == 429
    assert (api.code, api.body["title"]) == ("RATE_LIMITED", "Too Many Requests")
    assert "from your network" in api.body["detail"]
    assert 55 <= int(api.response["Retry-After"]) <= 60
    assert api.response["Content-Type"] == "application/problem+json"
    assert await Session.objects.acount() == 2
    assert await (await api_key()).post("/sessions", START) == 201, "an integration is none of the visitors"


async def test_visitors_of_several_addresses_behind_a_proxy_do_not_share_one(model, settings):
    settings.EZGRAPH_TRUSTED_PROXIES = 1
    await set_(address_sessions_per_minute=1)
    api = Api()

    assert await api.post("/sessions", START, X_Forwarded_For="198.51.100.1") == 201
    assert await api.post("/sessions", START, X_Forwarded_For="198.51.100.1") == 429
    assert await api.post("/sessions", START, X_Forwarded_For="198.51.100.1, 198.51.100.2") == 201


async def test_a_message_that_is_sent_again_gets_its_answer_also_where_a_new_one_would_be_too_much(model):
    model.then(says("Hello"))
    await set_(visitor_messages_per_minute=1)
    api, session = await visitor()
    for _ in range(3):
        assert await api.post(f"{session}/turns", {"message": "Hi", "client_id": "m1"}) == 200
    assert await api.post(f"{session}/turns", {"message": "Hi", "client_id": "m2"}) == 429


async def test_a_flood_of_messages_is_refused_and_nothing_of_it_is_stored(model):
    model.then(*[says("Hello")] * 9)
    await set_(visitor_messages_per_minute=2)
    api, session = await visitor()
    for number in range(2):
        assert await api.post(f"{session}/turns", {"message": f"Hi {number}"}) == 200

    assert await api.post(f"{session}/turns", {"message": "Hi again"}) == 429
    assert (api.code, int(api.response["Retry-After"]) > 0) == ("RATE_LIMITED", True)
    assert "No more than 2 messages a minute" in api.body["detail"]
    assert await api.post(f"{session}/turns/2/retry") == 429, "a retry is a turn, too"
    assert await api.get(f"{session}/messages") == 200
    assert len(api.body["messages"]) == 4
    other, session = await visitor()
    assert await other.post(f"{session}/turns", {"message": "Hi"}) == 200


async def test_an_integration_s_messages_are_not_those_of_a_visitor(model, api_key):
    model.then(*[says("Hello")] * 3)
    await set_(visitor_messages_per_minute=1, address_messages_per_minute=1, turns_per_day=1)
    api = await api_key()
    await api.post("/sessions", START)
    session = f"/sessions/{api.body['id']}"

    for _ in range(3):
        assert await api.post(f"{session}/turns", {"message": "Hi"}) == 200


async def test_a_visitor_s_message_may_be_as_long_as_the_graph_says(model, api_key):
    model.then(*[says("Hello")] * 2)
    await set_(longest_message=5)
    api, session = await visitor()

    assert await api.post(f"{session}/turns", {"message": "123456"}) == 400
    assert (api.code, api.body["detail"]) == ("MESSAGE_INVALID", "The message is longer than 5 characters.")
    assert await api.post(f"{session}/turns", {"message": "12345"}) == 200


async def test_a_signed_user_is_the_session_s_verified_one(model):
    await in_database(_share_secret)
    api = Api()

    assert await api.post("/sessions", {**START, "user": signed(email="ada@example.com")}) == 201
    row = await Session.objects.aget()
    assert (row.external_user, row.external_user_verified) == ("ada", True)
    assert (row.external_name, row.external_email) == ("Ada", "ada@example.com")


@pytest.mark.parametrize(
    ("user", "status", "code"),
    [
        (signed(exp=int(time.time()) - 600), 401, "UNAUTHENTICATED"),
        (signed(aud="hotel"), 401, "UNAUTHENTICATED"),
        ("nonsense", 401, "UNAUTHENTICATED"),
        ("x" * 5000, 400, "INVALID"),
        ({"sub": "ada"}, 400, "INVALID"),
        ("", 400, "INVALID"),
    ],
)
async def test_a_user_that_nobody_signed_starts_nothing(model, user: Any, status: int, code: str):
    await in_database(_share_secret)
    api = Api()

    assert await api.post("/sessions", {**START, "user": user}) == status
    assert api.code == code
    assert await Session.objects.acount() == 0


async def test_an_integration_is_believed_and_may_pass_on_a_signed_user(model, api_key):
    await in_database(_share_secret)
    api = await api_key()
    assert await api.post("/sessions", {**START, "external_user": "grace"}) == 201
    assert await api.post("/sessions", {**START, "user": signed()}) == 201
    assert await api.post("/sessions", START) == 201
    assert await api.post("/sessions", {**START, "external_user": "eve", "user": signed()}) == 400

    rows = Session.objects.order_by("created_at").values_list("external_user", "external_user_verified")
    assert [row async for row in rows] == [("grace", True), ("ada", True), ("", False)]


class GreetNode(ConversationNode):
    """Knows who is there."""

    def get_prompt(self, state: GraphState) -> str:
        known = (state.external_user, state.external_user_verified, state.external_name, state.external_email)
        return repr(known)


class GreetGraph(Graph):
    """One node that talks."""

    name = "wish"
    start = GreetNode
    nodes = [GreetNode]


async def test_nodes_read_who_the_customer_is(transactional_db: None):
    await in_database(_share_secret)
    scripted = ScriptedChat([says("Hello, Ada")])
    api = Api()
    with serve_graphs(GreetGraph), override_provider("embedded", scripted):
        await api.post("/sessions", {**START, "user": signed(email="ada@example.com")})
        known = Api(api.body["token"])
        assert await known.post(f"/sessions/{api.body['id']}/turns", {"message": "Hi"}) == 200

    assert "('ada', True, 'Ada', 'ada@example.com')" in str(scripted.requests[0])
