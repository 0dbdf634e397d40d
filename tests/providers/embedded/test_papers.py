"""Receipts and invoices in a prompt's data, for tools of any author's making."""

import time
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from pydantic import BaseModel, Field

from providers.adapters.embedded import EmbeddedProvider
from providers.adapters.embedded.documents.paper import read_paper
from providers.ports import ChatMessage, ChatReply, ChatRequest, ChatRole, ToolSpec

INVOICE = """
Nordlicht Energie GmbH
Rechnungsdatum: 03.02.2026
Fällig am 17.02.2026
Strom 1.250 kWh      412,50
Grundpreis            11,90
Summe netto          424,40
MwSt. 19 %            80,64
Gesamtbetrag EUR     505,04
"""


class Item(BaseModel):
    product: str
    qty: int = 1
    price: float | None = None
    total: float


class Invoice(BaseModel):
    vendor: str
    invoice_date: date
    payment_due: date | None = None
    currency: str | None = None
    items: list[Item]
    net: float
    vat: float | None = None
    total: float


class Bill(BaseModel):
    """Only lines and their sum."""

    items: list[Item]
    total: float


class Expense(BaseModel):
    """Only what a bookkeeper wants: exact numbers, and whatever stands in a list is a choice."""

    shop: str = Field(max_length=12)
    day: date
    currency: str = Field(json_schema_extra={"enum": ["EUR", "USD"]})
    total: Decimal


def request(form: type[BaseModel], text: str, *after: ChatMessage, fence: str = "data") -> ChatRequest:
    """A prompt that holds a text as data, and one tool for what is in it."""
    system = ChatMessage(role=ChatRole.SYSTEM, text=f"Read it.\n\n<{fence} name='paper'>\n{text}\n</{fence}>")
    seed = ChatMessage(role=ChatRole.HUMAN, text="Start", internal=True)
    tool = ToolSpec(name="save", description="Save it.", parameters=form.model_json_schema())
    return ChatRequest(messages=(system, seed, *after), tools=(tool,), today=date(2026, 11, 30))


async def reply(form: type[BaseModel], text: str, *after: ChatMessage, fence: str = "data") -> ChatReply:
    result = await EmbeddedProvider("embedded").chat(request(form, text, *after, fence=fence))
    assert isinstance(result, ChatReply)
    return result


async def read(form: type[BaseModel], text: str, fence: str = "data") -> dict[str, Any]:
    (call,) = (await reply(form, text, fence=fence)).tool_calls
    form.model_validate(call.arguments)
    assert isinstance(call.arguments, dict)
    return call.arguments


async def test_it_fills_numbers_dates_and_lists_of_objects():
    assert await read(Invoice, INVOICE) == {
        "vendor": "Nordlicht Energie GmbH",
        "invoice_date": "2026-02-03",
        "payment_due": "2026-02-17",
        "currency": "EUR",
        "items": [
            {"product": "Strom 1.250 kWh", "qty": 1, "price": None, "total": 412.5},
            {"product": "Grundpreis", "qty": 1, "price": None, "total": 11.9},
        ],
        "net": 424.4,
        "vat": 80.64,
        "total": 505.04,
    }


async def test_it_keeps_to_what_a_field_can_hold():
    filled = await read(Expense, INVOICE)
    assert filled == {"shop": "Nordlicht En", "day": "2026-02-03", "currency": "EUR", "total": 505.04}


@pytest.mark.parametrize("fence", ["data", "document", "receipt"])
async def test_any_fence_holds_a_paper(fence: str):
    assert (await read(Expense, INVOICE, fence=fence))["total"] == 505.04


async def test_what_is_not_on_offer_is_not_taken():
    said = await reply(Expense, INVOICE.replace("EUR", "CHF"))
    assert said.tool_calls == ()
    assert "currency" in said.text


async def test_what_is_missing_is_named_and_not_guessed():
    said = await reply(Invoice, "Nordlicht Energie GmbH\nStrom 412,50")
    assert said.tool_calls == ()
    assert "date" in said.text
    assert "total" in said.text
    assert "412" not in said.text


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("1,234.50", "1234.50"),
        ("1.234,50", "1234.50"),
        ("1'234.50", "1234.50"),
        ("€1,234.50", "1234.50"),
        ("1.234,50 €", "1234.50"),
        ("EUR 1 234,50", "1234.50"),
        ("EUR  1 234,50", "1234.50"),
        ("1\u202f234,50 €", "1234.50"),
        ("12.345.678,90", "12345678.90"),
        ("12,345,678.90", "12345678.90"),
        ("-12,50", "-12.50"),
        ("12,50-", "-12.50"),
        ("0.05", "0.05"),
    ],
)
async def test_amounts_are_read_as_they_are_printed(printed: str, value: str):
    filled = await read(Expense, f"Shop\n2026-02-03\nTotal  {printed} EUR")
    assert Decimal(str(filled["total"])) == Decimal(value)


@pytest.mark.parametrize(
    ("printed", "day"),
    [
        ("2026-02-03", "2026-02-03"),
        ("2026/02/03", "2026-02-03"),
        ("03.02.2026", "2026-02-03"),
        ("3.2.26", "2026-02-03"),
        ("03/02/2026", "2026-02-03"),
        ("13/02/2026", "2026-02-13"),
        ("02/13/2026", "2026-02-13"),
        ("3 February 2026", "2026-02-03"),
        ("3rd of February 2026", "2026-02-03"),
        ("Feb 3, 2026", "2026-02-03"),
        ("3. März 2026", "2026-03-03"),
        ("le 3 févr. 2026", "2026-02-03"),
        ("1er août 2026", "2026-08-01"),
        ("3 de marzo de 2026", "2026-03-03"),
        ("3 gennaio 2026", "2026-01-03"),
    ],
)
async def test_days_are_read_as_they_are_printed(printed: str, day: str):
    assert (await read(Expense, f"Shop\n{printed}\nTotal  1,00 EUR"))["day"] == day


async def test_dollars_put_the_month_first():
    assert (await read(Expense, "Shop\n03/02/2026\nTotal  $1.00"))["day"] == "2026-03-02"


async def test_a_refused_reading_is_followed_by_another_and_then_by_the_reason():
    text = "Shop\n03/02/2026\nTotal  1,00 EUR"
    messages: list[ChatMessage] = []
    days = []
    for _ in range(2):
        asked = await reply(Expense, text, *messages)
        (call,) = asked.tool_calls
        assert isinstance(call.arguments, dict)
        days.append(call.arguments["day"])
        refusal = '{"accepted": false, "error": "Too old."}'
        messages += [
            ChatMessage(role=ChatRole.AI, tool_calls=asked.tool_calls),
            ChatMessage(role=ChatRole.TOOL, text=refusal, tool_call_id=call.id),
        ]
    assert days == ["2026-02-03", "2026-03-02"]
    said = await reply(Expense, text, *messages)
    assert said.tool_calls == ()
    assert "Too old." in said.text


async def test_facts_as_json_are_no_paper():
    said = await reply(Expense, '{"total": "1.00 EUR", "shop": "Shop", "day": "2026-02-03"}')
    assert said.tool_calls == ()


async def test_a_tool_without_a_total_is_talked_about():
    class Wish(BaseModel):
        day: date = Field(description="the day of your visit")

    said = await reply(Wish, INVOICE)
    assert said.tool_calls == ()
    assert "day of your visit" in said.text


@pytest.mark.parametrize(
    "text",
    [
        "1 234 " * 3_400,
        "2 x " * 5_000,
        "VAT 19% " + "1.00 " * 3_900,
        ("2 x 1.00 " * 200 + "\n") * 11,
        " " * 20_000,
    ],
    ids=["groups", "times", "rates", "products", "blanks"],
)
def test_no_text_takes_long(text: str):
    started = time.process_time()
    read_paper(text)
    assert time.process_time() - started < 1.0


async def test_thousands_that_stand_apart_are_told_from_two_numbers():
    one = "Shop\n2026-02-03\nBureau 1 140,00\nLampe 60,00\nTotal 1 200,00 EUR"
    assert [item["total"] for item in (await read(Bill, one))["items"]] == [1140, 60]
    two = "Shop\n2026-02-03\nEtagère 80 140,00\nLampe 60,00\nTotal 200,00 EUR"
    assert [item["total"] for item in (await read(Bill, two))["items"]] == [140, 60]


async def test_amounts_may_stand_before_their_names():
    filled = await read(Bill, "Shop\n2026-02-03\n7.00 Coffee\n2.50 Tea\nTotal 9.50 USD")
    assert [(item["product"], item["total"]) for item in filled["items"]] == [("Coffee", 7), ("Tea", 2.5)]


async def test_a_line_without_a_name_is_not_left_out():
    said = await reply(Bill, "Shop\n2026-02-03\nCoffee\nTea\n7.00\n2.50\nTotal 9.50 USD")
    assert said.tool_calls == ()
    assert "items" in said.text


async def test_a_day_that_is_called_the_date_goes_before_others():
    text = "Shop\nCard valid since 01.01.2020\nDatum 03.02.2026\nTotal 9,50 EUR"
    assert (await read(Expense, text))["day"] == "2026-02-03"
