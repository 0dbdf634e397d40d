"""What a customer thinks of a conversation: one rating, which may change, and which every tab hears."""

import pytest

from conversations.models import Rating
from tests.conversations.chat.tab import open_tab

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("model")]


async def test_every_tab_hears_a_rating_once_and_one_that_comes_later_finds_it():
    async with open_tab() as one, open_tab() as two:
        token = (await one.hello())["token"]
        await two.hello(token=token)
        await one.say(type="rate", value=-1, comment="Slow.")
        for tab in (one, two):
            assert await tab.next() == {"type": "rated", "value": -1, "comment": "Slow."}
            await tab.silence()
    async with open_tab() as late:
        assert (await late.hello(token=token))["rating"] == {"value": -1, "comment": "Slow."}


async def test_a_rating_may_change_also_after_the_end():
    async with open_tab() as tab:
        token = (await tab.hello())["token"]
        await tab.say(type="rate", value=-1, comment="Slow.")
        await tab.hear("rated")
        await tab.say(type="end")
        await tab.hear("notice")
        await tab.say(type="rate", value=1)
        assert await tab.next() == {"type": "rated", "value": 1}
        row = await Rating.objects.aget()
        assert (row.value, row.comment) == (1, "")
        assert (await tab.hello(token=token))["rating"] == {"value": 1}


async def test_who_has_not_rated_finds_no_rating():
    async with open_tab() as tab:
        assert "rating" not in await tab.hello()


@pytest.mark.parametrize(
    "rating",
    [
        {"value": 0},
        {"value": 2},
        {"value": "1"},
        {"value": True},
        {},
        {"value": 1, "comment": "x" * 1001},
        {"value": 1, "comment": "\x00"},
        {"value": 1, "comment": 5},
    ],
)
async def test_an_odd_rating_is_refused(rating: dict[str, object]):
    async with open_tab() as tab:
        await tab.hello()
        await tab.say(type="rate", **rating)
        assert (await tab.next())["code"] == "INVALID"
        assert not await Rating.objects.aexists()
