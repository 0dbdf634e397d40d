"""What can be run."""

import pytest

from tests.conversations.api.client import Api, visitor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("model")]


async def test_a_graph_tells_what_it_takes_and_shows_its_picture(api_key):
    api = await api_key()
    assert await api.get("/graphs/wish") == 200
    assert (api.body["title"], api.body["greeting"]) == ("Wishes", "Who is there?")
    assert (api.body["response_mode"], api.body["requires_message"]) == ("chat", True)
    assert set(api.body["config"]["properties"]) == {"tone", "limit"}
    assert api.body["mermaid"].startswith("flowchart TD\n")
    assert '"NameNode"' in api.body["mermaid"]


async def test_an_unknown_graph_is_named(api_key):
    api = await api_key()
    assert await api.get("/graphs/nowhere") == 404
    assert api.code == "GRAPH_UNKNOWN"


async def test_pictures_need_a_key():
    assert await Api().get("/graphs/wish") == 401
    assert await (await visitor())[0].get("/graphs/wish") == 403
