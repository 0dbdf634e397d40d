"""A turn whose provider fails: the fallback answers, and every call is on record with its cost."""

from decimal import Decimal

import pytest

from conversations.testing import GraphHarness, ScriptedChat, fails, says
from providers.errors import ErrorCode
from providers.options import Price, ProviderOptions
from providers.ports import Usage
from providers.registry import override_provider
from tests.conversations.graphs import WishGraph

pytestmark = pytest.mark.django_db(transaction=True)

PRICE = Price(input=Decimal(2), output=Decimal(10))


async def test_the_fallback_answers_and_each_call_is_a_row_with_what_it_cost():
    cut_off = fails(ErrorCode.TRUNCATED).model_copy(update={"usage": Usage(output_tokens=1000)})
    cloud = ScriptedChat([cut_off], name="embedded")
    spare = ScriptedChat([says("Hello.", usage=Usage(input_tokens=100, output_tokens=20))], name="spare")
    options = ProviderOptions(name="embedded", fallback=("spare",), price=PRICE)
    with override_provider("embedded", cloud, options), override_provider("spare", spare):
        async with GraphHarness(WishGraph) as chat:
            result = await chat.send("Hi")
            rows = await chat.model_calls()

    assert result.message == "Hello."
    assert [(row.provider, row.code, row.cost) for row in rows] == [
        ("embedded", "truncated", Decimal("0.01")),
        ("spare", "", None),
    ]
    assert [(one["provider"], one["output_tokens"]) for one in result.usage] == [
        ("embedded", 1000),
        ("spare", 20),
    ]
