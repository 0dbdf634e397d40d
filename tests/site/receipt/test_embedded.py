"""Receipts read by the model that a fresh checkout has: no key, no network."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import date

import pytest
from pytest_django import Settings

from conversations.testing import GraphHarness
from ezgraph_site.graphs.receipt.graph import ReceiptGraph
from providers.adapters.embedded import EmbeddedProvider
from providers.registry import override_provider
from tests.site.receipt.samples import BUILT_ON, HELD_OUT, Sample, sample, samples

pytestmark = pytest.mark.django_db(transaction=True)

DINER = sample("us_diner").text

Reading = Callable[[str], AbstractAsyncContextManager[GraphHarness]]


@pytest.fixture
def reading(settings: Settings) -> Reading:
    """A session over a receipt's text."""
    settings.EZGRAPH_BUSINESS_DATE = date(2026, 11, 30)

    @asynccontextmanager
    async def open_session(text: str) -> AsyncIterator[GraphHarness]:
        with override_provider("embedded", EmbeddedProvider("embedded")):
            async with GraphHarness(ReceiptGraph, config={"text": text}) as chat:
                yield chat

    return open_session


@pytest.mark.parametrize("one", samples(BUILT_ON), ids=lambda one: one.name)
async def test_it_reads(reading: Reading, one: Sample):
    async with reading(one.text) as chat:
        result = await chat.send()
        assert result.data == one.record, result.message


@pytest.mark.parametrize("one", samples(HELD_OUT), ids=lambda one: one.name)
async def test_it_reads_what_was_kept_from_it_at_first(reading: Reading, one: Sample):
    async with reading(one.text) as chat:
        result = await chat.send()
        assert result.data == one.record, result.message


UNREADABLE = {
    "no receipt": ("Dear Ann, see you on Monday.", "total"),
    "nothing but a number": ("42", "total"),
    "no total": ("Corner Shop\n2026-03-04\nMilk  €1.20\nBread  €2.30", "total"),
    "no currency": ("Corner Shop\n2026-03-04\nMilk  1.20\nTotal  1.20", "currency"),
    "dollars of an unknown country": (
        "Corner Shop\n2026-03-04\nMilk  $1.00\nGST 10%  $0.10\nTotal  $1.10",
        "currency",
    ),
    "no date": ("Corner Shop\nMilk  €1.20\nTotal  €1.20", "date of the purchase"),
    "no day of the calendar": ("Corner Shop\n30.02.2026\nMilk  €1.20\nTotal  €1.20", "date of the purchase"),
    "nobody's name": (
        "Thank you for riding with us today!\nOctober 5, 2026\nRental: £6.00\nTotal charged: £6.00",
        "merchant",
    ),
    "lines that do not add up": (
        "Corner Shop\n2026-03-04\nMilk  €1.20\nBread  €2.30\nSubtotal  €3.60\nTotal  €3.60",
        "make 3.50, but the total is 3.60",
    ),
    "a total that is smudged": (
        DINER.replace("40.37", "48.37").replace("34.37", "84.37"),
        "but the total is",
    ),
    "a sum after the total that it cannot explain": (
        "The Old Mill\n12 Jun 2026\nAle  £5.00\nTotal  £5.00\nCouvert\nTotal to pay  £6.50",
        "but the total is 6.50",
    ),
    "a line that is missing": (DINER.replace("1 Caesar Salad              11.25\n", ""), "but the total is"),
    "amounts without names": (
        "Corner Shop\n2026-03-04\nMilk\nBread\n1,20\n2,30\nTotal  3,50 EUR",
        "the lines",
    ),
    "a day to come": (
        "Corner Shop\n2026-12-24\nMilk  €1.20\nTotal  €1.20",
        "The purchase date 2026-12-24 is in the future",
    ),
}


@pytest.mark.parametrize("what", UNREADABLE)
async def test_what_it_cannot_read_is_told_and_never_made_up(reading: Reading, what: str):
    text, missed = UNREADABLE[what]
    async with reading(text) as chat:
        result = await chat.send()
        assert (result.success, result.completed, result.data) == (True, False, None)
        assert missed in result.message


async def test_a_day_that_would_be_in_the_future_is_read_the_other_way_round(reading: Reading):
    async with reading(DINER.replace("03/14/2026", "12/11/2026")) as chat:
        result = await chat.send()
        assert result.data is not None
        assert result.data["purchase_date"] == "2026-11-12"
        calls = [call for message in await chat.messages() for call in message.tool_calls]
        assert len(calls) == 2


async def test_the_record_is_given_again_without_another_round(reading: Reading):
    async with reading(DINER) as chat:
        first = await chat.send()
        assert await chat.send(client_id="anew") == first
        assert len(await chat.model_calls()) == 1


async def test_a_better_text_mends_what_could_not_be_read(reading: Reading):
    async with reading("smudged") as chat:
        assert (await chat.send()).data is None
        assert (await chat.send(config={"text": DINER})).data is not None


async def test_who_asks_again_in_words_is_told_again(reading: Reading):
    async with reading("Corner Shop\n2026-03-04\nMilk  €1.20\nTotal  €1.30") as chat:
        first = await chat.send()
        assert (await chat.send("please try once more")).message == first.message
