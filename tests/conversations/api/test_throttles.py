"""How many calls are possible, and how that is told."""

import re

import pytest

from tests.conversations.api.client import Api, visitor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("model")]


def left(api: Api) -> tuple[str, int, int]:
    """Whose allowance it is, what is left of it and for how long."""
    found = re.fullmatch(r'"(\w+)";r=(\d+);t=(\d+)', api.response["RateLimit"])
    assert found
    return found[1], int(found[2]), int(found[3])


async def test_every_answer_tells_what_is_left(api_key, settings):
    settings.EZGRAPH_KEY_CALLS_PER_MINUTE = 50
    api = await api_key()
    assert await api.get("/graphs") == 200
    assert api.response["RateLimit-Policy"] == '"key";q=50;w=60'
    assert left(api)[:2] == ("key", 49)
    assert 59 <= left(api)[2] <= 60
    assert await api.get("/graphs/nowhere") == 404
    assert left(api)[:2] == ("key", 48)


async def test_a_key_that_calls_too_often_is_told_when_to_go_on(api_key, settings):
    settings.EZGRAPH_KEY_CALLS_PER_MINUTE = 2
    api, other = await api_key(), await api_key(client="other")
    assert [await api.get("/graphs") for _ in range(3)] == [200, 200, 429]
    assert api.code == "RATE_LIMITED"
    assert 1 <= int(api.response["Retry-After"]) <= 60
    assert left(api)[:2] == ("key", 0)
    assert await other.get("/graphs") == 200


async def test_visitors_share_the_allowance_of_their_address(settings):
    settings.EZGRAPH_ADDRESS_CALLS_PER_MINUTE = 4
    api, session = await visitor()
    assert await api.get(session) == 200
    assert left(api)[:2] == ("address", 2)
    assert await Api("ezg_guessed").get("/graphs") == 401
    assert await Api().get("/graphs") == 401
    assert await api.get(session) == 429
    assert await Api("ezg_guessed").get("/graphs") == 429
