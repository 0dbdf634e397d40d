"""Pages of other sites that call the API: the origins of a graph's settings, no cookies, no keys."""

from typing import Any

import pytest

from conversations.models import GraphSettings, Session
from conversations.testing import says
from tests.conversations.api.client import BASE, Api, visitor
from tests.conversations.api.test_staff import staff

pytestmark = pytest.mark.django_db(transaction=True)

SHOP = "https://shop.example"
OTHER_SHOP = "https://other.example"
EVIL = "https://evil.example"
START = {"graph": "wish"}

READ = "Access-Control-Allow-Origin"


@pytest.fixture(autouse=True)
async def origins(model: Any) -> None:
    """The graph `wish` is for pages of one shop, another graph for those of another."""
    model.then(says("Hello"))
    await GraphSettings.objects.aupdate_or_create(graph="wish", defaults={"allowed_origins": [SHOP]})
    await GraphSettings.objects.aupdate_or_create(graph="other", defaults={"allowed_origins": [OTHER_SHOP]})


async def preflight(path: str, origin: str, method: str = "POST") -> Any:
    """What a browser is told before a page of this origin calls."""
    headers = {
        "Origin": origin,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization,content-type",
    }
    return await Api().client.options(BASE + path, headers=headers)


@pytest.mark.parametrize("path", ["/sessions", "/sessions/any/turns", "/sessions/any/messages"])
async def test_a_browser_is_told_what_a_page_may_send(path: str):
    answer = await preflight(path, SHOP)

    assert answer.status_code == 204
    assert answer[READ] == SHOP
    assert answer["Access-Control-Allow-Methods"] == "GET, POST"
    assert set(answer["Access-Control-Allow-Headers"].lower().split(", ")) >= {
        "authorization",
        "content-type",
    }
    assert answer["Vary"] == "Origin"
    assert "Access-Control-Allow-Credentials" not in answer


@pytest.mark.parametrize(
    "origin", [EVIL, "null", "https://shop.example.evil.example", "http://shop.example", ""]
)
async def test_a_page_of_no_graph_is_told_nothing_and_calls_nothing(caplog, origin: str):
    before, (api, session) = await preflight("/sessions", origin), await visitor()
    assert (before.status_code, READ in before) == (403, False)
    assert "Allowed origins" in caplog.text

    assert await api.get(session, Origin=origin) == 403
    assert READ not in api.response
    assert await Api().post("/sessions", START, Origin=origin) == 403
    assert await Session.objects.acount() == 1


async def test_a_visitor_talks_from_a_page_of_the_graph():
    api = Api()
    assert await api.post("/sessions", START, Origin=SHOP) == 201
    assert api.response[READ] == SHOP
    session, known = f"/sessions/{api.body['id']}", Api(api.body["token"])
    assert await known.post(f"{session}/turns", {"message": "Hi"}, Origin=SHOP) == 200
    assert await known.get(f"{session}/messages", Origin=SHOP) == 200
    assert known.response[READ] == SHOP
    assert "Retry-After" in known.response["Access-Control-Expose-Headers"]
    assert await known.get(f"{session}/nowhere", Origin=SHOP) == 404
    assert await known.post(f"{session}/end", Origin=SHOP) == 200


async def test_a_stream_can_be_read_by_the_page():
    api, session = await visitor()
    said = {"message": "Hi"}
    assert await api.post(f"{session}/turns", said, Origin=SHOP, Accept="text/event-stream") == 200
    assert (api.response["Content-Type"], api.response[READ]) == ("text/event-stream", SHOP)


async def test_a_page_of_another_graph_is_told_so_and_gets_nothing():
    api, session = await visitor()
    for status in (
        await api.get(session, Origin=OTHER_SHOP),
        await api.post(f"{session}/turns", {"message": "Hi"}, Origin=OTHER_SHOP),
        await api.post("/sessions", START, Origin=OTHER_SHOP),
    ):
        assert (status, api.code) == (403, "FORBIDDEN")
        assert api.response[READ] == OTHER_SHOP


async def test_a_cookie_of_staff_is_nothing_on_another_page():
    api = await staff("conversations.view_session", "conversations.add_session")
    assert await api.get("/sessions") == 200
    assert await api.get("/sessions", Origin=SHOP) == 401
    assert "Access-Control-Allow-Credentials" not in api.response


async def test_an_api_key_is_taken_from_no_page_but_one_of_this_site(api_key, settings):
    settings.ALLOWED_HOSTS = ["testserver"]
    api = await api_key("admin")
    assert await api.get("/sessions", Origin=SHOP) == 403
    assert (api.code, api.body["detail"]) == (
        "FORBIDDEN",
        "An API key belongs on a server: no page may send it.",
    )
    assert await api.get("/sessions", Origin="http://testserver") == 200
    assert READ not in api.response
    assert await api.get("/sessions") == 200


async def test_what_is_no_question_of_a_browser_is_a_method_that_nobody_knows():
    response = await Api().client.options(f"{BASE}/sessions", headers={"Origin": SHOP})
    assert response.status_code == 405
    assert (await Api().client.options(f"{BASE}/sessions")).status_code == 405
