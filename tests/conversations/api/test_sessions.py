"""Starting, reading and ending sessions over REST."""

import pytest

from conversations.models import GraphSettings, Session
from conversations.testing import says
from tests.conversations.api.client import Api, visitor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("model")]


async def test_anybody_starts_a_session_of_a_public_graph():
    api = Api()
    assert await api.post("/sessions", {"graph": "wish"}) == 201
    assert api.body["status"] == "active"
    assert api.body["token"]
    session = await Session.objects.aget()
    assert (session.origin, session.is_test) == ("api", False)


async def test_a_graph_that_is_not_public_looks_unknown_to_visitors(api_key):
    await GraphSettings.objects.acreate(graph="wish", public=False)
    api = Api()
    assert await api.post("/sessions", {"graph": "wish"}) == 404
    assert api.code == "GRAPH_UNKNOWN"
    assert await (await api_key()).post("/sessions", {"graph": "wish"}) == 201


async def test_it_names_an_unknown_graph():
    api = Api()
    assert await api.post("/sessions", {"graph": "nowhere"}) == 404
    assert api.code == "GRAPH_UNKNOWN"
    assert api.response["Content-Type"] == "application/problem+json"


async def test_the_same_external_id_gives_the_same_session(api_key):
    api = await api_key()
    asked = {"graph": "wish", "external_id": "order-1", "external_user": "ada"}
    assert await api.post("/sessions", asked) == 201
    first = api.body["id"]
    assert await api.post("/sessions", asked) == 200
    assert api.body["id"] == first
    other = await api_key(client="other")
    assert await other.post("/sessions", asked) == 201
    assert other.body["id"] != first


async def test_the_header_serves_as_external_id(api_key):
    api = await api_key()
    assert await api.post("/sessions", {"graph": "wish"}, Idempotency_Key="order-1") == 201
    first = api.body["id"]
    assert await api.post("/sessions", {"graph": "wish"}, Idempotency_Key="order-1") == 200
    assert api.body["id"] == first


async def test_an_external_id_is_not_used_for_two_users(api_key):
    api = await api_key()
    asked = {"graph": "wish", "external_id": "order-1"}
    assert await api.post("/sessions", {**asked, "external_user": "ada"}) == 201
    assert await api.post("/sessions", {**asked, "external_user": "grace"}) == 422
    assert api.code == "IDEMPOTENCY_MISMATCH"


@pytest.mark.parametrize("field", ["external_user", "external_id"])
async def test_a_visitor_may_not_claim_an_identity(field: str):
    api = Api()
    assert await api.post("/sessions", {"graph": "wish", field: "ada"}) == 400
    assert field in api.body["errors"]
    assert await Session.objects.acount() == 0


async def test_a_visitor_sets_public_config_only():
    api = Api()
    assert await api.post("/sessions", {"graph": "wish", "config": {"tone": "cool"}}) == 201
    assert (await Session.objects.aget()).config == {"tone": "cool", "limit": 3}
    assert await api.post("/sessions", {"graph": "wish", "config": {"limit": 5}}) == 400
    assert api.body["errors"] == {"config.limit": ["Only an API key may set this."]}


@pytest.mark.parametrize(
    ("config", "field"),
    [
        ({"limit": "many"}, "config.limit"),
        ({"colour": "red"}, "config.colour"),
        ({"tone": "\ud800"}, "config"),
    ],
)
async def test_config_is_checked(api_key, config: dict[str, str], field: str):
    api = await api_key()
    assert await api.post("/sessions", {"graph": "wish", "config": config}) == 400
    assert api.code == "INVALID"
    assert list(api.body["errors"]) == [field]


async def test_messages_are_read_page_by_page(model):
    api, session = await visitor()
    for number in range(3):
        model.then(says(f"Answer {number}"))
        assert await api.post(f"{session}/turns", {"message": f"Question {number}"}) == 200
    assert await api.get(f"{session}/messages?after=1&limit=2") == 200
    assert [(m["n"], m["role"], m["text"]) for m in api.body["messages"]] == [
        (2, "assistant", "Answer 0"),
        (3, "customer", "Question 1"),
    ]
    assert api.body["next"] == 3
    assert await api.get(f"{session}/messages?after=3") == 200
    assert ([m["n"] for m in api.body["messages"]], api.body["next"]) == ([4, 5, 6], None)
    assert await api.get(f"{session}/messages?after=no") == 400


async def test_an_ended_session_takes_no_more(model):
    api, session = await visitor()
    assert await api.post(f"{session}/end") == 200
    assert api.body["status"] == "ended"
    assert await api.post(f"{session}/turns", {"message": "Hello"}) == 409
    assert api.code == "SESSION_COMPLETED"
    assert await api.post(f"{session}/end") == 409


async def test_only_keys_list_the_graphs(api_key):
    assert await Api().get("/graphs") == 401
    api = await api_key()
    assert await api.get("/graphs") == 200
    assert api.body == {"graphs": [{"name": "wish", "title": "Wishes"}]}
